// Steps through the clicks of a solution.

import { useMemo, useState } from "preact/hooks";
import { Controls } from "../../ui/controls";
import { usePlayback } from "../../ui/playback";
import { cellName, clicked, lightsOn, clickedOddly, type Board } from "./board";
import { BoardView } from "./board-view";
import { LightsLegend } from "./legend";

interface StepperProps {
  board: Board;
  clicks: number[];
  /** A smallest solution, if there is one. */
  fewest: number[] | null;
  /** Whether the URL names the click. Without one, the stepper opens at the last click. */
  isInUrl?: boolean;
}

export function SolutionStepper({ board, clicks, fewest, isInUrl = false }: StepperProps) {
  const turns = useMemo(() => Array.from({ length: clicks.length + 1 }, (_, click) => click), [clicks]);
  const playback = usePlayback({ turns, speed: 3, isInUrl });
  const { frame } = playback;
  const made = useMemo(() => clicks.slice(0, frame), [clicks, frame]);
  const now = useMemo(() => clicked(board, made), [board, made]);
  const [marked, setMarked] = useState(false);
  const marks = {
    clicked: useMemo(() => clickedOddly(made), [made]),
    last: made.at(-1),
    fewest: useMemo(() => new Set(marked ? fewest : []), [marked, fewest]),
  };
  return (
    <div class="stepper stage">
      <div class="board">
        <BoardView board={now} marks={marks} />
        <p class="cell" aria-live="off">
          {made.length > 0 ? `Click ${frame} is on ${cellName(board, made.at(-1)!)}. ` : null}
          Lights on: {lightsOn(now)}.
        </p>
      </div>
      {clicks.length > 0 ? (
        <Controls playback={playback} turns={turns} noun="click" label={(frame) => `click ${frame} of ${clicks.length}`} />
      ) : null}
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
}
