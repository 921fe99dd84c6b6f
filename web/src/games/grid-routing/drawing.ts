// Draws the grid with the sinks at the top: who owns each vertex and, after the last turn, the
// paths of the searches.

import type { Variables } from "../../ui/canvas";
import { colour, ink, letter } from "../../ui/seats";
import type { Change, Traffic } from "./timeline";

export interface Palette {
  ground: string;
  line: string;
  muted: string;
  text: string;
  card: string;
  ink: string;
  seats: string[];
  /** The colours of letters on the colours of seats. */
  inks: string[];
}

export function palette(of: Variables, seats: number): Palette {
  return {
    ground: of("--ground"),
    line: of("--line"),
    muted: of("--muted"),
    text: of("--text"),
    card: of("--card"),
    ink: of("--ink"),
    seats: Array.from({ length: seats }, (_, seat) => of(colour(seat))),
    inks: Array.from({ length: seats }, (_, seat) => of(ink(seat))),
  };
}

export interface Scene {
  side: number;
  changes: Change[];
  frame: number;
  /** Set once the round is over. */
  traffic: Traffic | null;
  /** The highlighted seat. */
  seat: number | null;
}

/**
 * A vertex has room for a letter, and for the lines of the grid, from these sizes on, in CSS
 * pixels.
 */
const LETTERED = 11;
const LINED = 6;

export function draw(pen: CanvasRenderingContext2D, scene: Scene, size: number, scale: number, paint: Palette) {
  const { side, traffic, frame } = scene;
  pen.globalAlpha = 1;
  pen.fillStyle = paint.ground;
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
  if (size >= LINED * scale) drawLines(pen, side, size, paint);
  const done = scene.changes.filter((change) => change.frame <= frame);
  const place = (vertex: number) => ({ x: (vertex % side) * size, y: (side - 1 - Math.floor(vertex / side)) * size });
  for (const change of done) {
    const { x, y } = place(change.vertex);
    pen.globalAlpha = strength(scene, change);
    if (change.isBroken) drawBroken(pen, x, y, size, paint);
    else drawOwned(pen, change.seats, x, y, size, paint);
  }
  pen.globalAlpha = 1;
  if (traffic) drawWays(pen, scene, traffic, size, scale, paint);
  if (size < LETTERED * scale) return;
  for (const change of done.filter(({ isBroken }) => !isBroken)) {
    const { x, y } = place(change.vertex);
    pen.globalAlpha = strength(scene, change);
    drawLetters(pen, change.seats, x, y, size, traffic !== null, paint);
  }
  pen.globalAlpha = 1;
  if (!traffic) drawNews(pen, done.filter((change) => change.frame === frame).map(({ vertex }) => place(vertex)), size, scale, paint);
}

/** Vertices that do not count, or do not belong to the highlighted seat, are pale. */
function strength({ traffic, seat }: Scene, change: Change): number {
  if (seat !== null && !change.seats.includes(seat)) return 0.15;
  if (traffic && (change.isBroken || !traffic.visits.has(change.vertex))) return 0.35;
  return 1;
}

function drawLines(pen: CanvasRenderingContext2D, side: number, size: number, paint: Palette) {
  pen.strokeStyle = paint.line;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let line = 1; line < side; line++) {
    const at = Math.round(line * size) + 0.5;
    pen.moveTo(at, 0);
    pen.lineTo(at, side * size);
    pen.moveTo(0, at);
    pen.lineTo(side * size, at);
  }
  pen.stroke();
}

function drawBroken(pen: CanvasRenderingContext2D, x: number, y: number, size: number, paint: Palette) {
  const margin = size * 0.25;
  pen.strokeStyle = paint.muted;
  pen.lineWidth = Math.max(1, size / 9);
  pen.beginPath();
  pen.moveTo(x + margin, y + margin);
  pen.lineTo(x + size - margin, y + size - margin);
  pen.moveTo(x + size - margin, y + margin);
  pen.lineTo(x + margin, y + size - margin);
  pen.stroke();
}

/** A square in the owner's colour, with a stripe for each of several owners. */
function drawOwned(pen: CanvasRenderingContext2D, seats: number[], x: number, y: number, size: number, paint: Palette) {
  const margin = size >= 4 ? size * 0.06 : 0;
  const width = (size - 2 * margin) / seats.length;
  seats.forEach((seat, index) => {
    pen.fillStyle = paint.seats[seat]!;
    pen.fillRect(x + margin + index * width, y + margin, width, size - 2 * margin);
  });
}

/** The letters of the owners. Where edges are drawn below them, they have a background. */
function drawLetters(
  pen: CanvasRenderingContext2D,
  seats: number[],
  x: number,
  y: number,
  size: number,
  isPlated: boolean,
  paint: Palette,
) {
  const shown = seats.length > 3 ? `${seats.length}×` : seats.map(letter).join("");
  const height = Math.min(size * (shown.length > 1 ? 0.8 / shown.length + 0.2 : 0.7), 40);
  const middle = { x: x + size / 2, y: y + size / 2 };
  pen.font = `600 ${height}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  if (isPlated) {
    const width = Math.min(size * 0.9, pen.measureText(shown).width + height * 0.3);
    pen.fillStyle = seats.length === 1 ? paint.seats[seats[0]!]! : paint.text;
    pen.fillRect(middle.x - width / 2, middle.y - height * 0.55, width, height * 1.1);
  }
  pen.fillStyle = seats.length === 1 ? paint.inks[seats[0]!]! : isPlated ? paint.ground : paint.ink;
  pen.fillText(shown, middle.x, middle.y + height * 0.06);
}

/** The edges that searches take: the more searches, the wider. */
function drawWays(
  pen: CanvasRenderingContext2D,
  { side }: Scene,
  { ways }: Traffic,
  size: number,
  scale: number,
  paint: Palette,
) {
  const most = ways.reduce((most, way) => Math.max(most, way.flow), 0);
  const middle = (vertex: number) => ({
    x: ((vertex % side) + 0.5) * size,
    y: (side - 0.5 - Math.floor(vertex / side)) * size,
  });
  // On small vertices, opaque edges would hide the colour.
  const isSmall = size < LETTERED * scale;
  const widest = size * (isSmall ? 0.25 : 0.35);
  pen.globalAlpha = isSmall ? 0.5 : 1;
  pen.strokeStyle = paint.text;
  pen.lineCap = "round";
  for (const { from, to, flow } of ways) {
    const [one, other] = [middle(from), middle(to)];
    pen.lineWidth = Math.max(1, widest * Math.sqrt(flow / most));
    pen.beginPath();
    // An edge around the border leaves on one side and enters on the other.
    const around = Math.abs(one.x - other.x) > 1.5 * size ? Math.sign(one.x - other.x) * side * size : 0;
    pen.moveTo(one.x, one.y);
    pen.lineTo(other.x + around, other.y);
    if (around !== 0) {
      pen.moveTo(one.x - around, one.y);
      pen.lineTo(other.x, other.y);
    }
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

/** Frames what was chosen in the current phase. */
function drawNews(pen: CanvasRenderingContext2D, places: { x: number; y: number }[], size: number, scale: number, paint: Palette) {
  pen.strokeStyle = paint.text;
  pen.lineWidth = 2 * scale;
  for (const { x, y } of places) pen.strokeRect(x, y, size, size);
}
