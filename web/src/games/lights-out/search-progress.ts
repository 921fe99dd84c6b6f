// What a search reports while it runs and at its end.

/** A finished generation. */
export interface SearchProgress {
  generation: number;
  /** The best fitness: 1 for a dark board. */
  best: number;
  population: number;
  /** Candidates evaluated so far. */
  evaluations: number;
}

export interface SearchResult extends SearchProgress {
  /** The clicks in the order in which they were found; null without a solution. */
  clicks: number[] | null;
  ended: string;
}

export type ReportProgress = (progress: SearchProgress) => void;
