import { expect, test } from "vitest";
import { changes, frames, standings, totals, traffic, type Change, type Round } from "./timeline";

const SIDE = 4;

/** Vertices that a seat owns. */
function owned(seat: number, ...vertices: [number, number][]): Change[] {
  return vertices.map(([x, y]) => ({ frame: 2, vertex: y * SIDE + x, seats: [seat], isBroken: false }));
}

const at = (x: number, y: number) => y * SIDE + x;

test("choices of a phase are simultaneous, and a vertex may have several owners", () => {
  const round: Round = {
    gains: [0, 0, 0],
    asks: 5,
    broken: [[[1, 0], null, [1, 0]], [null, null, null]],
    owned: [[[2, 3], [2, 3], null], [[0, 0], null, null]],
  };
  expect(changes(round, SIDE)).toEqual([
    { frame: 1, vertex: 1, seats: [0, 2], isBroken: true },
    { frame: 2, vertex: at(2, 3), seats: [0, 1], isBroken: false },
    { frame: 4, vertex: 0, seats: [0], isBroken: false },
  ]);
  expect(frames(round)).toBe(6);
});

test("a path is on the way of each search from its source", () => {
  const path = [...owned(0, [0, 0], [3, 1]), ...owned(1, [2, 2], [3, 3])];
  const flow = traffic(path, SIDE, 5);
  expect([...flow.visits]).toEqual([[0, 5], [at(3, 1), 5], [at(2, 2), 5], [at(3, 3), 5]]);
  expect(standings(path, flow, 2, 9).map((seat) => seat.expected)).toEqual([10, 10]);
});

test("dead ends count for nobody, and searches divide between the others", () => {
  const grid = owned(0, [1, 0], [0, 1], [1, 1], [2, 1], [0, 2], [1, 2], [0, 3], [3, 0]);
  const { visits, ways } = traffic(grid, SIDE, 4);
  // (2, 1) also leads to (1, 2). (3, 0) leads to (0, 1) around the border, and to (2, 1).
  expect(visits.get(at(1, 0))).toBe(4);
  expect(visits.get(at(3, 0))).toBe(4);
  const flow = (y: number) => ways.filter(({ to }) => Math.floor(to / SIDE) === y).reduce((sum, way) => sum + way.flow, 0);
  for (const y of [1, 2, 3]) expect(flow(y)).toBeCloseTo(8, 9);
  const stub = traffic(owned(0, [1, 0], [1, 1], [1, 2]), SIDE, 4);
  expect(stub.visits.size + stub.ways.length).toBe(0);
});

test("what cannot be reached from a source does not count", () => {
  const grid = owned(0, [0, 0], [0, 1], [0, 2], [0, 3], [2, 2], [3, 3]);
  const { visits } = traffic(grid, SIDE, 2);
  // (0, 2) leads to (0, 3) and, around the border, to (3, 3).
  expect([visits.has(at(2, 2)), visits.get(at(3, 3)), visits.get(at(0, 3))]).toEqual([false, 1, 1]);
});

test("broken vertices are no way, and what was done is counted up to a frame", () => {
  const grid: Change[] = [{ frame: 1, vertex: 0, seats: [1], isBroken: true }, ...owned(0, [1, 0])];
  const none = traffic(grid, SIDE, 2);
  expect(standings(grid, none, 2, 1)).toEqual([
    { broken: 0, owned: 0, counting: 0, expected: 0 },
    { broken: 1, owned: 0, counting: 0, expected: 0 },
  ]);
  expect(standings(grid, none, 2, 2)[0]!.owned).toBe(1);
});

test("totals add up", () => {
  const round = (gains: number[]): Round => ({ gains, broken: [], owned: [], asks: 1 });
  expect(totals([round([1, 5]), round([2, 0])], 2)).toEqual([[0, 0], [1, 5], [3, 5]]);
});
