// ColorScore, the sample strategy of the contest, in the plain dialect of the protocol.
//
// Each colour has 6 bits of the genome, its quality. The first bit is the most significant. Of the
// three cells ahead, the specimen moves to the one whose colour has the best quality, and to a
// random one of those that tie.
const lines = require("readline").createInterface({ input: process.stdin });

let hasShakenHands = false;
lines.on("line", (line) => {
  process.stdout.write((hasShakenHands ? answer(line.split(" ")) : "rathaus 1 plain") + "\n");
  hasShakenHands = true;
});

// Each line is `move SEED GENOME C0 C1 ... C24`. The cells ahead are C8, C13 and C18.
function answer([, seed, genome, ...colours]) {
  const quality = (dy) => {
    const colour = Number(colours[13 + 5 * dy]);
    return colour < 0 ? -1 : parseInt(genome.slice(6 * colour, 6 * colour + 6), 2);
  };
  const best = Math.max(...[-1, 0, 1].map(quality));
  const ways = [-1, 0, 1].filter((dy) => quality(dy) === best);
  if (ways.length === 1) return `1 ${ways[0]} pure`;
  // The last digits of the seed are random enough.
  return `1 ${ways[parseInt(seed.slice(-8), 16) % ways.length]}`;
}
