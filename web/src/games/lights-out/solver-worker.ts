// Runs a solver in a worker, so that the page stays responsive.

import { solveLikeArticle } from "./article-solver";
import type { Board } from "./board";
import { solveGenetically } from "./genetic-solver";
import type { Method, SolveRequest, SolverReport } from "./solvers";
import { fewestClicks } from "./fewest-clicks";
import type { ReportProgress } from "./search-progress";

/** Milliseconds between two progress reports. */
const PAUSE = 100;

const scope = self as unknown as DedicatedWorkerGlobalScope;

scope.onmessage = ({ data: { method, board } }: MessageEvent<SolveRequest>) => {
  const start = performance.now();
  const report = (message: SolverReport) => scope.postMessage(message);
  let lastReport = -Infinity;
  const reportProgress: ReportProgress = (progress) => {
    const milliseconds = performance.now() - start;
    if (milliseconds < lastReport + PAUSE) return;
    lastReport = milliseconds;
    report({ kind: "progress", progress, milliseconds });
  };
  const result = solve(method, board, reportProgress);
  report({ kind: "done", ...result, milliseconds: performance.now() - start });
};

function solve(method: Method, board: Board, reportProgress: ReportProgress) {
  if (method === "fewest") {
    const { clicks, evaluations } = fewestClicks(board);
    return { clicks, evaluations, ended: clicks ? "solved" : "There is no solution.", progress: null };
  }
  const found = method === "article" ? solveLikeArticle(board, reportProgress) : solveGenetically(board, reportProgress);
  const { clicks, evaluations, ended } = found;
  return { clicks, evaluations, ended, progress: found };
}
