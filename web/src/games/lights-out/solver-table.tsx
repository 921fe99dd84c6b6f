// Compares the solvers with one another and with the player: cost and result.

import { useState } from "preact/hooks";
import type { Board } from "./board";
import { duration } from "./details";
import { METHODS, METHOD_TEXTS, type Method } from "./solvers";
import type { SolverRun, SolverRuns } from "./solver-runs";
import { SolutionStepper } from "./solution-stepper";

interface SolverTableProps {
  board: Board;
  runs: SolverRuns;
  /** How many clicks the player made, and how many lights are still on. */
  byHand: { clicks: number; on: number };
}

export function SolverTable({ board, runs, byHand }: SolverTableProps) {
  const [shown, show] = useState<Method | null>(null);
  const run = shown && runs.of(shown);
  const fewest = runs.of("fewest");
  return (
    <section class="solvers stack-s">
      <h2>Solve it</h2>
      <div class="card">
        <table>
          <caption>Each solves the board without the clicks by hand.</caption>
          <thead>
            <tr>
              <th scope="col">method</th>
              <th scope="col" class="number">
                clicks
              </th>
              <th scope="col" class="number">
                evaluations
              </th>
              <th scope="col" class="number">
                time
              </th>
            </tr>
          </thead>
          <tbody>
            {METHODS.map((method) => (
              <MethodRow key={method} method={method} run={runs.of(method)} runs={runs} isShown={shown === method} onShow={() => show(method)} />
            ))}
            <tr class="method">
              <th scope="row">By hand</th>
              <td class="number">{byHand.clicks}</td>
              <td class="number">–</td>
              <td class="number">–</td>
            </tr>
            <tr>
              <td colSpan={4}>
                <p class="what">{byHand.on === 0 ? "All lights are off." : `Lights on: ${byHand.on}.`}</p>
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      {shown && run?.state === "done" && run.clicks ? (
        <>
          <h2>{METHOD_TEXTS[shown].name}, click by click</h2>
          <SolutionStepper
            key={`${shown} ${run.clicks.join()}`}
            board={board}
            clicks={run.clicks}
            fewest={fewest.state === "done" ? fewest.clicks : null}
          />
        </>
      ) : null}
    </section>
  );
}

interface RowProps {
  method: Method;
  run: SolverRun;
  runs: SolverRuns;
  isShown: boolean;
  onShow: () => void;
}

function MethodRow({ method, run, runs, isShown, onShow }: RowProps) {
  const { name, what } = METHOD_TEXTS[method];
  const isRunning = run.state === "running";
  const deed = isRunning ? "Cancel" : run.state === "idle" ? "Solve" : "Solve again";
  const look = isShown && run.state === "done" ? "chosen" : "";
  return (
    <>
      <tr class={`method ${look}`}>
        <th scope="row">{name}</th>
        <td class="number">{run.state === "done" && run.clicks ? run.clicks.length.toLocaleString("en") : "–"}</td>
        <td class="number">{evaluations(run)}</td>
        <td class="number">{run.state === "done" || isRunning ? duration(run.milliseconds * 1000) : "–"}</td>
      </tr>
      <tr class={look}>
        <td colSpan={4}>
          <p class="what">{what}</p>
          {/* Screen readers announce only the end, not each generation. */}
          <p class="status" aria-live={isRunning ? "off" : "polite"}>
            {inWords(run)}
          </p>
          <div class="buttons">
            <button type="button" aria-label={`${deed}: ${name}`} onClick={() => (isRunning ? runs.cancel(method) : runs.start(method))}>
              {deed}
            </button>
            <button
              type="button"
              aria-label={`Step through: ${name}`}
              aria-pressed={isShown}
              disabled={run.state !== "done" || !run.clicks}
              onClick={onShow}
            >
              Step through
            </button>
          </div>
        </td>
      </tr>
    </>
  );
}

function evaluations(run: SolverRun): string {
  if (run.state === "done") return run.evaluations.toLocaleString("en");
  if (run.state === "running" && run.progress) return run.progress.evaluations.toLocaleString("en");
  return "–";
}

/** The state of a run in words. The layout is the same during a run and after it. */
function inWords(run: SolverRun): string {
  if (run.state === "idle") return "Not started.";
  if (run.state === "cancelled") return "Cancelled.";
  if (run.state === "failed") return `Failed: ${run.why}.`;
  if (run.state === "running" && !run.progress) return "It begins.";
  const { progress } = run;
  const generation = progress
    ? ` Generation ${progress.generation.toLocaleString("en")}, best fitness ${progress.best.toFixed(3)}, population ${progress.population.toLocaleString("en")}.`
    : "";
  if (run.state === "running") return `Searching.${generation}`;
  return `${run.clicks ? "Solved." : run.ended}${generation}`;
}
