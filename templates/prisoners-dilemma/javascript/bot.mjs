// A first bot for the prisoner's dilemma: tit for tat that forgives.
//
//     rathaus play prisoners-dilemma . .
//     rathaus check prisoners-dilemma .
//
// Each round runs this program once. It reads the whole game so far and writes the identifiers of
// the players to take from. A take gains 1 point and costs the other player 2, so feuds hurt both.
//
// The same input must give the same output. Instead of random numbers, use the number of the
// round: it is the same for all players. To keep data, write a second line. It is the last line
// of the next input.
import { readFileSync } from "node:fs";

// It forgives everybody in one round of this many. This ends feuds with players like itself.
const FORGIVES_EVERY = 10n;

// Returns the players to take from. `history` has pairs [taker, taken] for each round. `number` has
// 64 bits, so it is a BigInt.
function takes(players, me, history, number) {
  if (history.length === 0 || number % FORGIVES_EVERY === 0n) return [];
  return history.at(-1).filter(([, taken]) => taken === me).map(([taker]) => taker);
}

const lines = readFileSync(0, "utf8").split("\n");
const [players, me, rounds] = lines[0].split(" ").map(Number);
const history = lines.slice(1, rounds + 1).map((line) =>
  [...line.matchAll(/\((\d+), (\d+)\)/g)].map(([, taker, taken]) => [Number(taker), Number(taken)]),
);
const number = BigInt(lines[rounds + 1]);
console.log(takes(players, me, history, number).join(" "));
