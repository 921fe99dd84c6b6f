// Boards of letters with a tone each, as games describe their pictures: drawn on a canvas.

import type { Variables } from "./canvas";
import { circledLetter, colour, ink } from "./seats";

/** The name of a colour. protocol/SPEC.md lists them. */
export type Tone = string;

/** A cell of a board. */
export interface Tile {
  letter: string;
  tone: Tone;
}

/** The size in CSS pixels from which a cell has room for its letter. */
const LETTERED = 9;

/** The number of columns. Rows may differ in length. */
export function columns(board: Tile[][]): number {
  return board.reduce((most, row) => Math.max(most, row.length), 0);
}

/** The seat of a tone such as "seat 1". */
export function seatOf(tone: Tone): number | null {
  const number = /^seat (\d+)$/.exec(tone)?.[1];
  return number === undefined ? null : Number(number);
}

/** The level of a tone such as "level 3", from 0 to 8. */
export function levelOf(tone: Tone): number | null {
  const number = /^level ([0-8])$/.exec(tone)?.[1];
  return number === undefined ? null : Number(number);
}

/** The CSS variable for the background of each tone. */
const GROUNDS: Record<Tone, string> = {
  wall: "--wall",
  danger: "--bad",
  goal: "--good",
  portal: "--accent",
  shared: "--text",
  on: "--lamp",
  off: "--line",
  mark: "--seat4",
};

export interface TilePalette {
  page: string;
  text: string;
  faint: string;
  /** The dot of an empty cell. */
  dot: string;
  line: string;
  accent: string;
  ink: string;
  /** The colour of letters on the colour of a seat. */
  inkOf: (seat: number) => string;
  of: (tone: Tone) => string | null;
}

export function tilePalette(of: Variables): TilePalette {
  const ground = (tone: Tone) => {
    const seat = seatOf(tone);
    if (seat !== null) return of(colour(seat));
    const name = GROUNDS[tone];
    return name ? of(name) : null;
  };
  const found = new Map<Tone, string | null>();
  return {
    page: of("--ground"),
    text: of("--text"),
    faint: of("--muted"),
    dot: of("--terrain"),
    line: of("--line"),
    accent: of("--accent"),
    ink: of("--ink"),
    inkOf: (seat) => of(ink(seat)),
    of: (tone) => {
      if (!found.has(tone)) found.set(tone, ground(tone));
      return found.get(tone)!;
    },
  };
}

export function drawTiles(pen: CanvasRenderingContext2D, board: Tile[][], size: number, scale: number, paint: TilePalette) {
  pen.fillStyle = paint.page;
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
  const isLettered = size >= LETTERED * scale;
  pen.font = `600 ${Math.floor(size * 0.62)}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  board.forEach((row, y) =>
    row.forEach(({ letter, tone }, x) => {
      const level = levelOf(tone);
      const ground = level === null ? paint.of(tone) : paint.accent;
      if (ground) {
        pen.globalAlpha = level === null ? 1 : level / 8;
        pen.fillStyle = ground;
        // Whole pixels leave no gaps between cells.
        const [left, top] = [Math.round(x * size), Math.round(y * size)];
        pen.fillRect(left, top, Math.round((x + 1) * size) - left, Math.round((y + 1) * size) - top);
        pen.globalAlpha = 1;
      }
      if (!isLettered || letter === " ") return;
      pen.fillStyle = ground && (level === null || level > 4) && tone !== "off" ? inkOn(tone, paint) : tone === "dim" || tone === "gone" ? paint.faint : paint.text;
      const [middle, centre] = [(x + 0.5) * size, (y + 0.5) * size];
      if (letter === "." && !ground) {
        // An empty cell is lighter than any letter.
        pen.fillStyle = paint.dot;
        disc(pen, middle, centre, Math.max(scale, size * 0.05));
        pen.fill();
        return;
      }
      const circled = circledLetter(letter);
      pen.fillText(circled ?? letter, middle, centre + 0.04 * size);
      if (circled === null) return;
      pen.strokeStyle = pen.fillStyle;
      pen.lineWidth = Math.max(1.5 * scale, size * 0.07);
      disc(pen, middle, centre, size * 0.42);
      pen.stroke();
    }),
  );
  if (isLettered) drawLines(pen, board, size, paint);
}

function disc(pen: CanvasRenderingContext2D, x: number, y: number, radius: number) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
}

function inkOn(tone: Tone, paint: TilePalette): string {
  const seat = seatOf(tone);
  if (seat !== null) return paint.inkOf(seat);
  return tone === "on" || tone === "wall" ? paint.text : paint.ink;
}

function drawLines(pen: CanvasRenderingContext2D, board: Tile[][], size: number, paint: TilePalette) {
  pen.strokeStyle = paint.line;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let x = 1; x < columns(board); x++) {
    pen.moveTo(Math.round(x * size) + 0.5, 0);
    pen.lineTo(Math.round(x * size) + 0.5, pen.canvas.height);
  }
  for (let y = 1; y < board.length; y++) {
    pen.moveTo(0, Math.round(y * size) + 0.5);
    pen.lineTo(pen.canvas.width, Math.round(y * size) + 0.5);
  }
  pen.stroke();
}
