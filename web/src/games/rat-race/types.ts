// What the server tells of a race. docs/JSON.md describes it.

import type { MatchData } from "../../types";

/** A match with its race, which is there once the match has been replayed. */
export interface RaceMatchData extends MatchData {
  race?: RaceTimeline;
  /** What a server can tell beyond the race; null in a page that is a file. */
  more?: { specimens: boolean; analysis: boolean } | null;
}

export type Role =
  | { kind: "empty" }
  | { kind: "wall" }
  | { kind: "teleporter"; dx: number; dy: number }
  | { kind: "trap"; dx: number; dy: number };

export interface Track {
  width: number;
  height: number;
  goal_x: number;
  colours: number[];
  roles: Role[];
  lethal: number[];
  starts: number[];
}

export interface Leader {
  id: number;
  turn: number;
  fitness: number;
  goals: number;
}

export interface Individual {
  born: number;
  genome: string;
  parent: number | null;
  other: string | null;
}

export type WalkEnd = "goal" | "outside" | "wall" | "trap" | "loop" | "age" | "fault";

/** The walk of a genome from one start. */
export interface Walk {
  start: number;
  /** `by` is the cell of the step, `to` where it ends: another cell if `by` is a teleporter. */
  ways: { by: [number, number]; to: [number, number] }[];
  end: WalkEnd | null;
  drew: boolean;
}

/** What a genome believes a colour to be. */
export type Meaning = Role | { kind: "unsaid" } | { kind: "worth"; number: number };

/** A bot's analyses, by genome. */
export interface Analysis {
  is_same: boolean;
  walks: Record<string, Walk[]>;
  /** Null if the bot cannot tell. */
  beliefs: Record<string, Meaning[]> | null;
  trouble: string | null;
}

/** The specimens in a cell that have the same genome. */
export interface Alike {
  genome: string;
  count: number;
  fitness: number;
  age: number;
  goals: number;
}

export interface Specimens {
  all: number;
  genomes: Alike[];
}

/** The fittest specimen in a cell before the moves of a turn. */
export interface NamedSpecimen extends Alike {
  turn: number;
  cell: number;
}

export interface RaceTimeline {
  /** False while the server has replayed only the first turns. */
  is_whole: boolean;
  track: Track;
  genome_bits: number;
  every: number;
  frames: {
    turns: number[];
    population: number[];
    points: number[];
    best_fitness: number[];
    mean_fitness: number[];
    density: string;
  };
  diversity: { turns: number[]; share: number[] };
  leaders: Leader[];
  winner: Leader | null;
  individuals: Record<string, Individual>;
  analysis: Analysis | null;
  /** Specimens that the user named when the page was made. */
  picked: NamedSpecimen[];
}
