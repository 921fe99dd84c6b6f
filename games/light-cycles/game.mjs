// Light cycles: each seat drives a cycle that leaves a wall behind it. Who drives into a wall is out, and who lasts longest wins.

import { run } from "./rathaus-game.mjs";

/** Ways to go, by the word for each: right is more in x, down more in y. */
const WAYS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** Letters of the cycles; their walls are the small ones. */
const LETTERS = "ABCDEF";

/** The places on a board, each with the seat whose wall is there, or null. */
class Board {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.walls = new Map();
  }

  key([x, y]) {
    return y * this.width + x;
  }

  /** Whether one can drive there. */
  isFree([x, y]) {
    return x >= 0 && x < this.width && y >= 0 && y < this.height && !this.walls.has(this.key([x, y]));
  }

  picture(cycles) {
    const heads = new Map(cycles.map(({ place }, seat) => [this.key(place), seat]));
    const letter = (x, y) => {
      const key = this.key([x, y]);
      const [head, wall] = [heads.get(key), this.walls.get(key)];
      if (wall === undefined) return ".";
      return head === wall ? LETTERS[wall] : LETTERS[wall].toLowerCase();
    };
    const row = (y) => Array.from({ length: this.width }, (_, x) => letter(x, y)).join("");
    return Array.from({ length: this.height }, (_, y) => row(y));
  }
}

/** Places for so many cycles, far from one another: evenly around a rectangle in the middle of the board, beginning anywhere. */
function starts(board, seats, random) {
  const [left, top] = [Math.floor(board.width / 5), Math.floor(board.height / 5)];
  const [across, down] = [board.width - 1 - 2 * left, board.height - 1 - 2 * top];
  const around = 2 * (across + down);
  const begin = random.below(around);
  const order = Array.from({ length: seats }, (_, seat) => seat);
  random.shuffle(order);
  return order.map((number) => {
    const way = (begin + Math.floor((around * number) / seats)) % around;
    if (way < across) return [left + way, top];
    if (way < across + down) return [left + across, top + way - across];
    if (way < 2 * across + down) return [left + 2 * across + down - way, top + down];
    return [left, top + around - way];
  });
}

/** The way that an answer names. Who names none drives on, and who has not driven yet drives to the right. */
function wayOf(answer, before) {
  if (answer.line in WAYS) return answer.line;
  if (answer.line !== null) answer.malformed(`expected left, right, up or down, found ${JSON.stringify(answer.line)}`);
  return before;
}

const word = ({ place, isOut }) => (isOut ? "- -" : place.join(" "));

run((match) => {
  const { width, height } = match.parameters;
  const board = new Board(width, height);
  const places = starts(board, match.seats, match.random);
  const cycles = places.map((place) => ({ place, way: "right", isOut: false, lasted: 0 }));
  cycles.forEach(({ place }, seat) => board.walls.set(board.key(place), seat));
  const driving = () => cycles.map((_, seat) => seat).filter((seat) => !cycles[seat].isOut);
  const legend = cycles.map((_, seat) => [LETTERS[seat], `seat ${seat}`, `the cycle of seat ${seat}`]);
  legend.push(...cycles.map((_, seat) => [LETTERS[seat].toLowerCase(), `seat ${seat}`]), [".", "dim"]);
  const show = (caption) => match.show({ rows: board.picture(cycles), legend, caption });

  let turn = 0;
  while (driving().length > 1) {
    show(`turn ${turn}, ${driving().length} cycles`);
    match.progress({ done: turn / (width * height), standing: cycles.map(({ lasted }) => lasted) });
    const state = `turn ${turn} ${cycles.map(word).join(" ")}`;
    const first = (seat) => (turn === 0 ? [`board ${width} ${height} seats ${match.seats} you ${seat}`] : []);
    const answers = match.askAll(new Map(driving().map((seat) => [seat, [...first(seat), state]])));
    turn += 1;

    // All drive at the same time: nobody sees where the others have gone before going.
    const reached = new Map();
    for (const [seat, answer] of answers) {
      const cycle = cycles[seat];
      cycle.way = wayOf(answer, cycle.way);
      const [dx, dy] = WAYS[cycle.way];
      const place = [cycle.place[0] + dx, cycle.place[1] + dy];
      cycle.isOut = answer.out || !board.isFree(place);
      if (cycle.isOut) continue;
      const key = board.key(place);
      reached.set(key, [...(reached.get(key) ?? []), seat]);
      cycle.next = place;
    }
    for (const [key, seats] of reached) {
      // Two that meet in one place are both out, and leave no wall there.
      for (const seat of seats) cycles[seat].isOut = seats.length > 1;
      if (seats.length > 1) continue;
      board.walls.set(key, seats[0]);
      Object.assign(cycles[seats[0]], { place: cycles[seats[0]].next, lasted: turn });
    }
  }

  const [winner] = driving();
  const reason = winner === undefined ? "nobody is left" : `only seat ${winner} is left`;
  show(`${reason} after ${turn} turns`);
  // Who is left has lasted longer than anybody.
  const lasted = cycles.map(({ lasted, isOut }) => (isOut ? lasted : turn + 1));
  const ranks = lasted.map((own) => 1 + lasted.filter((other) => other > own).length);
  match.end({ ranks, reason: `${reason} after ${turn} turns`, details: { lasted: cycles.map((one) => one.lasted) } });
});
