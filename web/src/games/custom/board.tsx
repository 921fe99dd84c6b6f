// A picture of a custom game: a board of letters, or an SVG drawing.

import { useCallback, useMemo } from "preact/hooks";
import { Layer, Layers, useCanvas, type Variables } from "../../ui/canvas";
import { boxOfCells, DrawingOverlay, type ShownDrawings } from "../../ui/drawings";
import { colour, ink } from "../../ui/seats";
import type { TurnNotes } from "../../types";
import { boxOfDrawing } from "./drawing-box";
import { columns, inWords, levelOf, seatOf, tiles, type Frame, type Tile, type Tone } from "./timeline";

/** The size in CSS pixels from which a cell has room for its letter. */
const LETTERED = 9;

/** The largest size of a cell in CSS pixels. */
const LARGEST = 44;

/** The CSS variable for the background of each tone. */
const GROUNDS: Record<Tone, string> = {
  wall: "--wall",
  danger: "--bad",
  goal: "--good",
  portal: "--accent",
  shared: "--text",
  on: "--custom-on",
  off: "--line",
  mark: "--seat4",
};

interface Palette {
  page: string;
  text: string;
  faint: string;
  line: string;
  accent: string;
  ink: string;
  /** The colour of letters on the colour of a seat. */
  inkOf: (seat: number) => string;
  of: (tone: Tone) => string | null;
}

function palette(of: Variables): Palette {
  const ground = (tone: Tone) => {
    const seat = seatOf(tone);
    if (seat !== null) return of(colour(seat));
    const name = GROUNDS[tone];
    return name ? of(name) : null;
  };
  const found = new Map<Tone, string | null>();
  return {
    page: of("--ground"),
    text: of("--text"),
    faint: of("--muted"),
    line: of("--line"),
    accent: of("--accent"),
    ink: of("--ink"),
    inkOf: (seat) => of(ink(seat)),
    of: (tone) => {
      if (!found.has(tone)) found.set(tone, ground(tone));
      return found.get(tone)!;
    },
  };
}

/** The notes of the shown turn, and which of their drawings to show. */
interface Drawn {
  notes: TurnNotes[];
  names: string[];
  drawings: ShownDrawings;
}

export function Picture({ frame, drawn }: { frame: Frame; drawn: Drawn }) {
  // In an image, SVG can neither run scripts nor load anything.
  const drawing = useMemo(() => frame.svg && `data:image/svg+xml;charset=utf-8,${encodeURIComponent(frame.svg)}`, [frame.svg]);
  const box = useMemo(() => (frame.svg === undefined ? null : boxOfDrawing(frame.svg)), [frame.svg]);
  if (drawing) {
    return (
      <div class="drawn-on">
        <img class="drawing" src={drawing} alt={inWords(frame)} />
        {box ? <DrawingOverlay {...drawn} box={box} letters={box.height / 20} /> : null}
      </div>
    );
  }
  const board = tiles(frame);
  return board.length > 0 ? <Board key={`${columns(board)} ${board.length}`} board={board} label={inWords(frame)} drawn={drawn} /> : null;
}

function Board({ board, label, drawn }: { board: Tile[][]; label: string; drawn: Drawn }) {
  const across = Math.max(1, columns(board));
  const canvas = useCanvas(across, board.length, useCallback(palette, []));
  const { scale, size, pointed } = canvas;
  const tile = pointed && board[pointed.y]?.[pointed.x];
  return (
    <div class="custom-board" style={{ maxWidth: `${across * LARGEST}px` }}>
      <Layers canvas={canvas}>
        <Layer canvas={canvas} label={label} draw={(pen, paint) => draw(pen, board, size, scale, paint)} by={[board]} />
        <DrawingOverlay {...drawn} box={boxOfCells(across, board.length)} letters={0.5} />
      </Layers>
      <p class="cell" aria-live="off">
        {tile && pointed ? `column ${pointed.x}, row ${pointed.y}: ${tile.letter}` : "Point at a place to read what is in it."}
      </p>
    </div>
  );
}

function draw(pen: CanvasRenderingContext2D, board: Tile[][], size: number, scale: number, paint: Palette) {
  pen.fillStyle = paint.page;
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
  const isLettered = size >= LETTERED * scale;
  pen.font = `600 ${Math.floor(size * 0.62)}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  board.forEach((row, y) =>
    row.forEach(({ letter, tone }, x) => {
      const level = levelOf(tone);
      const ground = level === null ? paint.of(tone) : paint.accent;
      if (ground) {
        pen.globalAlpha = level === null ? 1 : level / 8;
        pen.fillStyle = ground;
        // Whole pixels leave no gaps between cells.
        const [left, top] = [Math.round(x * size), Math.round(y * size)];
        pen.fillRect(left, top, Math.round((x + 1) * size) - left, Math.round((y + 1) * size) - top);
        pen.globalAlpha = 1;
      }
      if (!isLettered || letter === " ") return;
      pen.fillStyle = ground && (level === null || level > 4) && tone !== "off" ? inkOn(tone, paint) : tone === "dim" || tone === "gone" ? paint.faint : paint.text;
      pen.fillText(letter, (x + 0.5) * size, (y + 0.54) * size);
    }),
  );
  if (isLettered) drawLines(pen, board, size, paint);
}

function inkOn(tone: Tone, paint: Palette): string {
  const seat = seatOf(tone);
  if (seat !== null) return paint.inkOf(seat);
  return tone === "on" || tone === "wall" ? paint.text : paint.ink;
}

function drawLines(pen: CanvasRenderingContext2D, board: Tile[][], size: number, paint: Palette) {
  pen.strokeStyle = paint.line;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let x = 1; x < columns(board); x++) {
    pen.moveTo(Math.round(x * size) + 0.5, 0);
    pen.lineTo(Math.round(x * size) + 0.5, pen.canvas.height);
  }
  for (let y = 1; y < board.length; y++) {
    pen.moveTo(0, Math.round(y * size) + 0.5);
    pen.lineTo(pen.canvas.width, Math.round(y * size) + 0.5);
  }
  pen.stroke();
}
