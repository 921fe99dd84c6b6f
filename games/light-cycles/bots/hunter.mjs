// Goes where it has the most territory: cells that it reaches before any other cycle.

import { createInterface } from "node:readline";

const DIRECTIONS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

let [width, height, me] = [0, 0, 0];
let walls = new Set();

const key = (x, y) => y * width + x;
const isFree = (x, y) => x >= 0 && x < width && y >= 0 && y < height && !walls.has(key(x, y));

/** The number of cells that `mine` reaches first, if all cycles move at the same time. */
function territory(mine, others) {
  const owner = new Map([[key(...mine), 0]]);
  let edge = [[...mine, 0], ...others.map(([x, y]) => [x, y, 1])];
  let count = 1;
  while (edge.length > 0) {
    const next = [];
    for (const [x, y, side] of edge) {
      for (const [dx, dy] of Object.values(DIRECTIONS)) {
        const place = key(x + dx, y + dy);
        if (!isFree(x + dx, y + dy) || owner.has(place)) continue;
        owner.set(place, side);
        if (side === 0) count++;
        next.push([x + dx, y + dy, side]);
      }
    }
    edge = next;
  }
  return count;
}

for await (const line of createInterface({ input: process.stdin })) {
  const words = line.split(" ");
  if (words[0] === "board") {
    [width, height, me] = [Number(words[1]), Number(words[2]), Number(words[6])];
    continue;
  }
  const places = [];
  for (let at = 2; at < words.length; at += 2) places.push(words[at] === "-" ? null : [+words[at], +words[at + 1]]);
  for (const place of places) if (place) walls.add(key(...place));
  const others = places.filter((place, seat) => place && seat !== me);
  const [x, y] = places[me];
  let best = { way: "up", count: -1 };
  for (const [way, [dx, dy]] of Object.entries(DIRECTIONS)) {
    if (!isFree(x + dx, y + dy)) continue;
    const count = territory([x + dx, y + dy], others);
    if (count > best.count) best = { way, count };
  }
  console.log(best.way);
}
