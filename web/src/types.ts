// What the server says, and what lies in pages that are files. docs/JSON.md describes it.

import type { Pictures } from "./own-game/course";

export interface Spec {
  game: string;
  parameters: Record<string, unknown>;
  /** Not shown before the reveal. */
  seed: string | null;
  submissions: string[];
}

export interface Fault {
  seat: number;
  turn: number;
  fault: string;
  what?: string;
  how?: string;
  why?: string;
  limit_seconds?: number;
  limit_bytes?: number;
  sent: string;
  said: string;
  took_seconds: number;
  stderr: string;
  sandbox?: string | null;
}

export interface Record_ {
  scores: number[];
  ended: string;
  details: any;
  faults: Fault[];
  took_seconds: number;
}

export interface Match {
  names: string[];
  spec: Spec;
  record: Record_;
  provenance: { rathaus: string; sandbox?: unknown; toolchains: (string | null)[] } | null;
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

/** What became of a genome from one start. */
export interface Walk {
  start: number;
  /** Where each step leads, and where it ends: elsewhere, if there is a teleporter. */
  ways: { by: [number, number]; to: [number, number] }[];
  end: WalkEnd | null;
  drew: boolean;
}

/** For what a genome takes a colour. */
export type Meaning = Role | { kind: "unsaid" } | { kind: "worth"; number: number };

/** What a bot has said of genomes, by these. */
export interface Analysis {
  is_same: boolean;
  walks: Record<string, Walk[]>;
  /** None if the bot cannot tell. */
  beliefs: Record<string, Meaning[]> | null;
  trouble: string | null;
}

/** Those with one genome in a cell. */
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

export interface RaceFilm {
  /** Whether it goes to the end: a server shows the first turns of a race before it has played all of it again. */
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
  /** Specimens that were asked for by name when the page was made. */
  picked: NamedSpecimen[];
}

/** A question and its answer. */
export interface Said {
  question: number;
  seat: number;
  sent: string;
  answer: string;
  seconds: number;
}

export interface Exhibit {
  match: Match;
  difference: string | null;
  dialogue: Said[];
  race: RaceFilm | null;
  /** How a game of somebody's own looked. */
  pictures: Pictures | null;
  /** What the server answers besides, if there is one. */
  more: { specimens: boolean; analysis: boolean } | null;
}

// What the server tells of tournaments.

export interface Status {
  title: string;
  /** None before anything has been played. */
  game: string | null;
  played: number;
  all: number | null;
  /** Whether more matches follow, which depend on how these come out. */
  goes_on: boolean;
  is_being_played: boolean;
  phase: string | null;
}

export interface Overview {
  rathaus: string;
  tournaments: { name: string; status: Status }[];
  replays: { name: string; game: string | null; names?: string[]; scores?: number[]; ended?: string }[];
}

export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** How an entrant stands in a format that goes by results. */
export type Place =
  | { swiss: { points: number; opponents: number; rests: number } }
  | { knock_out: { left: number; by_lot: boolean; is_out: boolean } };

export interface Entrant {
  name: string;
  place?: Place;
  rank: { best: number; worst: number } | null;
  value: Estimate | null;
  scores: { number: number; score: number }[];
  faulty: number;
  disqualified: string | null;
  unverified: string | null;
  out: unknown;
  language: string;
  run_as: string;
  toolchain: string | null;
  sha256: string;
}

export interface Pair {
  one: string;
  other: string;
  won: number;
  equal: number;
  p_adjusted: number | null;
  decided: boolean;
}

export interface Standings {
  title: string;
  game: string;
  parameters: Record<string, unknown>;
  seed: string | null;
  count: number;
  format: string;
  provisional_until: string | null;
  entrants: Entrant[];
  pairs: Pair[];
}

export interface TournamentData {
  status: Status;
  standings: Standings;
  charts: string[];
}

export interface Listed {
  key: string;
  number: number;
  names: string[];
  scores: number[];
  ended: string | null;
  faulty: number[];
  took_seconds: number;
  has_replay: boolean;
}
