// A board of lights, and what clicks do. Cells are numbered row by row.

import type { RandomSource } from "./random";

/** The most cells on a side, as in docs/LIGHTS-OUT.md. */
export const MAX_SIDE = 20;

export interface Board {
  readonly columns: number;
  readonly rows: number;
  /** A number for each cell: 1 for a light that is on, else 0. */
  readonly lights: Uint8Array;
}

export function dark(columns: number, rows: number): Board {
  return { columns, rows, lights: new Uint8Array(columns * rows) };
}

/** The cells that a click flips: the cell itself and its neighbours on the board. */
export function around({ columns, rows }: Board, cell: number): number[] {
  const x = cell % columns;
  const y = Math.floor(cell / columns);
  const near: [number, number][] = [[x, y], [x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]];
  const inside = near.filter(([x, y]) => x >= 0 && x < columns && y >= 0 && y < rows);
  return inside.map(([x, y]) => y * columns + x);
}

/** {@link around} of all cells, for callers that click many of them. */
export function neighbourhoods(board: Board): number[][] {
  return Array.from(board.lights, (_, cell) => around(board, cell));
}

export function clicked(board: Board, cells: Iterable<number>): Board {
  const lights = board.lights.slice();
  for (const cell of cells) {
    for (const near of around(board, cell)) lights[near]! ^= 1;
  }
  return { ...board, lights };
}

/** The board with one light flipped, but not its neighbours. */
export function toggled(board: Board, cell: number): Board {
  const lights = board.lights.slice();
  lights[cell]! ^= 1;
  return { ...board, lights };
}

export function lightsOn(board: Board): number {
  return board.lights.reduce((sum, light) => sum + light, 0);
}

export function isSame(one: Board, other: Board): boolean {
  return one.columns === other.columns && toText(one) === toText(other);
}

/**
 * Clicks each cell of a dark board with even odds, so that all solvable boards are equally likely.
 */
export function randomSolvable(columns: number, rows: number, random: RandomSource): Board {
  const board = dark(columns, rows);
  const cells = Array.from(board.lights.keys());
  return clicked(board, cells.filter(() => random() < 0.5));
}

/** Turns each light on with even odds, whether the board can be solved or not. */
export function randomLights(columns: number, rows: number, random: RandomSource): Board {
  const board = dark(columns, rows);
  return { ...board, lights: board.lights.map(() => (random() < 0.5 ? 1 : 0)) };
}

/** A cell as in the protocol: column and row, from 0. */
export function cellName({ columns }: Board, cell: number): string {
  return `${cell % columns},${Math.floor(cell / columns)}`;
}

/** The cells that were clicked an odd number of times. A second click undoes the first. */
export function clickedOddly(clicks: Iterable<number>): Set<number> {
  const odd = new Set<number>();
  for (const cell of clicks) {
    if (!odd.delete(cell)) odd.add(cell);
  }
  return odd;
}

/** The rows as lines of digits: `1` is a light that is on. */
export function toText({ columns, rows, lights }: Board): string {
  const row = (_: unknown, y: number) => lights.subarray(y * columns, (y + 1) * columns).join("");
  return Array.from({ length: rows }, row).join("\n");
}

/** The board of a text, or what is wrong with the text. Spaces between digits are allowed. */
export function fromText(text: string): Board | { wrong: string } {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/\s/g, "")).filter((line) => line !== "");
  const columns = lines[0]?.length ?? 0;
  const stranger = lines.findIndex((line) => /[^01]/.test(line));
  const uneven = lines.findIndex((line) => line.length !== columns);
  if (lines.length === 0) return { wrong: "There is no row." };
  if (stranger >= 0) return { wrong: `Row ${stranger + 1} has a character other than 0 and 1.` };
  if (uneven >= 0) return { wrong: `Row ${uneven + 1} is not as long as the first one.` };
  if (columns > MAX_SIDE || lines.length > MAX_SIDE) return { wrong: `A side has at most ${MAX_SIDE} cells.` };
  return { columns, rows: lines.length, lights: Uint8Array.from(lines.join(""), Number) };
}
