// A first bot for the rat race, in the plain dialect: one line requests a move, one line replies.
//
//     rathaus play rat-race .
//     rathaus check rat-race .
//
// A specimen sees 5 x 5 colours around itself. It does not know which colours are empty cells,
// teleporters, traps or walls. Its genome has 100 random bits. Specimens that get far to the right
// have children, which inherit these bits. So you choose what the bits say about colours. If the
// same bits always mean the same thing, the population improves with time.
//
// Keep no data from one line to the next.
const lines = require("readline").createInterface({ input: process.stdin });

let hasShakenHands = false;
lines.on("line", (line) => {
  console.log(hasShakenHands ? reply(line.split(" ")) : "rathaus 1 plain");
  hasShakenHands = true;
});

// Each line is `move SEED GENOME C0 C1 ... C24`. The colours are row by row: C12 is the specimen's
// own cell, and C8, C13 and C18 are the cells ahead.
function reply([, seed, genome, ...colours]) {
  let best = -1;
  let way = 0;
  for (const dy of [0, -1, 1]) {
    const colour = Number(colours[13 + 5 * dy]);
    if (colour < 0) continue; // Out of bounds, which is deadly.
    // Six bits for each colour: how good it is.
    const quality = parseInt(genome.slice(6 * colour, 6 * colour + 6), 2);
    if (quality > best) {
      best = quality;
      way = dy;
    }
  }
  return `1 ${way} pure`; // One cell to the right. `pure` says that the move is not random.
}
