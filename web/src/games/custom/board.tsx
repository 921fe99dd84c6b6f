// A picture of a custom game: a board of letters, or an SVG drawing.

import { useMemo } from "preact/hooks";
import { Layer, Layers, useCanvas } from "../../ui/canvas";
import { columns, drawTiles, tilePalette, type Tile } from "../../ui/tiles";
import { inWords, tiles, type Frame } from "./timeline";

/** The largest size of a cell in CSS pixels. */
const LARGEST = 44;

export function Picture({ frame }: { frame: Frame }) {
  // In an image, SVG can neither run scripts nor load anything.
  const drawing = useMemo(() => frame.svg && `data:image/svg+xml;charset=utf-8,${encodeURIComponent(frame.svg)}`, [frame.svg]);
  if (drawing) return <img class="drawing" src={drawing} alt={inWords(frame)} />;
  const board = tiles(frame);
  return board.length > 0 ? <Board key={`${columns(board)} ${board.length}`} board={board} label={inWords(frame)} /> : null;
}

function Board({ board, label }: { board: Tile[][]; label: string }) {
  const across = Math.max(1, columns(board));
  const canvas = useCanvas(across, board.length, tilePalette);
  const { scale, size, pointed } = canvas;
  const tile = pointed && board[pointed.y]?.[pointed.x];
  return (
    <div class="custom-board" style={{ maxWidth: `${across * LARGEST}px` }}>
      <Layers canvas={canvas}>
        <Layer canvas={canvas} label={label} draw={(pen, paint) => drawTiles(pen, board, size, scale, paint)} by={[board]} />
      </Layers>
      <p class="cell" aria-live="off">
        {tile && pointed ? `column ${pointed.x}, row ${pointed.y}: ${tile.letter}` : "Point at a place to read what is in it."}
      </p>
    </div>
  );
}
