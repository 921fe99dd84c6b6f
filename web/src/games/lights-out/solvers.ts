// The three ways to solve a board, and what a page and the worker that solves tell each other.

import type { Board } from "./board";
import type { SearchResult, SearchProgress } from "./search-progress";

export const METHODS = ["fewest", "article", "genetic"] as const;
export type Method = (typeof METHODS)[number];

/** What the methods are called, and what they are. */
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

/** What is told on the way, and in the end. Searches tell of generations, linear algebra has none. */
export type SolverReport =
  | { kind: "progress"; progress: SearchProgress; milliseconds: number }
  | { kind: "done"; clicks: number[] | null; ended: string; evaluations: number; milliseconds: number; progress: SearchResult | null };
