import { expect, test } from "vitest";
import { solveLikeArticle } from "./article-solver";
import { clicked, dark, fromText, lightsOn, randomSolvable, type Board } from "./board";
import { generator } from "./random";
import { solveGenetically } from "./genetic-solver";
import { PairSet } from "./pair-set";
import type { SearchProgress } from "./search-progress";

function board(text: string): Board {
  const read = fromText(text);
  if ("wrong" in read) throw new Error(read.wrong);
  return read;
}

const cells = (pairs: [number, number][]) => pairs.map(([x, y]) => y * 5 + x);

test("the article's method finds what bots/lights-out/article.js found in matches of seed 1", () => {
  const first = solveLikeArticle(board("00010\n10111\n01001\n00100\n10100"));
  expect(first.clicks).toEqual(cells([[1, 1], [2, 0], [2, 1], [2, 3], [4, 2], [1, 4], [2, 4], [3, 3]]));
  expect(first).toMatchObject({ generation: 8, best: 1, population: 200, evaluations: 128_730 });
  const second = solveLikeArticle(board("10000\n11111\n10100\n11111\n10101"));
  expect(second.clicks).toEqual(
    cells([[0, 1], [3, 1], [3, 3], [3, 4], [2, 3], [0, 4], [1, 3], [0, 2], [0, 1], [1, 0], [2, 0], [1, 4], [0, 4], [0, 0], [0, 1], [0, 2], [1, 1]]),
  );
  expect(second).toMatchObject({ generation: 17, best: 1, population: 200, evaluations: 317_730 });
});

for (const [name, solve] of [["the article's method", solveLikeArticle], ["the genetic algorithm", solveGenetically]] as const) {
  test(`${name} solves boards of up to 5 by 5`, () => {
    const random = generator(11);
    for (const [columns, rows] of [[1, 1], [1, 4], [3, 3], [4, 3], [4, 4], [5, 5]] as const) {
      const start = randomSolvable(columns, rows, random);
      const { clicks, best } = solve(start);
      expect(lightsOn(clicked(start, clicks!))).toBe(0);
      expect(best).toBe(1);
    }
  }, 60_000);

  test(`${name} reports its progress, and the same each time`, () => {
    const start = board("01100\n11010\n00100\n10011\n10110");
    const run = () => {
      const reported: SearchProgress[] = [];
      const found = solve(start, (progress) => reported.push(progress));
      return { reported, found };
    };
    const { reported, found } = run();
    expect(run()).toEqual({ reported, found });
    expect(reported.every(({ generation }, index) => generation >= index)).toBe(true);
    expect(reported.every(({ best }) => best >= 0 && best <= 1)).toBe(true);
    expect(reported.at(-1)!.evaluations).toBeLessThanOrEqual(found.evaluations);
  });

  test(`${name} needs no click on a dark board`, () => {
    const { clicks } = solve(dark(1, 1));
    expect(clicks).toEqual([]);
  });

  test(`${name} ends without a solution if there is none`, () => {
    const found = solve(board("1000\n0000\n0000\n0000"));
    expect(found.clicks).toBeNull();
    expect(found.ended).not.toBe("solved");
  }, 60_000);
}

test("a pair is new only once, and none of many is lost", () => {
  const seen = new PairSet();
  expect([seen.add(0, 0), seen.add(0, 0), seen.add(0, 5), seen.add(5, 0), seen.add(0, 5)]).toEqual([true, false, true, true, false]);
  const random = generator(2);
  const word = () => (random() * 2 ** 32) | 0;
  const pairs = Array.from({ length: 20_000 }, () => [word(), word()] as const);
  expect(pairs.every(([low, high]) => seen.add(low, high))).toBe(true);
  expect(pairs.some(([low, high]) => seen.add(low, high))).toBe(false);
  expect(seen.size).toBe(20_003);
});
