// Alpha-beta search. Evaluates a position by the lines that can still be completed.

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

  undo(column) {
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

  /**
   * The value of the lines that the next seat can still complete, minus those of the other seat.
   */
  estimate() {
    let sum = 0;
    for (let x = 0; x < this.columns; x++) {
      for (let y = 0; y < this.rows; y++) {
        for (const [dx, dy] of DIRECTIONS) sum += this.#lineValue(x, y, dx, dy);
      }
    }
    return this.next === 0 ? sum : -sum;
  }

  #lineValue(x, y, dx, dy) {
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

/** The value of a position for the next seat. */
function search(position, depth, alpha, beta) {
  const columns = position.free();
  if (columns.length === 0) return 0;
  if (depth === 0) return position.estimate();
  for (const column of columns) {
    position.drop(column);
    const value = position.isWon(column) ? WON + depth : -search(position, depth - 1, -beta, -alpha);
    position.undo(column);
    if (value >= beta) return value;
    alpha = Math.max(alpha, value);
  }
  return alpha;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [columns, rows, connect, ...moves] = line.split(" ").map(Number);
  const position = new Position(columns, rows, connect, moves);
  let best = { value: -Infinity };
  for (const column of position.free()) {
    position.drop(column);
    const value = position.isWon(column) ? WON + DEPTH : -search(position, DEPTH - 1, -Infinity, -best.value);
    position.undo(column);
    if (value > best.value) best = { value, column };
  }
  console.log(best.column);
}
