// What a genome believes the colours of a track to be, compared with what they are.

import type { Meaning, Role, Track } from "./types";
import type { Variables } from "../../ui/canvas";
import { drawArrow, position } from "./track";

/** How a belief compares with the truth. */
export type Verdict = "right" | "elsewhere" | "wrong" | "open";

/** The verdicts in words, with a sign, so that colour alone distinguishes no two of them. */
export const VERDICTS: Record<Verdict, string> = {
  right: "✓ right",
  elsewhere: "≈ right, but for another cell",
  wrong: "✗ wrong",
  open: "",
};

const isHere = (what: { kind: string; dx?: number; dy?: number }) => what.kind === "trap" && what.dx === 0 && what.dy === 0;

/**
 * Compares a belief with the truth. A wall and a trap that kills in its own cell are equivalent.
 * Whether a teleporter is better avoided depends on where it is, so there is no verdict on that.
 */
export function verdict(role: Role, meaning: Meaning): Verdict {
  if (meaning.kind === "unsaid" || meaning.kind === "worth") return "open";
  const isBarred = (what: Role | Meaning) => what.kind === "wall" || isHere(what);
  if (isBarred(role) && isBarred(meaning)) return "right";
  if (role.kind === "teleporter" && meaning.kind !== "teleporter") return "open";
  if (role.kind !== meaning.kind) return "wrong";
  if ("dx" in role && "dx" in meaning) return role.dx === meaning.dx && role.dy === meaning.dy ? "right" : "elsewhere";
  return "right";
}

export function inWords(what: Role | Meaning): string {
  if (what.kind === "unsaid") return "(unknown)";
  if (what.kind === "worth") return `worth ${what.number.toLocaleString("en")}`;
  if (what.kind === "empty" || what.kind === "wall") return what.kind;
  return isHere(what) ? "trap here" : `${what.kind} to (${signed(what.dx)}, ${signed(what.dy)})`;
}

function signed(number: number): string {
  return number > 0 ? `+${number}` : `${number}`.replace("-", "−");
}

/** The rank of each worth among all of them, from 0 for the least to 1; all 1 if they are equal. */
export function shares(meanings: Meaning[]): (number | null)[] {
  const known = meanings.flatMap((meaning) => (meaning.kind === "worth" ? [meaning.number] : []));
  const ranks = [...new Set(known)].sort((one, other) => one - other);
  const last = ranks.length - 1;
  return meanings.map((meaning) => (meaning.kind === "worth" ? (last > 0 ? ranks.indexOf(meaning.number) / last : 1) : null));
}

/**
 * Draws on each cell what its colour is believed to be: a grey square for a wall, an octagon with
 * an arrow to a cross for a trap, an arrow for a teleporter, and a bar as high as a worth. A frame
 * marks wrong beliefs.
 */
export function drawBeliefs(pen: CanvasRenderingContext2D, track: Track, meanings: Meaning[], size: number, of: Variables) {
  const [own, wrong] = [of("--belief"), of("--bad")];
  const worth = shares(meanings);
  const verdicts = meanings.map((meaning, colour) => verdict(track.roles[colour]!, meaning));
  pen.save();
  track.colours.forEach((colour, cell) => {
    const meaning = meanings[colour]!;
    const at = position(track, cell);
    const [x, y] = [at.x * size, at.y * size];
    pen.strokeStyle = pen.fillStyle = own;
    pen.lineWidth = Math.max(1, size / 12);
    if (meaning.kind === "wall") {
      pen.globalAlpha = 0.45;
      pen.fillRect(x, y, size, size);
      pen.globalAlpha = 1;
    } else if (meaning.kind === "worth") {
      const height = Math.max(1, worth[colour]! * size * 0.9);
      pen.fillRect(x + size * 0.05, y + size - height, Math.max(1, size * 0.16), height);
    } else if (meaning.kind === "teleporter") {
      drawArrow(pen, at, { x: at.x + meaning.dx, y: at.y + meaning.dy }, size, own);
    } else if (meaning.kind === "trap") {
      const to = { x: at.x + meaning.dx, y: at.y + meaning.dy };
      drawOctagon(pen, x, y, size);
      if (!isHere(meaning)) drawArrow(pen, at, to, size, own);
      drawCross(pen, to.x * size, to.y * size, size);
    }
    if (verdicts[colour] === "wrong" || verdicts[colour] === "elsewhere") {
      pen.strokeStyle = wrong;
      pen.setLineDash(verdicts[colour] === "wrong" ? [] : [size / 6, size / 6]);
      pen.strokeRect(x + size * 0.06, y + size * 0.06, size * 0.88, size * 0.88);
      pen.setLineDash([]);
    }
  });
  pen.restore();
}

function drawOctagon(pen: CanvasRenderingContext2D, x: number, y: number, size: number) {
  pen.beginPath();
  for (let corner = 0; corner < 8; corner++) {
    const angle = ((corner + 0.5) * Math.PI) / 4;
    pen.lineTo(x + size * (0.5 + 0.3 * Math.cos(angle)), y + size * (0.5 + 0.3 * Math.sin(angle)));
  }
  pen.closePath();
  pen.stroke();
}

function drawCross(pen: CanvasRenderingContext2D, x: number, y: number, size: number) {
  pen.beginPath();
  for (const [from, to] of [
    [0.12, 0.88],
    [0.88, 0.12],
  ] as const) {
    pen.moveTo(x + size * 0.12, y + size * from);
    pen.lineTo(x + size * 0.88, y + size * to);
  }
  pen.stroke();
}
