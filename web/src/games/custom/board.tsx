// A picture of a custom game: a board of letters, or an SVG drawing.

import { useEffect, useMemo } from "preact/hooks";
import { Layer, Layers, useCanvas, type Point } from "../../ui/canvas";
import { boxOfCells, DrawingOverlay, type ShownDrawings } from "../../ui/drawings";
import { columns, drawTiles, tilePalette, type Tile } from "../../ui/tiles";
import type { TurnNotes } from "../../types";
import { boxOfDrawing } from "./drawing-box";
import { inWords, tiles, type Frame } from "./timeline";

/** The largest size of a cell in CSS pixels. */
const LARGEST = 88;

/** The notes of the shown turn, and which of their drawings to show. */
interface Drawn {
  notes: TurnNotes[];
  names: string[];
  drawings: ShownDrawings;
}

interface PictureProps {
  frame: Frame;
  drawn: Drawn;
  /** Called with the cell under the pointer. */
  onPoint: (cell: Point | null) => void;
  /** Called with a cell that is clicked. */
  onClick?: (cell: Point) => void;
}

export function Picture({ frame, drawn, onPoint, onClick }: PictureProps) {
  // In an image, SVG can neither run scripts nor load anything.
  const drawing = useMemo(() => frame.svg && `data:image/svg+xml;charset=utf-8,${encodeURIComponent(frame.svg)}`, [frame.svg]);
  const box = useMemo(() => (frame.svg === undefined ? null : boxOfDrawing(frame.svg)), [frame.svg]);
  if (drawing) {
    return (
      <div class="drawn-on" style={box ? { "--aspect": box.width / box.height, maxWidth: "var(--board-width)" } : {}}>
        <img class="drawing" src={drawing} alt={inWords(frame)} />
        {box ? <DrawingOverlay {...drawn} box={box} letters={box.height / 20} /> : null}
      </div>
    );
  }
  const board = tiles(frame);
  return board.length > 0 ? <Board key={`${columns(board)} ${board.length}`} board={board} label={inWords(frame)} drawn={drawn} onPoint={onPoint} onClick={onClick} /> : null;
}

interface BoardProps extends Omit<PictureProps, "frame"> {
  board: Tile[][];
  label: string;
}

function Board({ board, label, drawn, onPoint, onClick }: BoardProps) {
  const across = Math.max(1, columns(board));
  const canvas = useCanvas(across, board.length, tilePalette);
  const { scale, size, pointed } = canvas;
  useEffect(() => {
    onPoint(pointed);
    return () => onPoint(null);
  }, [pointed?.x, pointed?.y]);
  return (
    <div class="custom-board" style={{ maxWidth: `${across * LARGEST}px` }}>
      <Layers canvas={canvas} onClick={onClick}>
        <Layer canvas={canvas} label={label} draw={(pen, paint) => drawTiles(pen, board, size, scale, paint)} by={[board]} />
        <DrawingOverlay {...drawn} box={boxOfCells(across, board.length)} letters={0.5} />
      </Layers>
    </div>
  );
}
