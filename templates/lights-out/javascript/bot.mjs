// A first solver for Lights Out. It is exact: it finds a solution of every board that has one.
//
//     rathaus play lights-out . --size 7x7
//     rathaus check lights-out .
//
// Each board starts this program. A click flips a light and its neighbours. Only clicks below a
// light can still turn it off, so the clicks of the first row decide all others. They are right if
// the last row becomes dark. What a click of the first row changes there is always the same, so
// elimination finds the right ones. Clicks of the first row that change nothing there give further
// solutions, and the solver takes the one with the fewest clicks.
import { readFileSync } from "node:fs";

// The maximum number of solutions to compare.
const MOST_SOLUTIONS = 1024;

// `BOARD columns rows`, and the rows. Each row is a number with a bit for each cell.
const [, columns, rows, ...lines] = readFileSync(0, "utf8").trim().split(/\s+/);
const mask = (1 << columns) - 1;
const board = lines.slice(0, rows).map((line) => parseInt([...line].reverse().join(""), 2));

// Returns the clicks of all rows, and the lights that stay on in the last row.
function chase(first) {
  const clicks = [];
  let [above, row] = [0, first];
  for (const lights of board) {
    clicks.push(row);
    [above, row] = [row, lights ^ above ^ row ^ ((row << 1) & mask) ^ (row >> 1)];
  }
  return { clicks, left: row };
}

// Adds known changes until none has the same highest light. `basis` has the change and the clicks
// for the highest light of each known change.
function reduce(basis, change, clicks) {
  for (let known; change !== 0 && (known = basis[Math.clz32(change)]); ) {
    change ^= known.change;
    clicks ^= known.clicks;
  }
  return { change, clicks };
}

// Returns the solution with the fewest clicks, or null.
function best() {
  const start = chase(0).left;
  const basis = [];
  const idle = []; // Sets of clicks of the first row that change nothing in the last row.
  for (let column = 0; column < columns; column++) {
    const found = reduce(basis, chase(1 << column).left ^ start, 1 << column);
    if (found.change === 0) idle.push(found.clicks);
    else basis[Math.clz32(found.change)] = found;
  }
  const first = reduce(basis, start, 0);
  if (first.change !== 0) return null;
  let [fewest, solution] = [Infinity, null];
  for (let chosen = 0; chosen < Math.min(2 ** idle.length, MOST_SOLUTIONS); chosen++) {
    const row = idle.reduce((row, set, i) => ((chosen >> i) & 1 ? row ^ set : row), first.clicks);
    const found = cells(chase(row).clicks);
    if (found.length < fewest) [fewest, solution] = [found.length, found];
  }
  return solution;
}

function cells(clicks) {
  const inRow = (row, y) => [...Array(Number(columns)).keys()].filter((x) => (row >> x) & 1).map((x) => `${x},${y}`);
  return clicks.flatMap(inRow);
}

const solution = best();
console.log(solution ? ["CLICKS", ...solution].join(" ") : "NONE");
