// Finds the frame that shows a turn.

/** The frame of a turn, or the last one before it. */
export function frameOf(turns: number[], turn: number): number {
  let [low, high] = [0, turns.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (turns[middle]! <= turn) low = middle;
    else high = middle - 1;
  }
  return low;
}
