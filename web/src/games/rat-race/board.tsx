// The track with its specimens. It describes the cell under the pointer.

import type { ComponentChildren } from "preact";
import type { Meaning, RaceTimeline } from "./types";
import { Layer, Layers, PointHint, useCanvas, variables } from "../../ui/canvas";
import { boxOfCells, DrawingOverlay, type ShownDrawings } from "../../ui/drawings";
import type { TurnNotes } from "../../types";
import { drawBeliefs, inWords } from "./beliefs";
import { count, isExact } from "./density";
import type { GenomeAnalysis } from "./analysis-panel";
import type { OverlayState } from "./overlays";
import * as draw from "./track";
import { drawWalks } from "./walks";

interface BoardProps {
  race: RaceTimeline;
  /** A level for each cell; null while the levels are being unpacked. */
  levels: Uint8Array | null;
  analysis: GenomeAnalysis;
  shown: OverlayState;
  /** The notes of the shown turn, and whose drawings to show. */
  drawn: { notes: TurnNotes[]; names: string[]; drawings: ShownDrawings };
  /** Whether the board is larger than its place, to be panned. */
  isZoomed: boolean;
  onClick?: (cell: number) => void;
  /** The controls, which stand between the board and the words for a cell. */
  children: ComponentChildren;
}

/** The layers, from back to front: the ground, overlays, specimens, and the cell that is pointed at. */
export function Board({ race, levels, analysis, shown, drawn, isZoomed, onClick, children }: BoardProps) {
  const { track } = race;
  const canvas = useCanvas(track.width, track.height, draw.palette);
  const { scale, size, pointed } = canvas;
  const picked = pointed && draw.cellAt(track, pointed);
  const { walks, beliefs } = analysis;

  const drawOverlays = (pen: CanvasRenderingContext2D, paint: draw.Palette) => {
    const of = variables(pen.canvas);
    if (shown.beliefs && beliefs) drawBeliefs(pen, track, beliefs, size, of);
    if (shown.links) draw.drawMeanings(pen, track, size, paint, "teleporter", null);
    if (shown.traps) draw.drawMeanings(pen, track, size, paint, "trap", null);
    if (shown.walks && walks) drawWalks(pen, track, walks, size, paint, of, shown.only);
    if (picked !== null) draw.drawMeanings(pen, track, size, paint, null, picked);
  };
  const drawPicked = (pen: CanvasRenderingContext2D, paint: draw.Palette) => {
    if (picked === null) return;
    const at = draw.position(track, picked);
    pen.strokeStyle = paint.text;
    pen.lineWidth = 2 * scale;
    pen.strokeRect(at.x * size, at.y * size, size, size);
  };
  return (
    <>
      <div class="board">
        <Pane isZoomed={isZoomed}>
          <Layers canvas={canvas} onClick={onClick && (({ x, y }) => onClick(draw.cellAt(track, { x, y })))}>
            <Layer
              canvas={canvas}
              name="ground"
              label={groundInWords(race)}
              draw={(pen, paint) => draw.drawGround(pen, track, size, paint)}
              by={[track]}
            />
            <Layer canvas={canvas} name="overlays" draw={drawOverlays} by={[picked, walks, beliefs, shown]} />
            <Layer
              canvas={canvas}
              name="specimens"
              draw={(pen, paint) => levels && draw.drawSpecimens(pen, track, levels, size, paint)}
              by={[levels]}
            />
            <Layer canvas={canvas} name="picked" draw={drawPicked} by={[picked]} />
            <DrawingOverlay {...drawn} box={boxOfCells(track.width, track.height)} letters={0.8} />
          </Layers>
        </Pane>
      </div>
      {children}
      <p class="cell" aria-live="off">
        {picked === null ? <PointHint what="a cell" /> : cellInWords(race, picked, levels, shown.beliefs ? beliefs : null)}
      </p>
    </>
  );
}

/** The place of the board. A zoomed board scrolls in it, also by keys. */
function Pane({ isZoomed, children }: { isZoomed: boolean; children: ComponentChildren }) {
  if (!isZoomed) return <div class="pane">{children}</div>;
  return (
    <div class="pane zoomed" role="region" aria-label="Track, enlarged" tabIndex={0}>
      {children}
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
