// How many specimens were in each cell in each frame. src/viewer/rat_race/density.rs writes this.

const EXACT = 8;
const PER_DOUBLING = 4;

/** The number of specimens of a level: exact up to eight, within a tenth above. */
export function count(level: number): number {
  return level <= EXACT ? level : Math.round(EXACT * 2 ** ((level - EXACT) / PER_DOUBLING));
}

export function isExact(level: number): boolean {
  return level <= EXACT;
}

/** The levels of all cells, frame by frame. */
export async function unpack(base64: string, cells: number): Promise<Uint8Array> {
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const levels = new Uint8Array(await new Response(stream).arrayBuffer());
  // Each frame is stored as its difference from the one before.
  for (let index = cells; index < levels.length; index++) {
    levels[index] = (levels[index]! + levels[index - cells]!) & 255;
  }
  return levels;
}
