// Who won a match.

/** The seat with the only highest score. Null in a draw, and in a match with one seat. */
export function winner(scores: number[]): number | null {
  if (scores.length < 2) return null;
  const best = Math.max(...scores);
  const first = scores.indexOf(best);
  return scores.lastIndexOf(best) === first ? first : null;
}

/** The seats, the highest score first, equal ones in the order of seats. */
export function byScore(scores: number[]): number[] {
  return scores.map((_, seat) => seat).sort((one, other) => scores[other]! - scores[one]! || one - other);
}
