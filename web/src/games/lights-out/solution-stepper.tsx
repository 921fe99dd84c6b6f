// Steps through the clicks of a solution.

import { useMemo, useState } from "preact/hooks";
import { Controls } from "../../ui/controls";
import type { TimelineEvent } from "../../ui/events";
import { Moves } from "../../ui/moves";
import { usePlayback } from "../../ui/playback";
import { around, cellName, clicked, lightsOn, clickedOddly, type Board } from "./board";
import { BoardView } from "./board-view";
import { LightsLegend } from "./legend";

interface StepperProps {
  board: Board;
  clicks: number[];
  /** A smallest solution, if there is one. */
  fewest: number[] | null;
  /** Whether the URL names the click. Without one, the stepper opens paused at the beginning. */
  isInUrl?: boolean;
}

export function SolutionStepper({ board, clicks, fewest, isInUrl = false }: StepperProps) {
  const turns = useMemo(() => Array.from({ length: clicks.length + 1 }, (_, click) => click), [clicks]);
  const playback = usePlayback({ turns, usual: 3, isInUrl });
  const { frame } = playback;
  const made = useMemo(() => clicks.slice(0, frame), [clicks, frame]);
  const now = useMemo(() => clicked(board, made), [board, made]);
  const left = useMemo(() => lightsAfter(board, clicks), [board, clicks]);
  const events = useMemo(() => endOf(left), [left]);
  const [marked, setMarked] = useState(false);
  const marks = {
    clicked: useMemo(() => clickedOddly(made), [made]),
    last: made.at(-1),
    fewest: useMemo(() => new Set(marked ? fewest : []), [marked, fewest]),
  };
  const stage = (
    <div class="stepper stage">
      <div class="board">
        <BoardView board={now} marks={marks} />
      </div>
      {clicks.length > 0 ? (
        <Controls playback={playback} noun="click" label={(frame) => `click ${frame} of ${clicks.length}`} events={events} />
      ) : null}
      <p class="cell" aria-live="off">
        {made.length > 0 ? `Click ${frame} is on ${cellName(board, made.at(-1)!)}. ` : null}
        Lights on: {lightsOn(now)}.
      </p>
      <div class="stage-foot">
        {fewest ? (
          <label class="check">
            <input type="checkbox" checked={marked} onChange={(event) => setMarked(event.currentTarget.checked)} /> mark the fewest clicks
          </label>
        ) : null}
        <LightsLegend />
      </div>
    </div>
  );
  if (clicks.length === 0) return stage;
  return (
    <div class="with-moves">
      {stage}
      <Moves
        playback={playback}
        noun="click"
        label={(click) => (click === 0 ? "beginning" : `click ${click}`)}
        words={(click) => `${click === 0 ? "" : `${cellName(board, clicks[click - 1]!)}, `}${left[click]} on`}
      />
    </div>
  );
}

/** The number of lights that are on at the beginning and after each click. */
export function lightsAfter(board: Board, clicks: number[]): number[] {
  const lights = board.lights.slice();
  let on = lightsOn(board);
  const click = (cell: number) => {
    for (const near of around(board, cell)) on += (lights[near]! ^= 1) ? 1 : -1;
    return on;
  };
  return [on, ...clicks.map(click)];
}

/** The click that turns the last light off, or else how many are left on. */
function endOf(left: number[]): TimelineEvent[] {
  const off = left.indexOf(0);
  if (off >= 0) return [{ frame: off, kind: "end", words: "all lights are off" }];
  return left.length > 1 ? [{ frame: left.length - 1, kind: "fault", words: `${left.at(-1)} left on` }] : [];
}
