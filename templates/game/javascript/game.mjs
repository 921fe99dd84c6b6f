// The rules of {name}.
//
// There are some heaps of pieces. Two bots take turns. In its turn, a bot takes any number of
// pieces from one heap. The bot that takes the last piece of all wins.
//
// Replace this by your own game. Rathaus runs the program once per match, and the program calls
// `play`, which sends requests to seats. Seats are numbers from 0.

import { run } from "./rathaus-game.mjs";

// The letters of the picture: a piece, and the pieces that the first or the second bot took last.
const PIECE = "#";
const TAKEN = ["a", "b"];

const LEGEND = [["a", "seat 0", "taken last"], ["b", "seat 1", "taken last"], [".", "dim"]];

function play(match) {
  // Use only match.random: the same seed and replies must give the same match.
  const { most } = match.parameters;
  const heaps = Array.from({ length: match.parameters.heaps }, () => 1 + match.random.below(most));
  const pieces = sum(heaps);
  match.show({ rows: rows(heaps, most), legend: LEGEND, caption: "seat 0 begins" });
  for (let seat = 0; ; seat = 1 - seat) {
    const answer = match.ask(seat, `heaps ${heaps.join(" ")}`);
    if (answer.out) {
      // The bot has exited, or has another fault with "forfeit" in game.toml.
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

// Returns the heap that a bot takes from, and how many pieces.
//
// A reply can be empty, huge, not a number, or in another alphabet. `malformed` and `illegal`
// record what is wrong with it in the result. The rules decide what follows.
function choice(answer, heaps) {
  const nullMove = { heap: heaps.findIndex((heap) => heap > 0), count: 1 };
  // For example, the bot was late. The host has already recorded the fault.
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

// The picture: one row for each heap.
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
