// The rules of {name}.
//
// There are some heaps of pieces. In turns, two bots take as many as they want from one of them, and who takes the last piece of all wins.
// Change it into a game of your own: the function is called once for a match, and asks seats by their numbers, from 0.

import { run } from "./rathaus-game.mjs";

// The letters that stand for pieces of the heaps in pictures, and for what the first and the second bot took last.
const PIECE = "#";
const TAKEN = ["a", "b"];

const LEGEND = [["a", "seat 0", "taken last"], ["b", "seat 1", "taken last"], [".", "dim"]];

function play(match) {
  // All chance comes from match.random: the same seed and the same answers have to be the same match.
  const { most } = match.parameters;
  const heaps = Array.from({ length: match.parameters.heaps }, () => 1 + match.random.below(most));
  const pieces = sum(heaps);
  match.show({ rows: rows(heaps, most), legend: LEGEND, caption: "seat 0 begins" });
  for (let seat = 0; ; seat = 1 - seat) {
    const answer = match.ask(seat, `heaps ${heaps.join(" ")}`);
    if (answer.out) {
      // Its program has ended, or has done something else that game.toml has bots forfeit for.
      return finish(match, 1 - seat, `seat ${seat} is out`);
    }
    const { heap, count } = choice(answer, heaps);
    heaps[heap] -= count;
    const caption = `seat ${seat} has taken ${count} from heap ${heap}`;
    match.show({ rows: rows(heaps, most, { heap, count, letter: TAKEN[seat] }), legend: LEGEND, caption });
    match.progress({ done: 1 - sum(heaps) / pieces });
    if (sum(heaps) === 0) return finish(match, seat, `seat ${seat} has taken the last piece`);
  }
}

// The heap that a bot wants to take from, and how many pieces.
//
// What bots say is not to be trusted: it can be empty, huge, no numbers, or in another alphabet. What is wrong with it is said with
// `malformed` or `illegal`, and stands in the results; what follows from it is up to the rules.
function choice(answer, heaps) {
  const nullMove = { heap: heaps.findIndex((heap) => heap > 0), count: 1 };
  // It was late, for instance. The host knows that already.
  if (answer.fault) return nullMove;
  const numbers = /^(\d{1,3}) (\d{1,3})$/.exec(answer.line);
  if (!numbers) {
    const found = JSON.stringify(answer.line.slice(0, 40));
    answer.malformed(`expected HEAP COUNT, two numbers such as \`0 2\`, found ${found}`);
    return nullMove;
  }
  const [heap, count] = [Number(numbers[1]), Number(numbers[2])];
  if (heap >= heaps.length || count < 1 || count > heaps[heap]) {
    answer.illegal(`cannot take ${count} from heap ${heap} of ${heaps.join(", ")}`);
    return nullMove;
  }
  return { heap, count };
}

// How the heaps look: a row for each.
function rows(heaps, most, taken) {
  return heaps.map((pieces, heap) => {
    const gone = taken?.heap === heap ? taken.letter.repeat(taken.count) : "";
    return (PIECE.repeat(pieces) + gone).padEnd(most, ".");
  });
}

function sum(heaps) {
  return heaps.reduce((all, heap) => all + heap, 0);
}

function finish(match, winner, reason) {
  match.end({ scores: Array.from({ length: match.seats }, (_, seat) => (seat === winner ? 1 : 0)), reason });
}

run(play);
