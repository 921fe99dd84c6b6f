import { expect, test } from "vitest";
import { frameOf } from "./frames";

test("a turn has its frame, or the last one before", () => {
  const turns = [0, 10, 20, 50];
  expect([0, 9, 10, 19.9, 20, 49, 50, 1e9].map((turn) => frameOf(turns, turn))).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  expect(frameOf(turns, -5)).toBe(0);
  expect(frameOf([7], 3)).toBe(0);
});

test("it is what looking through all of them finds", () => {
  for (let count = 1; count < 20; count++) {
    const turns = Array.from({ length: count }, (_, index) => index * index);
    for (let turn = 0; turn < 400; turn++) {
      expect(frameOf(turns, turn)).toBe(turns.filter((other) => other <= turn).length - 1);
    }
  }
});
