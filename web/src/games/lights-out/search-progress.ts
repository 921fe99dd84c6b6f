// What the two searches tell while they go on, and in the end.

/** A generation that is over. */
export interface SearchProgress {
  generation: number;
  /** The fitness of the best, which is 1 for a dark board. */
  best: number;
  population: number;
  /** The candidates judged so far. */
  evaluations: number;
}

export interface SearchResult extends SearchProgress {
  /** The clicks in the order in which they were found; nothing if the search ended without a solution. */
  clicks: number[] | null;
  /** Why it ended. */
  ended: string;
}

export type ReportProgress = (progress: SearchProgress) => void;
