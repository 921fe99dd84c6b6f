// A GTP engine that looks one move ahead: it captures what it can, and saves its own groups.

import { createInterface } from "node:readline";

const COLUMNS = "ABCDEFGHJKLMNOPQRST";

class Board {
  constructor(size) {
    this.size = size;
    this.stones = Array(size * size).fill(".");
    this.seen = new Set([this.stones.join("")]);
  }

  near(point, steps = [[0, -1], [-1, 0], [1, 0], [0, 1]]) {
    const [x, y] = [point % this.size, Math.floor(point / this.size)];
    return steps
      .map(([dx, dy]) => [x + dx, y + dy])
      .filter(([a, b]) => a >= 0 && b >= 0 && a < this.size && b < this.size)
      .map(([a, b]) => b * this.size + a);
  }

  /** The points of a group and its liberties. */
  group(stones, start) {
    const [points, liberties, waiting] = [new Set([start]), new Set(), [start]];
    while (waiting.length > 0) {
      for (const beside of this.near(waiting.pop())) {
        if (stones[beside] === ".") liberties.add(beside);
        else if (stones[beside] === stones[start] && !points.has(beside)) {
          points.add(beside);
          waiting.push(beside);
        }
      }
    }
    return { points, liberties };
  }

  /** The stones after a move and how many were captured, or null if it is not legal. */
  after(colour, point) {
    if (this.stones[point] !== ".") return null;
    const stones = [...this.stones];
    stones[point] = colour;
    let captured = 0;
    for (const beside of this.near(point)) {
      if (stones[beside] === "." || stones[beside] === colour) continue;
      const { points, liberties } = this.group(stones, beside);
      if (liberties.size > 0) continue;
      captured += points.size;
      for (const stone of points) stones[stone] = ".";
    }
    const own = this.group(stones, point).liberties.size;
    return own === 0 || this.seen.has(stones.join("")) ? null : { stones, captured, own };
  }

  play(colour, point) {
    this.stones = this.after(colour, point).stones;
    this.seen.add(this.stones.join(""));
  }

  isEye(colour, point) {
    if (this.near(point).some((beside) => this.stones[beside] !== colour)) return false;
    const corners = this.near(point, [[1, 1], [1, -1], [-1, 1], [-1, -1]]);
    const others = corners.filter((corner) => this.stones[corner] !== colour).length;
    return others < (corners.length === 4 ? 2 : 1);
  }

  /** How good a move is, or null if it is not legal or not sensible. */
  value(colour, point) {
    const after = this.isEye(colour, point) ? null : this.after(colour, point);
    if (after === null || (after.own === 1 && after.captured < 2)) return null;
    let value = 100 * after.captured + Math.min(after.own, 6);
    for (const beside of this.near(point)) {
      if (this.stones[beside] === ".") continue;
      const before = this.group(this.stones, beside);
      if (this.stones[beside] !== colour) {
        value += after.stones[beside] !== "." && this.group(after.stones, beside).liberties.size === 1 ? 20 : 4;
      } else if (before.liberties.size === 1 && after.own > 1) value += 90 * before.points.size;
    }
    const [x, y] = [point % this.size, Math.floor(point / this.size)];
    const edge = Math.min(x, y, this.size - 1 - x, this.size - 1 - y);
    return value + Math.min(edge, 2);
  }

  /** The best point, or null to pass. */
  best(colour) {
    let best = null;
    for (let point = 0; point < this.stones.length; point++) {
      const value = this.value(colour, point);
      if (value !== null && (best === null || value > best.value)) best = { point, value };
    }
    return best && best.point;
  }

  vertex(point) {
    return COLUMNS[point % this.size] + (this.size - Math.floor(point / this.size));
  }

  point(vertex) {
    const [column, row] = [COLUMNS.indexOf(vertex[0].toUpperCase()), Number(vertex.slice(1))];
    return (this.size - row) * this.size + column;
  }
}

let board = new Board(9);

const replies = {
  protocol_version: () => "2",
  name: () => "capturer",
  version: () => "1",
  list_commands: () => Object.keys(replies).join("\n"),
  boardsize: (size) => void (board = new Board(Number(size))),
  clear_board: () => void (board = new Board(board.size)),
  komi: () => "",
  play: (colour, vertex) => {
    if (vertex.toLowerCase() !== "pass") board.play(colour[0].toLowerCase(), board.point(vertex));
  },
  genmove: (colour) => {
    const point = board.best(colour[0].toLowerCase());
    if (point === null) return "pass";
    board.play(colour[0].toLowerCase(), point);
    return board.vertex(point);
  },
  quit: () => "",
};

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...words] = line.trim().split(/\s+/);
  const reply = replies[command];
  console.log(reply ? `= ${reply(...words) ?? ""}\n` : "? unknown command\n");
  if (command === "quit") break;
}
