// The board: which lights are on, and what clicks do. Cells are numbered row by row.

/** The most cells on a side, as the referee has it. */
export const MAX_SIDE = 20;

export interface Board {
  readonly columns: number;
  readonly rows: number;
  /** A number for each cell: 1 for a light that is on, else 0. */
  readonly lights: Uint8Array;
}

/** Numbers from 0 up to 1, such as `Math.random`. */
export type RandomSource = () => number;

export function dark(columns: number, rows: number): Board {
  return { columns, rows, lights: new Uint8Array(columns * rows) };
}

/** The cell itself and its neighbours, as far as they are on the board: a click flips these. */
export function around({ columns, rows }: Board, cell: number): number[] {
  const x = cell % columns;
  const y = Math.floor(cell / columns);
  const near: [number, number][] = [[x, y], [x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]];
  const inside = near.filter(([x, y]) => x >= 0 && x < columns && y >= 0 && y < rows);
  return inside.map(([x, y]) => y * columns + x);
}

/** What {@link around} says of all cells, which is worth knowing where many are clicked. */
export function neighbourhoods(board: Board): number[][] {
  return Array.from(board.lights, (_, cell) => around(board, cell));
}

/** The board after some clicks. */
export function clicked(board: Board, cells: Iterable<number>): Board {
  const lights = board.lights.slice();
  for (const cell of cells) {
    for (const near of around(board, cell)) lights[near]! ^= 1;
  }
  return { ...board, lights };
}

/** The board with one light flipped, and none of its neighbours. */
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

/** A dark board on which each cell was clicked with even odds: any board that can be solved is as likely as any other. */
export function randomSolvable(columns: number, rows: number, random: RandomSource): Board {
  const board = dark(columns, rows);
  const cells = Array.from(board.lights.keys());
  return clicked(board, cells.filter(() => random() < 0.5));
}

/** A board on which each light is on with even odds, whether that can be solved or not. */
export function randomLights(columns: number, rows: number, random: RandomSource): Board {
  const board = dark(columns, rows);
  return { ...board, lights: board.lights.map(() => (random() < 0.5 ? 1 : 0)) };
}

/** A cell as the protocol has it: column and row, from 0. */
export function cellName({ columns }: Board, cell: number): string {
  return `${cell % columns},${Math.floor(cell / columns)}`;
}

/** The cells that were clicked an odd number of times: a second click undoes the first. */
export function clickedOddly(clicks: Iterable<number>): Set<number> {
  const odd = new Set<number>();
  for (const cell of clicks) {
    if (!odd.delete(cell)) odd.add(cell);
  }
  return odd;
}

/** The rows as digits, a line for each, `1` for a light that is on. */
export function toText({ columns, rows, lights }: Board): string {
  const row = (_: unknown, y: number) => lights.subarray(y * columns, (y + 1) * columns).join("");
  return Array.from({ length: rows }, row).join("\n");
}

/** The board that a text says, or what is wrong with the text. Blanks are left out, so that digits may stand apart. */
export function fromText(text: string): Board | { wrong: string } {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/\s/g, "")).filter((line) => line !== "");
  const columns = lines[0]?.length ?? 0;
  const stranger = lines.findIndex((line) => /[^01]/.test(line));
  const uneven = lines.findIndex((line) => line.length !== columns);
  if (lines.length === 0) return { wrong: "There is no row." };
  if (stranger >= 0) return { wrong: `Row ${stranger + 1} has something besides 0 and 1.` };
  if (uneven >= 0) return { wrong: `Row ${uneven + 1} is not as long as the first one.` };
  if (columns > MAX_SIDE || lines.length > MAX_SIDE) return { wrong: `A side has at most ${MAX_SIDE} cells.` };
  return { columns, rows: lines.length, lights: Uint8Array.from(lines.join(""), Number) };
}
