// The walks of a genome, one from each start.

import type { Track, Walk, WalkEnd } from "./types";
import type { Point, Variables } from "../../ui/canvas";
import { drawArrow, position, type Palette } from "./track";

/** How walks can end. Dash patterns differ, so that colour alone distinguishes no two of them. */
export const ENDS: Record<WalkEnd, { words: string; colour: string; dashes: number[] }> = {
  goal: { words: "reach the goal", colour: "--seat3", dashes: [] },
  outside: { words: "leave the track and die", colour: "--seat2", dashes: [6, 3] },
  wall: { words: "are put into a wall and die", colour: "--seat2", dashes: [6, 3] },
  trap: { words: "die in a trap", colour: "--seat2", dashes: [2, 3] },
  loop: { words: "go round for ever, or stay", colour: "--seat4", dashes: [8, 2, 2, 2] },
  age: { words: "die of age", colour: "--muted", dashes: [1, 2] },
  fault: { words: "end with a fault of the bot", colour: "--muted", dashes: [1, 4] },
};

/** The number of walks by how they end, the most common end first. */
export function counts(walks: Walk[]): [WalkEnd, number][] {
  const found = new Map<WalkEnd, number>();
  for (const { end } of walks) if (end) found.set(end, (found.get(end) ?? 0) + 1);
  return [...found].sort((one, other) => other[1] - one[1]);
}

/**
 * Draws walks: steps as lines, teleports as thin arrows. `only` is the start of the one to draw.
 */
export function drawWalks(
  pen: CanvasRenderingContext2D,
  track: Track,
  walks: Walk[],
  size: number,
  paint: Palette,
  colour: Variables,
  only: number | null,
) {
  for (const walk of walks) {
    if (only !== null && walk.start !== only) continue;
    const look = ENDS[walk.end ?? "age"];
    let at: Point = position(track, walk.start);
    for (const { by, to } of walk.ways) {
      const [step, landed] = [point(by), point(to)];
      drawStep(pen, at, step, size, colour(look.colour), look.dashes);
      if (step.x !== landed.x || step.y !== landed.y) drawArrow(pen, step, landed, size, paint.teleporterArrow);
      at = landed;
    }
    drawEnd(pen, at, walk.end, size, colour(look.colour));
  }
}

function point([x, y]: [number, number]): Point {
  return { x, y };
}

function drawStep(pen: CanvasRenderingContext2D, from: Point, to: Point, size: number, colour: string, dashes: number[]) {
  pen.save();
  pen.strokeStyle = colour;
  pen.lineWidth = Math.max(1.5, size / 6);
  pen.setLineDash(dashes.map((dash) => (dash * size) / 12));
  pen.beginPath();
  pen.moveTo((from.x + 0.5) * size, (from.y + 0.5) * size);
  pen.lineTo((to.x + 0.5) * size, (to.y + 0.5) * size);
  pen.stroke();
  pen.restore();
}

/** A cross for death, a ring for a loop, a dot for the goal. */
function drawEnd(pen: CanvasRenderingContext2D, at: Point, end: WalkEnd | null, size: number, colour: string) {
  const [x, y, reach] = [(at.x + 0.5) * size, (at.y + 0.5) * size, size * 0.42];
  pen.strokeStyle = colour;
  pen.fillStyle = colour;
  pen.lineWidth = Math.max(2, size / 6);
  pen.beginPath();
  if (end === "goal") {
    pen.arc(x, y, reach, 0, 2 * Math.PI);
    pen.fill();
  } else if (end === "loop") {
    pen.arc(x, y, reach, 0, 2 * Math.PI);
    pen.stroke();
  } else {
    pen.moveTo(x - reach, y - reach);
    pen.lineTo(x + reach, y + reach);
    pen.moveTo(x + reach, y - reach);
    pen.lineTo(x - reach, y + reach);
    pen.stroke();
  }
}
