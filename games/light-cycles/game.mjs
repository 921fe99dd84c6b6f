// Light cycles: each seat drives a cycle that leaves a wall behind it. A cycle that hits a wall is
// out. The last one wins.

import { run } from "./rathaus-game.mjs";

/** The directions by name. x grows to the right, y grows downwards. */
const DIRECTIONS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** The letters of the cycles. Their walls have the lower-case letters. */
const LETTERS = "ABCDEF";

/** A board. `walls` has the seat of each wall, by cell. */
class Board {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.walls = new Map();
  }

  key([x, y]) {
    return y * this.width + x;
  }

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

/**
 * The starting cells: evenly distributed along a rectangle in the middle of the board, from a
 * random point on, in random order.
 */
function startingCells(board, seats, random) {
  const [left, top] = [Math.floor(board.width / 5), Math.floor(board.height / 5)];
  const [width, height] = [board.width - 1 - 2 * left, board.height - 1 - 2 * top];
  const perimeter = 2 * (width + height);
  const begin = random.below(perimeter);
  const order = Array.from({ length: seats }, (_, seat) => seat);
  random.shuffle(order);
  return order.map((number) => {
    const distance = (begin + Math.floor((perimeter * number) / seats)) % perimeter;
    if (distance < width) return [left + distance, top];
    if (distance < width + height) return [left + width, top + distance - width];
    if (distance < 2 * width + height) return [left + 2 * width + height - distance, top + height];
    return [left, top + perimeter - distance];
  });
}

const positionText = ({ place, isOut }) => (isOut ? "- -" : place.join(" "));

run((match) => {
  const { width, height } = match.parameters;
  const board = new Board(width, height);
  const starts = startingCells(board, match.seats, match.random);
  const cycles = starts.map((place) => ({ place, direction: "right", isOut: false, lasted: 0 }));
  cycles.forEach(({ place }, seat) => board.walls.set(board.key(place), seat));
  const driving = () => cycles.map((_, seat) => seat).filter((seat) => !cycles[seat].isOut);
  const legend = cycles.map((_, seat) => [LETTERS[seat], `seat ${seat}`, `the cycle of seat ${seat}`]);
  legend.push(...cycles.map((_, seat) => [LETTERS[seat].toLowerCase(), `seat ${seat}`]), [".", "dim"]);
  const show = (caption) => match.show({ rows: board.picture(cycles), legend, caption });

  let turn = 0;
  while (driving().length > 1) {
    show(`turn ${turn}, ${driving().length} cycles`);
    match.progress({ done: turn / (width * height), standing: cycles.map(({ lasted }) => lasted) });
    const state = `turn ${turn} ${cycles.map(positionText).join(" ")}`;
    const first = (seat) => (turn === 0 ? [`board ${width} ${height} seats ${match.seats} you ${seat}`] : []);
    const answers = match.askAll(new Map(driving().map((seat) => [seat, [...first(seat), state]])));
    turn += 1;

    // All cycles move at the same time.
    const reached = new Map();
    for (const [seat, answer] of answers) {
      const cycle = cycles[seat];
      // Without a valid direction, it keeps its own, which is right at the start.
      cycle.direction = answer.oneOf(Object.keys(DIRECTIONS)) ?? cycle.direction;
      const [dx, dy] = DIRECTIONS[cycle.direction];
      const place = [cycle.place[0] + dx, cycle.place[1] + dy];
      cycle.isOut = answer.out || !board.isFree(place);
      if (cycle.isOut) continue;
      const key = board.key(place);
      reached.set(key, [...(reached.get(key) ?? []), seat]);
      cycle.next = place;
    }
    for (const [key, seats] of reached) {
      // Cycles that reach the same cell are out, and leave no wall there.
      for (const seat of seats) cycles[seat].isOut = seats.length > 1;
      if (seats.length > 1) continue;
      board.walls.set(key, seats[0]);
      Object.assign(cycles[seats[0]], { place: cycles[seats[0]].next, lasted: turn });
    }
  }

  const [winner] = driving();
  const reason = winner === undefined ? "nobody is left" : `only seat ${winner} is left`;
  show(`${reason} after ${turn} turns`);
  // The last cycle has lasted longest.
  const lasted = cycles.map(({ lasted, isOut }) => (isOut ? lasted : turn + 1));
  const ranks = lasted.map((own) => 1 + lasted.filter((other) => other > own).length);
  match.end({ ranks, reason: `${reason} after ${turn} turns`, stats: cycles.map(({ lasted }) => ({ turns: lasted })) });
});
