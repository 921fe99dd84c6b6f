// Looks some moves ahead with alpha-beta search, and counts lines that can still be won.

import { createInterface } from "node:readline";

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];
const DEPTH = 5;
const WON = 1_000_000;

class Position {
  constructor(columns, rows, connect, moves) {
    Object.assign(this, { columns, rows, connect, next: 0 });
    this.cells = Array.from({ length: columns }, () => []);
    this.order = [...Array(columns).keys()].sort((a, b) => this.#offCentre(a) - this.#offCentre(b));
    moves.forEach((move) => this.drop(move));
  }

  #offCentre(column) {
    return Math.abs(2 * column - this.columns + 1);
  }

  drop(column) {
    this.cells[column].push(this.next);
    this.next = 1 - this.next;
  }

  takeBack(column) {
    this.cells[column].pop();
    this.next = 1 - this.next;
  }

  free() {
    return this.order.filter((column) => this.cells[column].length < this.rows);
  }

  /** Whether the topmost piece of a column is part of a line. */
  isWon(column) {
    const y = this.cells[column].length - 1;
    const piece = this.cells[column][y];
    const count = (dx, dy) => {
      let length = 0;
      while (this.cells[column + (length + 1) * dx]?.[y + (length + 1) * dy] === piece) length++;
      return length;
    };
    return DIRECTIONS.some(([dx, dy]) => count(dx, dy) + count(-dx, -dy) + 1 >= this.connect);
  }

  /** How many more lines whoever is next can still complete than the other, each counted by its pieces. */
  estimate() {
    let sum = 0;
    for (let x = 0; x < this.columns; x++) {
      for (let y = 0; y < this.rows; y++) {
        for (const [dx, dy] of DIRECTIONS) sum += this.#line(x, y, dx, dy);
      }
    }
    return this.next === 0 ? sum : -sum;
  }

  #line(x, y, dx, dy) {
    const [lastX, lastY] = [x + (this.connect - 1) * dx, y + (this.connect - 1) * dy];
    if (lastX >= this.columns || lastY < 0 || lastY >= this.rows) return 0;
    const pieces = [0, 0];
    for (let step = 0; step < this.connect; step++) {
      const piece = this.cells[x + step * dx][y + step * dy];
      if (piece !== undefined) pieces[piece]++;
    }
    if (pieces[0] > 0 && pieces[1] > 0) return 0;
    return pieces[0] ** 2 - pieces[1] ** 2;
  }
}

/** The worth of a position for whoever is next. */
function search(position, depth, alpha, beta) {
  const columns = position.free();
  if (columns.length === 0) return 0;
  if (depth === 0) return position.estimate();
  for (const column of columns) {
    position.drop(column);
    const worth = position.isWon(column) ? WON + depth : -search(position, depth - 1, -beta, -alpha);
    position.takeBack(column);
    if (worth >= beta) return worth;
    alpha = Math.max(alpha, worth);
  }
  return alpha;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [columns, rows, connect, ...moves] = line.split(" ").map(Number);
  const position = new Position(columns, rows, connect, moves);
  let best = { worth: -Infinity };
  for (const column of position.free()) {
    position.drop(column);
    const worth = position.isWon(column) ? WON + DEPTH : -search(position, DEPTH - 1, -Infinity, -best.worth);
    position.takeBack(column);
    if (worth > best.worth) best = { worth, column };
  }
  console.log(best.column);
}
