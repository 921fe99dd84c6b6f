// Divides its purse among the remaining rounds, and bids only for valuable items.

import { createInterface } from "node:readline";

let rounds = 1;

for await (const line of createInterface({ input: process.stdin })) {
  const words = line.split(" ");
  if (words[0] === "seats") rounds = Number(words[5]);
  if (words[0] !== "round") continue;
  const [round, value, purse] = [Number(words[1]), Number(words[3]), Number(words[5])];
  // It hopes to win a third of the remaining items.
  const share = (3 * purse) / (rounds - round + 1);
  const bid = value < 50 ? 0 : Math.min(value - 10, share, purse);
  console.log(Math.floor(bid));
}
