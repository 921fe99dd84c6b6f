// The track with its specimens. It describes the cell under the pointer.

import { useState } from "preact/hooks";
import type { Meaning, RaceTimeline, Walk } from "./types";
import { Layer, Layers, useCanvas, variables } from "../../ui/canvas";
import { drawBeliefs, inWords } from "./beliefs";
import { count, isExact } from "./density";
import { TrackLegend } from "./legend";
import * as draw from "./track";
import { drawWalks } from "./walks";

interface BoardProps {
  race: RaceTimeline;
  /** A level for each cell; null while the levels are being unpacked. */
  levels: Uint8Array | null;
  /** The walks to draw. */
  walks: Walk[] | null;
  only: number | null;
  /** The beliefs to draw, by colour. */
  beliefs: Meaning[] | null;
  onClick?: (cell: number) => void;
}

export function Board({ race, levels, walks, only, beliefs, onClick }: BoardProps) {
  const { track } = race;
  const [arrows, setArrows] = useState(false);
  const canvas = useCanvas(track.width, track.height, draw.palette);
  const { scale, size, pointed } = canvas;
  const picked = pointed && draw.cellAt(track, pointed);

  const drawGround = (pen: CanvasRenderingContext2D, paint: draw.Palette) => {
    draw.drawGround(pen, track, size, paint);
    if (arrows) draw.drawMeanings(pen, track, size, paint, null);
  };
  const drawCrowd = (pen: CanvasRenderingContext2D, paint: draw.Palette) => {
    if (levels) draw.drawSpecimens(pen, track, levels, size, paint);
    if (beliefs) drawBeliefs(pen, track, beliefs, size, variables(pen.canvas));
    if (walks) drawWalks(pen, track, walks, size, paint, variables(pen.canvas), only);
    if (picked !== null) {
      draw.drawMeanings(pen, track, size, paint, picked);
      const at = draw.position(track, picked);
      pen.strokeStyle = paint.line;
      pen.lineWidth = 2 * scale;
      pen.strokeRect(at.x * size, at.y * size, size, size);
    }
  };
  return (
    <div class="board">
      <Layers canvas={canvas} onClick={onClick && (({ x, y }) => onClick(draw.cellAt(track, { x, y })))}>
        <Layer canvas={canvas} label={groundInWords(race)} draw={drawGround} by={[track, arrows]} />
        <Layer canvas={canvas} draw={drawCrowd} by={[levels, picked, walks, only, beliefs]} />
      </Layers>
      <p class="cell" aria-live="off">
        {picked === null ? "Point at a cell to read what it is." : cellInWords(race, picked, levels, beliefs)}
      </p>
      <TrackLegend arrows={arrows} onArrows={setArrows} />
    </div>
  );
}

function groundInWords({ track }: RaceTimeline): string {
  const kinds = track.colours.map((_, cell) => draw.role(track, cell).kind);
  const of = (kind: string) => kinds.filter((other) => other === kind).length;
  return (
    `A track of ${track.width} by ${track.height} cells: ${of("wall")} walls, ${of("teleporter")} teleporters, ` +
    `${of("trap")} traps, ${track.lethal.length} lethal cells, ${track.starts.length} admissible starts`
  );
}

function cellInWords({ track }: RaceTimeline, cell: number, levels: Uint8Array | null, beliefs: Meaning[] | null): string {
  const at = draw.position(track, cell);
  const level = levels?.[cell] ?? 0;
  const some = isExact(level) ? `${count(level)}` : `about ${count(level).toLocaleString("en")}`;
  const specimens = level === 1 ? "1 specimen" : `${some} specimens`;
  const taken = beliefs ? `; its colour is taken for: ${inWords(beliefs[track.colours[cell]!]!)}` : "";
  return `(${at.x}, ${at.y}), colour ${track.colours[cell]}: ${draw.inWords(track, cell).join("; ")}; ${specimens}${taken}`;
}
