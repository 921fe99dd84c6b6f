// Data from the server, and in pages that are files. docs/JSON.md describes it.

/** Which scores are the best. */
export type ScoreOrder = "highest" | "lowest";

export interface Spec {
  game: string;
  /** The program with the rules, in games that have one. Not before the reveal. */
  program?: { terms: { best: ScoreOrder } };
  parameters: Record<string, unknown>;
  /** Null before the reveal. */
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

export interface MatchResult {
  scores: number[];
  ended: string;
  /** Each game has its own. */
  details: unknown;
  faults: Fault[];
  took_seconds: number;
}

export interface Match {
  names: string[];
  spec: Spec;
  record: MatchResult;
  provenance: { rathaus: string; sandbox?: unknown; toolchains: (string | null)[] } | null;
}

/** A request to a bot and its reply. */
export interface DialogueEntry {
  question: number;
  seat: number;
  sent: string;
  answer: string;
  seconds: number;
}

export type AnnotationColour = "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "grey";

/** Something that a bot draws on a board. Without a colour, it has that of the seat. */
export type Shape = { colour?: AnnotationColour } & (
  | { line: [x1: number, y1: number, x2: number, y2: number] }
  | { circle: [x: number, y: number, radius: number] }
  | { text: string; at: [x: number, y: number] }
);

export type Annotation = Shape | { number: { name: string; value: number } };

/** What a bot drew and wrote to stderr in a turn. */
export interface TurnNotes {
  question: number;
  /** The turn of the position before this question. */
  turn: number;
  seat: number;
  stderr: string;
  annotations: Annotation[];
}

export interface MatchData {
  match: Match;
  difference: string | null;
  dialogue: DialogueEntry[];
  /** Absent until the match has been replayed. */
  notes?: TurnNotes[];
  /** Only in a match of a tournament. */
  best?: ScoreOrder;
}

// Tournaments.

export interface Status {
  title: string;
  /** Null before the first match. */
  game: string | null;
  played: number;
  /** The number of matches that are ruled instead of played. */
  ruled: number;
  all: number | null;
  /** Whether later matches depend on the results of these. */
  goes_on: boolean;
  is_being_played: boolean;
  /** The number of workers that have played for it. */
  workers: number;
  phase: string | null;
}

export interface Overview {
  rathaus: string;
  tournaments: ListedTournament[];
  /** The games that persons can play here. */
  games: string[];
  replays: { name: string; game: string | null; names?: string[]; scores?: number[]; best?: ScoreOrder; ended?: string }[];
}

export interface ListedTournament {
  name: string;
  status: Status;
  /** Null before the first match. */
  decides: DecidingValue | null;
  /** The first entrants of the standings. */
  leaders: { name: string; rank: Rank; value: Estimate | null }[];
  /** The results that were stored last, the last one first. */
  results: LastResult[];
}

export interface LastResult extends ListedMatch {
  /** When it was stored, in UTC; null for results of version 0.1.0. */
  stored_at: string | null;
}

/** The range of ranks that the results allow. */
export interface Rank {
  best: number;
  worst: number;
}

/** A value with its 95 % interval. The ends are null where the results are too few to tell. */
export interface Estimate {
  value: number;
  low: number | null;
  high: number | null;
}

/** The standing of an entrant in a format where pairings depend on results. */
export type EntrantStanding =
  | { swiss: { points: number; opponents: number; rests: number } }
  | { knock_out: { left: number; by_lot: boolean; is_out: boolean } }
  | { adaptive: { mean: number; rounds: number; better: number; worse: number } };

/** What an adaptive tournament has decided. */
export interface AdaptiveSummary {
  /** `winner`, `top 4` and the like, or `all`. */
  decide: string;
  is_decided: boolean;
  rounds: number;
  undecided: string[];
  missing_rounds: number | null;
  missing_matches: number | null;
}

export interface Entrant {
  name: string;
  team: string | null;
  /** The number of its matches that are ruled instead of played. */
  ruled: number;
  /** Why it cannot play at the moment, although it belongs to the tournament. Not before the reveal. */
  absent?: { cause: AbsenceCause; why: string } | null;
  place?: EntrantStanding;
  rank: Rank | null;
  value: Estimate | null;
  /** The value in each group of boards. Empty without groups. */
  by_group: (Estimate | null)[];
  /** What the rules of the game count, by name. Empty if it counts nothing. */
  stats: Record<string, { mean: number; count: number }>;
  played: number;
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
  /** The comparison over the boards or games that both played; null if there are none. */
  paired: { count: number } | null;
  p_adjusted: number | null;
  decided: boolean;
}

/** Who has to act so that an absent entrant can play: its author or the organiser. */
export type AbsenceCause = "unbuildable" | "missing_tool";

/** A match that is ruled instead of played. */
export interface Ruling {
  number: number;
  key: string;
  entrants: string[];
  /** The points of each seat, from 0 to 1. */
  points: number[];
  reason:
    | { kind: "forfeit"; absent: { seat: number; cause: AbsenceCause; why: string }[] }
    | { kind: "void"; tries: number; why: string };
  rathaus: string;
  ruled_on: string;
}

export interface Team {
  name: string;
  rank: Rank;
  score: number;
  members: { name: string; points: number; counts: boolean }[];
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
  has_pairs: boolean;
  adaptive: AdaptiveSummary | null;
  /** The groups of boards, between which rounds take turns. Empty without groups. */
  groups: BoardGroup[];
  /** The teams, the best first. Empty without teams. */
  teams: Team[];
  /** `sum`, `mean`, or `best 4` and the like. Null without teams. */
  team_score: string | null;
  /** Not before the reveal. */
  rulings?: Ruling[];
}

/** A group of boards with other parameters. */
export interface BoardGroup {
  name: string;
  /** The parameters that differ from those of the tournament. */
  parameters: Record<string, unknown>;
  matches: { played: number; all: number };
}

/** The comparisons among some consecutive entrants of the standings. */
export interface Pairs {
  /** The number of entrants with a rank. */
  all: number;
  /** The index of the first of these entrants. */
  from: number;
  entrants: string[];
  pairs: Pair[];
  cycles: Cycles;
}

/** Entrants of which each is significantly better than the next, and the last than the first. */
export interface Cycles {
  /** The number of cycles of three. */
  threes: number;
  strongest: { entrants: string[]; shares: number[] }[];
}

/** What the value is that decides, and the ends of its possible range. */
export interface DecidingValue {
  /** Such as "score a game". */
  name: string;
  least: number | null;
  most: number | null;
}

export interface TournamentData {
  status: Status;
  standings: Standings;
  decides: DecidingValue;
  charts: string[];
  /** How many matches each entrant won, drew and lost. Null in games with one seat. */
  records: Record<string, [won: number, drawn: number, lost: number]> | null;
}

/** A worker of a tournament that many machines play. */
export interface Worker {
  name: string;
  /** In percent of the reference machine; 0 if it is not known. */
  speed_percent: number;
  /** How many matches it plays at once; 0 if that is not known. */
  concurrency: number;
  accepted: number;
  accepted_per_hour: number;
  duplicates: number;
  redelivered: number;
  refused: number;
  audited: number;
  refuted: number;
  declined: number;
  seen_seconds_ago: number;
  is_present: boolean;
  /** The number of matches that it plays. */
  playing: number;
  /** The first of these matches. None before the reveal. */
  matches: PlayingMatch[];
  paused: string | null;
  quarantine: string | null;
}

/** A match that is being played. */
export interface PlayingMatch {
  number: number;
  /** The name of its group of boards, if there are any. */
  group: string | null;
  names: string[];
}

export interface WorkerList {
  /** The number of workers, and of those that are online. At most 1,000 are listed. */
  all: number;
  present: number;
  workers: Worker[];
}

/** A match of a tournament, as its page gets it. */
export interface TournamentMatch extends MatchData {
  has_replay: boolean;
  number: number;
  /** The keys of the matches before and after it. */
  previous: string | null;
  next: string | null;
  /** The name of the tournament's file. */
  file: string;
  /** False before the reveal. */
  is_open: boolean;
  /** Which replays the tournament keeps; null if its file cannot be read. */
  keep: string | null;
}

export interface ListedMatch {
  key: string;
  number: number;
  /** The name of its group of boards, if there are any. */
  group: string | null;
  names: string[];
  scores: number[];
  best: ScoreOrder;
  ended: string | null;
  faulty: number[];
  took_seconds: number;
  has_replay: boolean;
}
