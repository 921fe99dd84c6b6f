import { expect, test } from "vitest";
import { clicked, dark, lightsOn, randomSolvable, type Board } from "./board";
import { generator } from "./random";
import { bitCount, fewestClicks } from "./fewest-clicks";

/** A board whose lights are the bits of a number. */
function numbered(columns: number, rows: number, number: number): Board {
  const board = dark(columns, rows);
  return { ...board, lights: board.lights.map((_, cell) => (number >>> cell) & 1) };
}

/**
 * The fewest clicks of each board of a shape, found by trying all sets of clicks. The index is the
 * number of the board; -1 means that it has no solution.
 */
function byTrying(columns: number, rows: number): Int8Array {
  const count = columns * rows;
  const flips = Array.from({ length: count }, (_, cell) =>
    clicked(dark(columns, rows), [cell]).lights.reduce((number, light, at) => number | (light << at), 0),
  );
  const fewest = new Int8Array(2 ** count).fill(-1);
  let lights = 0;
  for (let set = 0; set < 2 ** count; set++) {
    // In Gray code order, each set differs from the one before by one click.
    if (set > 0) lights ^= flips[31 - Math.clz32(set & -set)]!;
    const clicks = bitCount(set ^ (set >>> 1));
    if (fewest[lights]! < 0 || clicks < fewest[lights]!) fewest[lights] = clicks;
  }
  return fewest;
}

function agrees(board: Board, fewest: number) {
  const { clicks } = fewestClicks(board);
  expect(clicks?.length ?? -1).toBe(fewest);
  if (clicks) expect(lightsOn(clicked(board, clicks))).toBe(0);
}

test("all boards of 3 by 3 and of all smaller shapes have the fewest clicks that trying finds", () => {
  for (const [columns, rows] of [[3, 3], [1, 1], [1, 5], [5, 1], [2, 3], [3, 2], [2, 2], [4, 2]] as const) {
    byTrying(columns, rows).forEach((fewest, number) => agrees(numbered(columns, rows, number), fewest));
  }
});

test("random boards of up to 5 by 5 do so as well", () => {
  const random = generator(3);
  for (const [columns, rows] of [[4, 4], [5, 3], [3, 5], [4, 5], [5, 4]] as const) {
    const fewest = byTrying(columns, rows);
    for (let some = 0; some < 300; some++) {
      const number = Math.floor(random() * fewest.length);
      agrees(numbered(columns, rows, number), fewest[number]!);
    }
  }
  const fewest = byTrying(5, 5);
  for (let some = 0; some < 500; some++) {
    const number = Math.floor(random() * fewest.length);
    agrees(numbered(5, 5, number), fewest[number]!);
  }
  // Known results: a quarter of all boards can be solved, and none needs more than 15 clicks.
  expect(fewest.reduce((sum, clicks) => sum + (clicks >= 0 ? 1 : 0), 0)).toBe(2 ** 23);
  expect(fewest.reduce((most, clicks) => Math.max(most, clicks), 0)).toBe(15);
}, 60_000);

test("idle clicks are as many as is known of square boards (OEIS A159257)", () => {
  const known = [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0];
  const found = known.map((_, index) => fewestClicks(numbered(index + 1, index + 1, 0)).idle);
  expect(found).toEqual(known);
});

test("large boards are solved with no more clicks than were made, whichever way they lie", () => {
  const random = generator(5);
  for (const [columns, rows] of [[20, 20], [19, 19], [20, 7], [7, 20], [1, 20], [16, 17]] as const) {
    const made = Array.from({ length: 6 }, () => Math.floor(random() * columns * rows));
    const board = clicked(dark(columns, rows), made);
    const { clicks } = fewestClicks(board);
    expect(clicks!.length).toBeLessThanOrEqual(6);
    expect(lightsOn(clicked(board, clicks!))).toBe(0);
    expect(fewestClicks(randomSolvable(columns, rows, random)).clicks).not.toBeNull();
  }
});
