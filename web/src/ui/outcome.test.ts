import { expect, test } from "vitest";
import { byScore, winner } from "./outcome";

const MATCHES = [[1, 3, 2], [3, 3, 1], [5], [], [-4, -1], [1, 1]];

test("only a single best score of several wins", () => {
  expect(MATCHES.map((scores) => winner(scores, "highest"))).toEqual([1, null, null, null, 1, null]);
  expect(MATCHES.map((scores) => winner(scores, "lowest"))).toEqual([0, 2, null, null, 0, null]);
});

test("the best score is first", () => {
  expect(byScore([1, 3, 1, 2], "highest")).toEqual([1, 3, 0, 2]);
  expect(byScore([1, 3, 1, 2], "lowest")).toEqual([0, 2, 3, 1]);
});
