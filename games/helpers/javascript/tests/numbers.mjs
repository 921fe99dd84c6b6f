// Prints the first numbers of some generators, for the test of the helpers.

import { Random } from "../rathaus-game.mjs";

for (const seed of [0n, 1n, (1n << 64n) - 1n]) {
  const random = new Random(seed);
  console.log(String(seed), ...[1, 2, 3, 4].map(() => String(random.bits())));
  const cards = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  random.shuffle(cards);
  console.log(...cards, random.below(6), random.choice([..."abc"]), random.below(2 ** 40));
}
