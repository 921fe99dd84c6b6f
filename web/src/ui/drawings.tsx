// What bots drew on the board of a turn, and the numbers and the stderr of their turns.

import { useMemo, useState } from "preact/hooks";
import type { Shape, TurnNotes } from "../types";
import { Chart, type Line } from "./chart";
import { drawingSeats, isShape, numberCharts } from "./notes";
import { colour, dashes } from "./seats";
import "./drawings.css";

export interface ShownDrawings {
  /** The seats whose drawings are shown. None at first. */
  seats: ReadonlySet<number>;
  toggle: (seat: number) => void;
}

export function useDrawings(): ShownDrawings {
  const [seats, show] = useState<ReadonlySet<number>>(new Set());
  const toggle = (seat: number) => {
    const others = [...seats].filter((other) => other !== seat);
    show(new Set(seats.has(seat) ? others : [...others, seat]));
  };
  return { seats, toggle };
}

interface DrawingTogglesProps {
  notes: TurnNotes[];
  names: string[];
  drawings: ShownDrawings;
}

/** A box for each bot that draws something in this match. */
export function DrawingToggles({ notes, names, drawings: { seats, toggle } }: DrawingTogglesProps) {
  const drawing = useMemo(() => drawingSeats(notes), [notes]);
  return (
    <>
      {drawing.map((seat) => (
        <label class="check" key={seat}>
          <input type="checkbox" checked={seats.has(seat)} onChange={() => toggle(seat)} />
          <span>
            Drawings of <bdi>{names[seat]}</bdi>
          </span>
        </label>
      ))}
    </>
  );
}

/** The visible part of a board, in the units of its drawings. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Whether the board is stretched to its place, as it has no ratio of its own. */
  isStretched?: boolean;
}

/** A board of cells. The middle of the cell in the upper left is (0, 0). */
export function boxOfCells(columns: number, rows: number): Box {
  return { left: -0.5, top: -0.5, width: columns, height: rows };
}

interface OverlayProps {
  /** The notes of the shown turn. */
  notes: TurnNotes[];
  names: string[];
  drawings: ShownDrawings;
  box: Box;
  /** The height of letters, in units of the board. */
  letters: number;
}

/** The drawings, above a board. Its parent is as large as the board, and positioned. */
export function DrawingOverlay({ notes, names, drawings, box, letters }: OverlayProps) {
  const shown = notes.filter(({ seat, annotations }) => drawings.seats.has(seat) && annotations.some(isShape));
  if (shown.length === 0) return null;
  return (
    <svg
      class="drawings"
      viewBox={`${box.left} ${box.top} ${box.width} ${box.height}`}
      preserveAspectRatio={box.isStretched ? "none" : undefined}
      role="img"
      aria-label={`Drawings of ${[...new Set(shown.map(({ seat }) => names[seat]))].join(", ")}`}
    >
      {shown.map(({ question, seat, annotations }) => (
        <g key={`${question} ${seat}`} stroke-dasharray={dashes(seat).join(" ")}>
          {annotations.filter(isShape).map((shape, index) => (
            <ShapeMark key={index} shape={shape} letters={letters} colour={`var(${shape.colour ? `--drawn-${shape.colour}` : colour(seat)})`} />
          ))}
        </g>
      ))}
    </svg>
  );
}

function ShapeMark({ shape, letters, colour }: { shape: Shape; letters: number; colour: string }) {
  if ("line" in shape) {
    const [x1, y1, x2, y2] = shape.line;
    return <line x1={x1} y1={y1} x2={x2} y2={y2} style={{ stroke: colour }} />;
  }
  if ("circle" in shape) {
    const [cx, cy, r] = shape.circle;
    return <circle cx={cx} cy={cy} r={r} style={{ stroke: colour }} />;
  }
  const [x, y] = shape.at;
  return (
    <text x={x} y={y} font-size={letters} style={{ fill: colour }}>
      {shape.text}
    </text>
  );
}

interface NumbersProps {
  notes: TurnNotes[];
  names: string[];
  /** What the charts count from left to right, such as "turn". */
  across: string;
  at: number;
  onPick: (turn: number) => void;
}

/** A chart for each number that bots report. */
export function NumberCharts({ notes, names, across, at, onPick }: NumbersProps) {
  const charts = useMemo(
    () =>
      numberCharts(notes).map(({ name, turns, lines }) => ({
        title: `${name}, as bots report it`,
        turns,
        lines: lines.map(({ seat, values }): Line => ({ name: names[seat] ?? "", values, colour: colour(seat), dashes: dashes(seat) })),
      })),
    [notes, names],
  );
  if (charts.length === 0) return null;
  return (
    <div class="charts">
      {charts.map((chart) => (
        <Chart key={chart.title} across={across} at={at} onPick={onPick} {...chart} />
      ))}
    </div>
  );
}

/** What bots wrote to stderr in the shown turn. */
export function StderrOfTurn({ notes, names }: { notes: TurnNotes[]; names: string[] }) {
  const written = notes.filter(({ stderr }) => stderr !== "");
  return (
    <>
      {written.map(({ question, seat, stderr }) => (
        <section class="stderr" key={`${question} ${seat}`}>
          <h2>
            stderr of <bdi>{names[seat]}</bdi>
          </h2>
          <pre>{stderr}</pre>
        </section>
      ))}
    </>
  );
}
