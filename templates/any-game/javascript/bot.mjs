// A first bot for {game}. It says at random what bots of this game could say; its rules tell what its lines mean.
//
// It lives for a match, and remembers what it likes. A line has to be answered within its time.
import { createInterface } from "node:readline";

// What bots could say.
const ANSWERS = [{examples}];

// How lines begin that want an answer. Other lines tell something.
const QUESTION = {question};

// A generator with a seed of its own (mulberry32), so that it plays the same match again in the same way.
let state = 1;
function below(bound) {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
}

function answer(line) {
  return ANSWERS[below(ANSWERS.length)];
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.startsWith(QUESTION)) console.log(answer(line));
}
