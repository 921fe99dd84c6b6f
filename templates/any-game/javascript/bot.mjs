// A first bot for {game}. It sends random replies. The rules of the game explain the lines.
//
// It runs for a whole match and may keep data. Send each reply within the time limit.
import { createInterface } from "node:readline";

// The starts of lines that need a reply, with replies to choose from. The first start that fits
// counts. All other lines are information.
const REPLIES = [
  [{question}, [{examples}]],
];

// The generator mulberry32 with a fixed seed, so that the bot plays a match in the same way again.
let state = 1;
function below(bound) {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
}

function reply(line) {
  const [, replies] = REPLIES.find(([start]) => line.startsWith(start)) ?? [];
  return replies?.[below(replies.length)];
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = reply(line);
  if (answer !== undefined) console.log(answer);
}
