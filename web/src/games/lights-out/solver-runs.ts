// The solvers at work on a board: each in a worker of its own, which is ended when nobody waits for it any more.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Board } from "./board";
import { METHODS, type Method, type Order, type Report } from "./solvers";
import type { Progress } from "./search-progress";

export type Run =
  | { state: "idle" }
  | { state: "running"; progress: Progress | null; milliseconds: number }
  | { state: "cancelled" }
  | { state: "failed"; why: string }
  | ({ state: "done" } & Omit<Extract<Report, { kind: "done" }>, "kind">);

type All = Record<Method, Run>;

const IDLE: All = { fewest: { state: "idle" }, article: { state: "idle" }, genetic: { state: "idle" } };

export interface Runs {
  of: (method: Method) => Run;
  start: (method: Method) => void;
  cancel: (method: Method) => void;
}

/** What the solvers do on a board. With another board, all of them begin anew. */
export function useRuns(board: Board): Runs {
  const [all, setAll] = useState<{ board: Board; runs: All }>({ board, runs: IDLE });
  const workers = useRef(new Map<Method, Worker>());
  const set = (method: Method, run: Run) =>
    setAll((before) => ({ board, runs: { ...(before.board === board ? before.runs : IDLE), [method]: run } }));
  const end = (method: Method) => {
    workers.current.get(method)?.terminate();
    workers.current.delete(method);
  };
  // Before anything is begun on the next board.
  useLayoutEffect(() => () => METHODS.forEach(end), [board]);

  const start = (method: Method) => {
    end(method);
    const worker = new Worker(new URL("./solver-worker.ts", import.meta.url), { type: "module" });
    workers.current.set(method, worker);
    set(method, { state: "running", progress: null, milliseconds: 0 });
    worker.onmessage = ({ data }: MessageEvent<Report>) => {
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
    worker.postMessage({ method, board } satisfies Order);
  };
  const cancel = (method: Method) => {
    end(method);
    set(method, { state: "cancelled" });
  };
  return { of: (method) => (all.board === board ? all.runs : IDLE)[method], start, cancel };
}
