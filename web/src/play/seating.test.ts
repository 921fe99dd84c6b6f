import { expect, test } from "vitest";
import type { PlayableGame } from "./play-state";
import { firstSeating, seated, withoutSeat, withSeat } from "./seating";

function game(from: number, to: number, bots: number): PlayableGame {
  return { name: "a", game: "a", about: null, seats: { from, to }, bots: Array(bots).fill("bot"), parameters: [] };
}

test("a match begins with the person and each bot, as far as there are seats", () => {
  expect(firstSeating(game(2, 2, 3))).toEqual([null, 0]);
  expect(firstSeating(game(2, 6, 3))).toEqual([null, 0, 1, 2]);
  expect(firstSeating(game(3, 3, 1))).toEqual([null, 0, 0]);
  expect(firstSeating(game(1, 1, 0))).toEqual([null]);
});

test("the person sits in exactly one seat", () => {
  expect(seated([null, 0, 1], 2, null)).toEqual([1, 0, null]);
  expect(seated([null, 0, 1], 1, 2)).toEqual([null, 2, 1]);
  expect(seated([null, 0], 0, 1)).toEqual([1, null]);
  expect(seated([0, null, 1], 1, 1)).toEqual([null, 1, 1]);
});

test("a new seat is for the bot with the fewest", () => {
  expect(withSeat([null, 0, 0, 1], 2)).toEqual([null, 0, 0, 1, 1]);
  expect(withoutSeat([null, 0, 1], 1)).toEqual([null, 1]);
});
