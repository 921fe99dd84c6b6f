// Draws the end of a match in a few pixels: shapes instead of letters.

import type { Variables } from "./canvas";
import { circledLetter, colour } from "./seats";
import { levelOf, seatOf, type Tone } from "./tiles";

/** What the server tells of the end of a match. At most one of the parts is there. */
export interface ThumbnailPicture {
  board?: { rows: string[]; tones: Tone[]; tone_rows: string[] };
  svg?: string;
  /** The scores of each seat in the course of the match, for games without a board. */
  standing?: number[][];
}

/** The shape in a cell: its kind, its colour, and its share of the cell. */
type Shape = [kind: "square" | "disc", colour: string, share: number];

const SHAPES: Record<Tone, Shape> = {
  wall: ["square", "--wall", 1],
  danger: ["square", "--lethal", 1],
  goal: ["square", "--goal", 1],
  portal: ["disc", "--terrain", 0.4],
  dim: ["disc", "--line", 0.3],
  shared: ["disc", "--text", 0.8],
  gone: ["square", "--wall", 0.8],
  on: ["disc", "--lamp", 0.9],
  off: ["disc", "--terrain", 0.35],
  mark: ["disc", "--seat4", 0.7],
};

function shapeOf(tone: Tone, letter: string): Shape | null {
  const [seat, level] = [seatOf(tone), levelOf(tone)];
  if (seat !== null) return ["square", colour(seat), 0.9];
  if (level !== null) return level === 0 ? null : ["disc", `--crowd${Math.ceil(level / 2)}`, 0.4 + level / 14];
  return SHAPES[tone] ?? (letter.trim() ? ["disc", "--muted", 0.4] : null);
}

/** Draws the picture as large as fits into so many device pixels. */
export function drawThumbnail(canvas: HTMLCanvasElement, picture: ThumbnailPicture, width: number, height: number, of: Variables) {
  const pen = canvas.getContext("2d")!;
  if (picture.board) drawBoard(pen, picture.board, width, height, of);
  else if (picture.standing) drawLines(pen, picture.standing, width, height, of);
}

type Pen = CanvasRenderingContext2D;

function drawBoard(pen: Pen, { rows, tones, tone_rows }: NonNullable<ThumbnailPicture["board"]>, width: number, height: number, of: Variables) {
  const cells = rows.map((row) => Array.from(row));
  const columns = cells.reduce((most, row) => Math.max(most, row.length), 1);
  const size = Math.min(width / columns, height / rows.length);
  pen.canvas.width = Math.round(columns * size);
  pen.canvas.height = Math.round(rows.length * size);
  cells.forEach((row, y) => {
    // The first tone is `0`, the others follow in the order of Unicode.
    const indexes = Array.from(tone_rows[y] ?? "", (letter) => letter.codePointAt(0)! - 48);
    row.forEach((letter, x) => {
      const shape = shapeOf(tones[indexes[x]!] ?? "plain", letter);
      if (shape) drawShape(pen, shape, x, y, size, of);
      if (shape && circledLetter(letter)) drawRing(pen, x, y, size, of("--ground"));
    });
  });
}

function drawShape(pen: Pen, [kind, name, share]: Shape, x: number, y: number, size: number, of: Variables) {
  pen.fillStyle = of(name);
  pen.beginPath();
  if (kind === "disc") {
    pen.arc((x + 0.5) * size, (y + 0.5) * size, (share * size) / 2, 0, 2 * Math.PI);
  } else {
    // A whole cell leaves no gap to the next.
    const gap = (size * (1 - share)) / 2;
    const [left, top] = [x * size + gap, y * size + gap];
    if (gap > 0) pen.roundRect(left, top, size * share, size * share, size / 6);
    else pen.rect(Math.floor(left), Math.floor(top), Math.ceil(size), Math.ceil(size));
  }
  pen.fill();
}

/** Marks a cell whose letter is in a circle. */
function drawRing(pen: Pen, x: number, y: number, size: number, colour: string) {
  pen.strokeStyle = colour;
  pen.lineWidth = size * 0.14;
  pen.beginPath();
  pen.arc((x + 0.5) * size, (y + 0.5) * size, size * 0.25, 0, 2 * Math.PI);
  pen.stroke();
}

/** Lines of the scores, as high as fits. */
function drawLines(pen: Pen, standing: number[][], width: number, height: number, of: Variables) {
  [pen.canvas.width, pen.canvas.height] = [Math.round(width), Math.round(height)];
  const all = standing.flat();
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const line = Math.max(1.5, height / 40);
  const across = (index: number) => line + ((width - 2 * line) * index) / Math.max(1, standing.length - 1);
  const down = (score: number) => line + ((height - 2 * line) * (high - score)) / Math.max(1, high - low);
  pen.lineWidth = line;
  pen.lineJoin = "round";
  (standing[0] ?? []).forEach((_, seat) => {
    pen.strokeStyle = of(colour(seat));
    pen.beginPath();
    standing.forEach((scores, index) => pen.lineTo(across(index), down(scores[seat]!)));
    pen.stroke();
  });
}
