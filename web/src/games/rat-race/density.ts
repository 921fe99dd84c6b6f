// Where specimens were: levels of cells, frame by frame. src/viewer/rat_race/density.rs writes them.

const EXACT = 8;
const PER_DOUBLING = 4;

/** About how many specimens a level stands for: exactly up to eight, to a tenth above. */
export function count(level: number): number {
  return level <= EXACT ? level : Math.round(EXACT * 2 ** ((level - EXACT) / PER_DOUBLING));
}

export function isExact(level: number): boolean {
  return level <= EXACT;
}

/** The levels of all cells in all frames, frame by frame. */
export async function unpack(base64: string, cells: number): Promise<Uint8Array> {
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const levels = new Uint8Array(await new Response(stream).arrayBuffer());
  // Each frame is the difference to the one before.
  for (let index = cells; index < levels.length; index++) {
    levels[index] = (levels[index]! + levels[index - cells]!) & 255;
  }
  return levels;
}
