// A game of the prisoner's dilemma. See docs/PRISONERS-DILEMMA.md for the rules.

export interface Round {
  /** Pairs of identifiers: who took, and from whom. */
  takes: [number, number][];
  /** The scores after the round, by identifier. */
  scores: number[];
}

/** The details of a match, as docs/JSON.md has them. */
export interface Details {
  /** The identifier of each seat, from 1. */
  ids: number[];
  rounds: Round[];
}

/** The seats in the order of their identifiers. */
export function seatsById(ids: number[]): number[] {
  return ids.map((_, seat) => seat).sort((one, other) => ids[one]! - ids[other]!);
}

/** A number for each pair of players, by identifier less 1: the row took, the column lost. */
export type Matrix = number[][];

function empty(players: number): Matrix {
  return Array.from({ length: players }, () => Array<number>(players).fill(0));
}

/** How often each player took from each other player. */
export function takes(rounds: Round[], players: number): Matrix {
  const matrix = empty(players);
  for (const round of rounds) {
    for (const [by, from] of round.takes) matrix[by - 1]![from - 1]!++;
  }
  return matrix;
}

/** How often each player took, and how often it lost. */
export function sums(matrix: Matrix): { took: number[]; lost: number[] } {
  const took = matrix.map((row) => row.reduce((sum, count) => sum + count, 0));
  const lost = matrix.map((_, from) => matrix.reduce((sum, row) => sum + row[from]!, 0));
  return { took, lost };
}

/** The scores after `played` rounds, by identifier. */
export function scoresAfter(rounds: Round[], played: number, players: number): number[] {
  return rounds[played - 1]?.scores ?? Array<number>(players).fill(0);
}

export interface RankedPlayer {
  /** The identifier less 1. */
  player: number;
  rank: number;
  score: number;
}

/**
 * The players, the best first. Players with equal scores share a rank, in the order of identifiers.
 */
export function ranked(scores: number[]): RankedPlayer[] {
  const order = scores.map((_, player) => player).sort((one, other) => scores[other]! - scores[one]! || one - other);
  const rank = (score: number) => 1 + scores.filter((other) => other > score).length;
  return order.map((player) => ({ player, rank: rank(scores[player]!), score: scores[player]! }));
}
