// The fewest clicks that solve a board, by linear algebra over the field of two elements, as in
// src/game/lights_out/oracle.rs.
//
// Clicks commute, and a second click undoes the first, so a solution is a set of cells. Each row of
// clicks follows from the rows above it and the lights ("light chasing"), so all clicks follow from
// the first row. What remains are the equations of the last row. Solutions differ by sets of clicks
// that change nothing. The first row is the shorter side, so there are at most 2^20 such sets, and
// trying all of them finds the fewest clicks.

import type { Board } from "./board";

/**
 * Whether a cell is clicked, as a sum of bits: one for each click of the first row, and above them
 * a constant bit that is always set.
 */
type Sum = number;

export interface Fewest {
  /** A smallest solution in the order of the cells; null if there is none. */
  clicks: number[] | null;
  /** The dimension of the space of clicks that change nothing. */
  idle: number;
  /** The number of solutions that were compared. */
  evaluations: number;
}

export function fewestClicks(board: Board): Fewest {
  const chased = chase(board);
  const solved = solveLastRow(chased);
  if (!solved.first) return { clicks: null, idle: solved.idle.length, evaluations: 1 };
  let clicks = clicksOf(chased, board, solved.first);
  const idle = solved.idle.map((row) => clicksOf(chased, board, row));
  let [best, least] = [clicks, size(clicks)];
  // In Gray code order, each combination differs from the one before by one set.
  const solutions = 2 ** idle.length;
  for (let number = 1; number < solutions; number++) {
    clicks = xor(clicks, idle[31 - Math.clz32(number & -number)]!);
    const count = size(clicks);
    if (count < least) [best, least] = [clicks, count];
  }
  return { clicks: members(best, board.lights.length), idle: idle.length, evaluations: solutions };
}

/**
 * A board after light chasing, for all first rows at once. It is turned so that no row is longer
 * than a column.
 */
interface Chased {
  width: number;
  /** For each row, whether a cell is clicked. The row below the last one must be zero. */
  rows: Sum[][];
  /** The number of a cell on the original board. */
  cell: (x: number, y: number) => number;
}

function chase(board: Board): Chased {
  const turned = board.columns > board.rows;
  const [width, height] = turned ? [board.rows, board.columns] : [board.columns, board.rows];
  const cell = (x: number, y: number) => (turned ? x * board.columns + y : y * board.columns + x);
  const constant = 1 << width;
  const rows: Sum[][] = [Array.from({ length: width }, (_, x) => 1 << x)];
  for (let y = 0; y < height; y++) {
    const row = rows[y]!;
    const below = row.map((own, x) => {
      const light = board.lights[cell(x, y)] ? constant : 0;
      return light ^ (rows[y - 1]?.[x] ?? 0) ^ (row[x - 1] ?? 0) ^ own ^ (row[x + 1] ?? 0);
    });
    rows.push(below);
  }
  return { width, rows, cell };
}

/**
 * A first row that solves the board, with the constant bit set, or null; and a basis of the first
 * rows that change nothing.
 */
function solveLastRow({ width, rows }: Chased): { first: Sum | null; idle: Sum[] } {
  const equations = rows.at(-1)!.slice();
  const pivots: number[] = [];
  for (let column = 0; column < width; column++) {
    const done = pivots.length;
    const found = equations.findIndex((equation, row) => row >= done && (equation >> column) & 1);
    if (found < 0) continue;
    const pivot = equations[found]!;
    equations[found] = equations[done]!;
    equations[done] = pivot;
    equations.forEach((equation, row) => {
      if (row !== done && (equation >> column) & 1) equations[row] = equation ^ pivot;
    });
    pivots.push(column);
  }
  // A column without a pivot is free. Each pivot is the sum of the free columns in its equation.
  const dependent = (bit: number): Sum =>
    pivots.reduce((row, column, index) => ((equations[index]! >> bit) & 1 ? row | (1 << column) : row), 0);
  const columns = Array.from({ length: width }, (_, column) => column);
  const free = columns.filter((column) => !pivots.includes(column));
  const contradicts = equations.slice(pivots.length).some((equation) => equation !== 0);
  return {
    first: contradicts ? null : dependent(width) | (1 << width),
    idle: free.map((column) => dependent(column) | (1 << column)),
  };
}

/** A set of cells, 32 per number. */
type Cells = Int32Array;

/** All clicks that follow from a first row. Without the constant bit, those for a dark board. */
function clicksOf({ rows, cell }: Chased, board: Board, first: Sum): Cells {
  const clicks = new Int32Array(Math.ceil(board.lights.length / 32));
  rows.slice(0, -1).forEach((row, y) =>
    row.forEach((sum, x) => {
      const index = cell(x, y);
      if (bitCount(sum & first) % 2 === 1) clicks[index >> 5]! |= 1 << (index & 31);
    }),
  );
  return clicks;
}

function xor(one: Cells, other: Cells): Cells {
  const both = one.slice();
  for (let word = 0; word < both.length; word++) both[word]! ^= other[word]!;
  return both;
}

function size(cells: Cells): number {
  let sum = 0;
  for (let word = 0; word < cells.length; word++) sum += bitCount(cells[word]!);
  return sum;
}

function members(cells: Cells, count: number): number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  return all.filter((index) => (cells[index >> 5]! >> (index & 31)) & 1);
}

/** The number of bits that are set. */
export function bitCount(bits: number): number {
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
