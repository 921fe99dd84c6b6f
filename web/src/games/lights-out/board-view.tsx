// A board to look at, and one to play on. A light that is on is a large disc, one that is off a
// dot, so that colour is not needed.

import { useRef, useState } from "preact/hooks";
import { cellName, lightsOn, toText, type Board } from "./board";

export interface Marks {
  /** The cells of a smallest solution. */
  fewest?: ReadonlySet<number>;
  /** The cells that were clicked an odd number of times. */
  clicked?: ReadonlySet<number>;
  last?: number;
}

const NO_MARKS: Marks = {};

export function BoardView({ board, marks = NO_MARKS }: { board: Board; marks?: Marks }) {
  const words = `A board of ${board.columns} columns and ${board.rows} rows, ${lightsOn(board)} lights on: ${toText(board).replaceAll("\n", ", ")}`;
  return (
    <div class="lights" style={sizeOf(board)} role="img" aria-label={words}>
      {Array.from(board.lights, (light, cell) => (
        <span key={cell} class={classOf(light, cell, marks)} />
      ))}
    </div>
  );
}

interface PlayableProps {
  board: Board;
  marks?: Marks;
  label: string;
  onPress: (cell: number) => void;
}

/** The board to play on. Arrow keys move between cells; space and enter click. */
export function PlayableBoard({ board, marks = NO_MARKS, label, onPress }: PlayableProps) {
  const place = useRef<HTMLDivElement>(null);
  const [wanted, setFocused] = useState(0);
  const focused = Math.min(wanted, board.lights.length - 1);
  const move = (event: KeyboardEvent) => {
    const target = neighbour(board, focused, event.key);
    if (target === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // Playback on the same page must not handle the key as well.
    event.stopPropagation();
    setFocused(target);
    place.current?.querySelectorAll<HTMLButtonElement>("button")[target]?.focus();
  };
  return (
    <div ref={place} class="lights playable" style={sizeOf(board)} role="grid" aria-label={label} onKeyDown={move}>
      {Array.from({ length: board.rows }, (_, y) => (
        <div key={y} role="row">
          {Array.from(board.lights.subarray(y * board.columns, (y + 1) * board.columns), (light, x) => {
            const cell = y * board.columns + x;
            return (
              <button
                key={x}
                type="button"
                role="gridcell"
                class={classOf(light, cell, marks)}
                tabIndex={cell === focused ? 0 : -1}
                aria-label={cellInWords(board, cell, marks)}
                onFocus={() => setFocused(cell)}
                onClick={() => onPress(cell)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function sizeOf({ columns, rows }: Board) {
  return { "--columns": columns, "--aspect": columns / rows };
}

function classOf(light: number, cell: number, { fewest, clicked, last }: Marks): string {
  const marks = [fewest?.has(cell) && "fewest", clicked?.has(cell) && "clicked", last === cell && "last"];
  return ["light", light && "on", ...marks].filter(Boolean).join(" ");
}

function cellInWords(board: Board, cell: number, { fewest, clicked }: Marks): string {
  const words = [cellName(board, cell), board.lights[cell] ? "on" : "off"];
  if (clicked?.has(cell)) words.push("clicked");
  if (fewest?.has(cell)) words.push("of the fewest clicks");
  return words.join(", ");
}

/** The cell that a key moves to from another; null if it does not move. */
function neighbour({ columns, rows }: Board, cell: number, key: string): number | null {
  const [x, y] = [cell % columns, Math.floor(cell / columns)];
  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  const to = (x: number, y: number) => within(y, rows) * columns + within(x, columns);
  const targets: Record<string, number> = {
    ArrowLeft: to(x - 1, y),
    ArrowRight: to(x + 1, y),
    ArrowUp: to(x, y - 1),
    ArrowDown: to(x, y + 1),
    Home: to(0, y),
    End: to(columns - 1, y),
  };
  return targets[key] ?? null;
}
