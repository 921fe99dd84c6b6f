// Who won a match.

import type { MatchData, ScoreOrder } from "../types";

/** Which scores of a match are the best. */
export function orderOf({ best, match }: MatchData): ScoreOrder {
  return best ?? match.spec.program?.terms.best ?? "highest";
}

/** The seat with the only best score. Null in a draw, and in a match with one seat. */
export function winner(scores: number[], order: ScoreOrder): number | null {
  if (scores.length < 2) return null;
  const best = order === "highest" ? Math.max(...scores) : Math.min(...scores);
  const first = scores.indexOf(best);
  return scores.lastIndexOf(best) === first ? first : null;
}

/** The seats, the best score first, equal ones in the order of seats. */
export function byScore(scores: number[], order: ScoreOrder): number[] {
  const sign = order === "highest" ? 1 : -1;
  return scores.map((_, seat) => seat).sort((one, other) => sign * (scores[other]! - scores[one]!) || one - other);
}
