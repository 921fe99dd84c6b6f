import { expect, test } from "vitest";
import { byScore, winner } from "./outcome";

test("only a single highest score of several wins", () => {
  expect([[1, 3, 2], [3, 3, 1], [5], [], [-4, -1]].map(winner)).toEqual([1, null, null, null, 1]);
});

test("the highest score is first", () => {
  expect(byScore([1, 3, 1, 2])).toEqual([1, 3, 0, 2]);
});
