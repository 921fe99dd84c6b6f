// A first bot for the grid-routing battle. It builds a path towards the vertices of others.
//
//     rathaus play grid-routing . . . --rounds 10 --ascii
//     rathaus check grid-routing .
//
// No bot has time for a path from a source in row 0 to a sink in the last row. So it goes to the
// nearest active vertex ahead, follows the active vertices from there, and continues at their end.
// When the path is complete, it connects one more source to it in each turn. It breaks nothing.
//
// Each round starts this program again. It runs until the line SCORE. Send each reply within the
// time limit, and flush it. The file data.txt is kept from round to round.
import { createInterface } from "node:readline";

// How many starts to try in a turn. Dead ends and connected sources take one each.
const ATTEMPTS = 20;

const below = (bound) => Math.floor(Math.random() * bound);

class Bot {
  constructor(side) {
    this.side = side;
    // Vertices by their text, such as "3,0": "active" or "broken".
    this.state = new Map();
    // The first vertex of the path is in this column: in row 0, from where the path goes up (1), or
    // in the last row, from where it goes down (-1).
    this.column = below(side);
    this.step = below(2) === 0 ? 1 : -1;
  }

  // Returns the vertex to break, or null.
  destroy() {
    return null;
  }

  // Returns the vertex to activate, or null.
  activate() {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const vertex = this.follow();
      if (vertex) return vertex;
    }
    return null;
  }

  note(choices, state) {
    for (const choice of choices) {
      if (choice !== "N" && !this.state.has(choice)) this.state.set(choice, state);
    }
  }

  // Follows the path to its first free vertex. Without one, chooses another start.
  follow() {
    let x = this.column;
    let y = this.step > 0 ? 0 : this.side - 1;
    while (this.state.get(`${x},${y}`) === "active") {
      y += this.step;
      if (y < 0 || y >= this.side) {
        const source = this.step > 0 ? this.column : x;
        this.column = (source + 1) % this.side;
        this.step = 1;
        return null;
      }
      x = this.nextColumn(x, y);
    }
    if (x !== null && !this.state.has(`${x},${y}`)) return `${x},${y}`;
    this.column = below(this.side);
    return null;
  }

  // Returns the column in row y that is nearest to the target, or null at a dead end.
  nextColumn(x, y) {
    const ways = [0, -1, 1].map((dx) => (x + dx + this.side) % this.side);
    const active = ways.find((way) => this.state.get(`${way},${y}`) === "active");
    if (active !== undefined) return active;
    const target = this.target(x, y);
    const apart = (way) => this.distance(way, target);
    const free = ways.filter((way) => !this.state.has(`${way},${y}`));
    return free.sort((one, other) => apart(one) - apart(other))[0] ?? null;
  }

  // Returns the column of the nearest active vertex ahead that a path could reach.
  target(x, y) {
    let [best, column] = [this.side, x];
    for (const [vertex, state] of this.state) {
      if (state !== "active") continue;
      const [otherX, otherY] = vertex.split(",").map(Number);
      const rows = (otherY - y) * this.step + 1;
      if (rows > 0 && rows < best && this.distance(x, otherX) <= rows) [best, column] = [rows, otherX];
    }
    return column;
  }

  distance(one, other) {
    const apart = Math.abs(one - other);
    return Math.min(apart, this.side - apart);
  }
}

const send = (vertex) => console.log(vertex ? `VERTEX ${vertex}` : "NONE");

let bot;
for await (const line of createInterface({ input: process.stdin })) {
  const [word, ...words] = line.split(" ");
  if (word === "BEGIN") bot = new Bot(Number(words[2])); // bots, turns, and vertices on a side
  else if (word === "DESTROY") send(bot.destroy());
  else if (word === "BROKEN") bot.note(words.slice(1), "broken"); // the turn, and all choices
  else if (word === "ACTIVATE") send(bot.activate());
  else if (word === "OWNED") bot.note(words.slice(1), "active");
  else if (word === "SCORE") break;
}
