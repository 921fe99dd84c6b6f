// What the server says, and what lies in pages that are files. docs/JSON.md describes it.

export interface Spec {
  game: string;
  parameters: Record<string, unknown>;
  seed: string;
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

export interface RaceFilm {
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
}

export interface Exhibit {
  match: Match;
  difference: string | null;
  race: RaceFilm | null;
}
