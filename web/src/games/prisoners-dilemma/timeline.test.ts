import { expect, test } from "vitest";
import { ranked, scoresAfter, seatsById, sums, takes, type Round } from "./timeline";

const rounds: Round[] = [
  { takes: [[1, 2], [1, 3]], scores: [2, -2, -2] },
  { takes: [[1, 2], [3, 1]], scores: [1, -4, -1] },
];

test("takes are counted by who took and from whom", () => {
  expect(takes(rounds, 3)).toEqual([[0, 2, 1], [0, 0, 0], [1, 0, 0]]);
  expect(takes(rounds.slice(1), 3)).toEqual([[0, 1, 0], [0, 0, 0], [1, 0, 0]]);
  expect(sums(takes(rounds, 3))).toEqual({ took: [3, 0, 1], lost: [1, 2, 1] });
});

test("takes explain the scores", () => {
  const { took, lost } = sums(takes(rounds, 3));
  expect(took.map((count, player) => count - 2 * lost[player]!)).toEqual(rounds[1]!.scores);
});

test("before the first round all have nothing", () => {
  expect(scoresAfter(rounds, 0, 3)).toEqual([0, 0, 0]);
  expect(scoresAfter(rounds, 1, 3)).toEqual([2, -2, -2]);
});

test("equal scores have the same rank, and the smaller identifier comes first", () => {
  expect(ranked([-2, 5, -2, -9]).map(({ player, rank }) => [player, rank])).toEqual([[1, 1], [0, 2], [2, 2], [3, 4]]);
});

test("seats are in the order of their identifiers", () => {
  expect(seatsById([3, 1, 2])).toEqual([1, 2, 0]);
});
