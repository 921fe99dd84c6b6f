// The solvers, and the messages between a page and the worker that runs one.

import type { Board } from "./board";
import type { SearchResult, SearchProgress } from "./search-progress";

export const METHODS = ["fewest", "article", "genetic"] as const;
export type Method = (typeof METHODS)[number];

export const METHOD_TEXTS: Record<Method, { name: string; what: string }> = {
  fewest: {
    name: "Fewest clicks",
    what: "Gaussian elimination over the field of two elements, and all sets of clicks that do nothing. It never fails.",
  },
  article: {
    name: "The article’s method",
    what: "Called genetic, and a best-first search: boards one click apart, of which the best few hundred go on.",
  },
  genetic: {
    name: "A genetic algorithm",
    what: "Sets of clicks as genotypes, with selection, crossover and mutation.",
  },
};

export interface SolveRequest {
  method: Method;
  board: Board;
}

/** Only searches have generations, so `progress` is null for linear algebra. */
export type SolverReport =
  | { kind: "progress"; progress: SearchProgress; milliseconds: number }
  | { kind: "done"; clicks: number[] | null; ended: string; evaluations: number; milliseconds: number; progress: SearchResult | null };
