// The solvers at work on a board. Each runs in its own worker, which is terminated when no longer
// needed.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Board } from "./board";
import { METHODS, type Method, type SolveRequest, type SolverReport } from "./solvers";
import type { SearchProgress } from "./search-progress";

export type SolverRun =
  | { state: "idle" }
  | { state: "running"; progress: SearchProgress | null; milliseconds: number }
  | { state: "cancelled" }
  | { state: "failed"; why: string }
  | ({ state: "done" } & Omit<Extract<SolverReport, { kind: "done" }>, "kind">);

type All = Record<Method, SolverRun>;

const IDLE: All = { fewest: { state: "idle" }, article: { state: "idle" }, genetic: { state: "idle" } };

export interface SolverRuns {
  of: (method: Method) => SolverRun;
  start: (method: Method) => void;
  cancel: (method: Method) => void;
}

/** The runs of all solvers on a board. Another board resets them. */
export function useSolverRuns(board: Board): SolverRuns {
  const [all, setAll] = useState<{ board: Board; runs: All }>({ board, runs: IDLE });
  const workers = useRef(new Map<Method, Worker>());
  const set = (method: Method, run: SolverRun) =>
    setAll((before) => ({ board, runs: { ...(before.board === board ? before.runs : IDLE), [method]: run } }));
  const end = (method: Method) => {
    workers.current.get(method)?.terminate();
    workers.current.delete(method);
  };
  // A layout effect, as it must run before anything starts on the next board.
  useLayoutEffect(() => () => METHODS.forEach(end), [board]);

  const start = (method: Method) => {
    end(method);
    const worker = new Worker(new URL("./solver-worker.ts", import.meta.url), { type: "module" });
    workers.current.set(method, worker);
    set(method, { state: "running", progress: null, milliseconds: 0 });
    worker.onmessage = ({ data }: MessageEvent<SolverReport>) => {
      if (workers.current.get(method) !== worker) return;
      if (data.kind === "progress") {
        set(method, { state: "running", progress: data.progress, milliseconds: data.milliseconds });
      } else {
        end(method);
        const { kind: _, ...result } = data;
        set(method, { state: "done", ...result });
      }
    };
    worker.onerror = (event) => {
      if (workers.current.get(method) !== worker) return;
      end(method);
      set(method, { state: "failed", why: event.message || "the solver could not be started" });
    };
    worker.postMessage({ method, board } satisfies SolveRequest);
  };
  const cancel = (method: Method) => {
    end(method);
    set(method, { state: "cancelled" });
  };
  return { of: (method) => (all.board === board ? all.runs : IDLE)[method], start, cancel };
}
