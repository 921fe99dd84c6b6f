// Draws the track and its specimens.

import type { Role, Track } from "./types";
import type { Point, Variables } from "../../ui/canvas";
import { count } from "./density";

export interface Palette {
  ground: string;
  wall: string;
  line: string;
  lethal: string;
  cross: string;
  teleporter: string;
  trap: string;
  teleporterArrow: string;
  trapArrow: string;
  goal: string;
  start: string;
  text: string;
  /** From 1, 10, 100 and 1,000 specimens on. */
  crowd: string[];
}

export function palette(of: Variables): Palette {
  return {
    ground: of("--ground"),
    wall: of("--wall"),
    line: of("--line"),
    lethal: of("--lethal"),
    cross: of("--cross"),
    teleporter: of("--terrain"),
    trap: of("--terrain"),
    teleporterArrow: of("--teleporter"),
    trapArrow: of("--trap"),
    goal: of("--goal"),
    start: of("--start"),
    text: of("--text"),
    crowd: ["--crowd1", "--crowd2", "--crowd3", "--crowd4"].map(of),
  };
}

/** The position of a cell. Cells are numbered column by column, each from the top. */
export function position(track: Track, cell: number): Point {
  return { x: Math.floor(cell / track.height), y: cell % track.height };
}

export function cellAt(track: Track, { x, y }: Point): number {
  return x * track.height + y;
}

export function role(track: Track, cell: number): Role {
  return track.roles[track.colours[cell]!]!;
}

export function inWords(track: Track, cell: number): string[] {
  const at = position(track, cell);
  const what = role(track, cell);
  const to = (dx: number, dy: number) => `(${at.x + dx}, ${at.y + dy})`;
  const words: string[] = [];
  if (what.kind === "wall") words.push("wall: cannot be entered, and is lethal to be placed on");
  if (what.kind === "teleporter") words.push(`teleporter to ${to(what.dx, what.dy)}`);
  if (what.kind === "trap") words.push(`trap: makes ${to(what.dx, what.dy)} lethal`);
  if (at.x >= track.goal_x) words.push("goal");
  if (track.lethal.includes(cell) && what.kind !== "wall") words.push("lethal");
  if (track.starts.includes(cell)) words.push("admissible start");
  return words.length ? words : ["empty"];
}

/** Draws the track without specimens. */
export function drawGround(pen: CanvasRenderingContext2D, track: Track, size: number, paint: Palette) {
  pen.fillStyle = paint.ground;
  pen.fillRect(0, 0, track.width * size, track.height * size);
  pen.fillStyle = paint.goal;
  pen.fillRect(track.goal_x * size, 0, (track.width - track.goal_x) * size, track.height * size);
  const lethal = new Set(track.lethal);
  track.colours.forEach((_, cell) => {
    const at = position(track, cell);
    drawCell(pen, role(track, cell), lethal.has(cell), at.x * size, at.y * size, size, paint);
  });
  for (const start of track.starts) {
    const at = position(track, start);
    drawStart(pen, at.x * size, at.y * size, size, paint);
  }
}

function drawCell(
  pen: CanvasRenderingContext2D,
  what: Role,
  isLethal: boolean,
  x: number,
  y: number,
  size: number,
  paint: Palette,
) {
  const middle = { x: x + size / 2, y: y + size / 2 };
  pen.lineWidth = Math.max(1, size / 14);
  if (what.kind === "wall") {
    pen.fillStyle = paint.wall;
    pen.fillRect(x, y, size, size);
    return;
  }
  if (isLethal) {
    pen.fillStyle = paint.lethal;
    pen.fillRect(x, y, size, size);
    pen.strokeStyle = paint.cross;
    pen.beginPath();
    pen.moveTo(x + size * 0.2, y + size * 0.2);
    pen.lineTo(x + size * 0.8, y + size * 0.8);
    pen.moveTo(x + size * 0.8, y + size * 0.2);
    pen.lineTo(x + size * 0.2, y + size * 0.8);
    pen.stroke();
  }
  if (what.kind === "teleporter") {
    pen.strokeStyle = paint.teleporter;
    pen.beginPath();
    pen.arc(middle.x, middle.y, size * 0.3, 0, 2 * Math.PI);
    pen.stroke();
  }
  if (what.kind === "trap") {
    pen.strokeStyle = paint.trap;
    pen.beginPath();
    pen.moveTo(middle.x, y + size * 0.24);
    pen.lineTo(x + size * 0.76, middle.y);
    pen.lineTo(middle.x, y + size * 0.76);
    pen.lineTo(x + size * 0.24, middle.y);
    pen.closePath();
    pen.stroke();
  }
}

function drawStart(pen: CanvasRenderingContext2D, x: number, y: number, size: number, paint: Palette) {
  pen.fillStyle = paint.start;
  pen.beginPath();
  pen.moveTo(x, y + size * 0.2);
  pen.lineTo(x + size * 0.35, y + size / 2);
  pen.lineTo(x, y + size * 0.8);
  pen.fill();
}

/** Draws an arrow from the middle of one cell to the middle of another. */
export function drawArrow(pen: CanvasRenderingContext2D, from: Point, to: Point, size: number, colour: string) {
  const [x, y] = [(from.x + 0.5) * size, (from.y + 0.5) * size];
  const [toX, toY] = [(to.x + 0.5) * size, (to.y + 0.5) * size];
  const angle = Math.atan2(toY - y, toX - x);
  const head = size * 0.4;
  pen.strokeStyle = colour;
  pen.lineWidth = Math.max(1, size / 12);
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(toX, toY);
  for (const side of [-0.45, 0.45]) {
    pen.moveTo(toX, toY);
    pen.lineTo(toX - head * Math.cos(angle + side), toY - head * Math.sin(angle + side));
  }
  pen.stroke();
}

/**
 * Draws arrows to where teleporters and traps lead: from all cells of one kind, or from the cell
 * `only`.
 */
export function drawMeanings(
  pen: CanvasRenderingContext2D,
  track: Track,
  size: number,
  paint: Palette,
  kind: "teleporter" | "trap" | null,
  only: number | null,
) {
  track.colours.forEach((_, cell) => {
    const what = role(track, cell);
    if (what.kind !== "teleporter" && what.kind !== "trap") return;
    if (only === null ? what.kind !== kind : cell !== only) return;
    const from = position(track, cell);
    const to = { x: from.x + what.dx, y: from.y + what.dy };
    drawArrow(pen, from, to, size, what.kind === "trap" ? paint.trapArrow : paint.teleporterArrow);
  });
}

/** The radius of a disc for so many specimens, in cells: from 0.2 for one to 0.5 for a thousand. */
export function radius(specimens: number): number {
  return Math.min(0.5, 0.2 + 0.1 * Math.log10(Math.max(1, specimens)));
}

/** Draws the specimens of a frame: a larger and stronger disc for more of them, with a halo. */
export function drawSpecimens(pen: CanvasRenderingContext2D, track: Track, levels: Uint8Array, size: number, paint: Palette) {
  const last = paint.crowd.length - 1;
  pen.strokeStyle = paint.ground;
  pen.lineWidth = Math.max(1, size * 0.12);
  levels.forEach((level, cell) => {
    if (level === 0) return;
    const specimens = count(level);
    const at = position(track, cell);
    pen.beginPath();
    pen.arc((at.x + 0.5) * size, (at.y + 0.5) * size, radius(specimens) * size, 0, 2 * Math.PI);
    pen.stroke();
    pen.fillStyle = paint.crowd[Math.min(last, Math.floor(Math.log10(specimens)))]!;
    pen.fill();
  });
}
