// A first bot for the rat race, in the plain dialect: a line comes in for every move, and a line goes out.
// Play it with `rathaus play rat-race .`, and try it out with `rathaus check rat-race .`
//
// A specimen sees 5 x 5 colours around itself, and nobody has told it what they mean: empty, teleporter, trap or wall. Its genome has
// 100 random bits. Those that get far to the right have children, so whatever the bits say about colours gets better with
// time, as long as the same bits always mean the same thing. What they mean is for you to invent.
//
// There must be nothing that is kept from one line to the next.
const lines = require("readline").createInterface({ input: process.stdin });

let greeted = false;
lines.on("line", (line) => {
  console.log(greeted ? answer(line.split(" ")) : "rathaus 1 plain");
  greeted = true;
});

// A line reads: move SEED GENOME C0 C1 ... C24. The colours come row by row: C12 is the specimen's own cell, C8, C13 and C18 are
// the cells ahead.
function answer([, seed, genome, ...colours]) {
  let best = -1;
  let way = 0;
  for (const dy of [0, -1, 1]) {
    const colour = Number(colours[13 + 5 * dy]);
    if (colour < 0) continue; // Outside, where it is deadly.
    const quality = parseInt(genome.slice(6 * colour, 6 * colour + 6), 2); // How much this colour is liked.
    if (quality > best) {
      best = quality;
      way = dy;
    }
  }
  return `1 ${way} pure`; // One to the right; `pure` says that there was no chance in it.
}
