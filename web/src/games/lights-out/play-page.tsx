// Lights Out to play by hand, with three solvers.

import { useEffect, useMemo, useState } from "preact/hooks";
import { clicked, isSame, lightsOn, clickedOddly, randomSolvable, toggled, type Board } from "./board";
import { BoardForm } from "./board-form";
import { PlayableBoard } from "./board-view";
import { LightsLegend } from "./legend";
import { useSolverRuns, type SolverRuns } from "./solver-runs";
import { SolverTable } from "./solver-table";
import { useTitle } from "../../ui/title";
import "./lights-out.css";

/** The initial board and the clicks since. */
interface Game {
  start: Board;
  clicks: number[];
}

export function PlayPage() {
  useTitle("Lights Out");
  const [game, setGame] = useState<Game>(() => ({ start: randomSolvable(5, 5, Math.random), clicks: [] }));
  const { start, clicks } = game;
  const now = useMemo(() => clicked(start, clicks), [start, clicks]);
  const runs = useSolverRuns(start);
  // Results for a board are kept as long as the board stays the same.
  const begin = (board: Board) => setGame({ start: isSame(board, start) ? start : board, clicks: [] });
  return (
    <article class="lights-page stack">
      <header>
        <h1>Lights Out</h1>
        <p class="facts">A click flips a light and those above, below, left and right of it. Turn all of them off.</p>
      </header>
      <div class="columns even">
        <Play game={game} now={now} runs={runs} onGame={setGame} onBegin={begin} />
        <BoardForm board={now} onBoard={begin} />
      </div>
      <SolverTable board={start} runs={runs} byHand={{ clicks: clicks.length, on: lightsOn(now) }} />
    </article>
  );
}

interface PlayProps {
  game: Game;
  now: Board;
  runs: SolverRuns;
  onGame: (game: Game) => void;
  onBegin: (board: Board) => void;
}

function Play({ game, now, runs, onGame, onBegin }: PlayProps) {
  const { start, clicks } = game;
  const [edits, setEdits] = useState(false);
  const [marked, setMarked] = useState(false);
  const fewest = runs.of("fewest");
  const marks = useMemo(
    () => ({
      clicked: clickedOddly(clicks),
      last: clicks.at(-1),
      fewest: new Set(marked && fewest.state === "done" ? (fewest.clicks ?? []) : []),
    }),
    [clicks, marked, fewest],
  );
  const press = (cell: number) => {
    if (edits) onBegin(toggled(now, cell));
    else onGame({ start, clicks: [...clicks, cell] });
  };
  useEffect(() => {
    if (marked && fewest.state === "idle") runs.start("fewest");
  }, [marked, fewest.state]);
  return (
    <section class="card pad" aria-label="The board">
      <div class="buttons" role="group" aria-label="What a click does">
        <button type="button" aria-pressed={!edits} onClick={() => setEdits(false)}>
          Play
        </button>
        <button type="button" aria-pressed={edits} onClick={() => setEdits(true)}>
          Edit single lights
        </button>
      </div>
      <PlayableBoard board={now} marks={marks} label={`The board, ${now.columns} columns and ${now.rows} rows`} onPress={press} />
      <p class="cell" role="status">
        {inWords(clicks.length, lightsOn(now))}
      </p>
      <div class="buttons">
        <button type="button" disabled={clicks.length === 0} onClick={() => onGame({ start, clicks: clicks.slice(0, -1) })}>
          Undo
        </button>
        <button type="button" disabled={clicks.length === 0} onClick={() => onGame({ start, clicks: [] })}>
          Back to the beginning
        </button>
        <button type="button" disabled={clicks.length === 0} onClick={() => onBegin(now)}>
          Begin from here
        </button>
      </div>
      <label class="check">
        <input type="checkbox" checked={marked} onChange={(event) => setMarked(event.currentTarget.checked)} /> mark the fewest clicks
        {marked && fewest.state === "done" && !fewest.clicks ? <strong> – there is no solution</strong> : null}
      </label>
      <LightsLegend />
    </section>
  );
}

function inWords(clicks: number, on: number): string {
  const made = clicks === 1 ? "1 click" : `${clicks} clicks`;
  return on === 0 ? `All lights are off after ${made}.` : `${made}, lights on: ${on}.`;
}
