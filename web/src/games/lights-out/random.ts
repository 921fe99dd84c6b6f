// Repeatable pseudorandom numbers, so that a search on the same board finds the same each time.

import { toText, type Board } from "./board";

/** Returns numbers from 0 (inclusive) to 1 (exclusive), as `Math.random` does. */
export type RandomSource = () => number;

/** mulberry32 by Tommy Ettinger. */
export function generator(seed: number): RandomSource {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A seed derived from a board (FNV-1a). */
export function seedOf(board: Board): number {
  let hash = 0x811c9dc5;
  for (const letter of toText(board)) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash;
}
