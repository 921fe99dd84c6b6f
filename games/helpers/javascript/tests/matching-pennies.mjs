// Matching pennies, as `protocol/transcripts/games/README.md` describes it.

import { run } from "../rathaus-game.mjs";

const LEGEND = [["H", "on", "heads"], ["T", "off", "tails"], ["-", "dim"]];
const LETTERS = { heads: "H", tails: "T" };
const SEATS = [0, 1];

/** The word of a seat, or null after a fault. */
function word(answer) {
  if (answer.line in LETTERS) return answer.line;
  if (answer.line !== null) answer.malformed(`expected heads or tails, found "${answer.line}"`);
  return null;
}

run((match) => {
  const { rounds } = match.parameters;
  const points = [0, 0];
  const rows = ["", ""];
  let caption = "no round yet";
  for (let number = 1; number <= rounds; number++) {
    match.show({ rows, legend: LEGEND, caption });
    match.progress({ done: (number - 1) / rounds, standing: points });
    const first = (seat) => (number === 1 ? [`seat ${seat} rounds ${rounds}`] : []);
    const questions = SEATS.map((seat) => [seat, [...first(seat), `round ${number}`]]);
    const answers = match.askAll(new Map(questions), { ms: 500 });
    const words = SEATS.map((seat) => word(answers.get(seat)));
    for (const seat of SEATS) rows[seat] += LETTERS[words[seat]] ?? "-";
    if (!words.includes(null)) points[words[0] === words[1] ? 0 : 1] += 1;
    else if (words[0] !== words[1]) points[words[0] === null ? 1 : 0] += 1;
    caption = `round ${number} of ${rounds}`;
    match.show({ rows, legend: LEGEND, caption });
    for (const seat of SEATS) {
      match.tell(seat, `other ${words[1 - seat] ?? "nothing"}`);
      if (answers.get(seat).out) return match.end({ scores: points, reason: `seat ${seat} is out` });
    }
  }
  match.end({ scores: points, reason: `all ${rounds} rounds were played` });
});
