// What the server says of a match with a person. src/server/play/state.rs makes it.

import type { ScoreOrder } from "../types";

/** A game that the server offers. */
export interface PlayableGame {
  /** The name in paths. */
  name: string;
  game: string;
  about: string | null;
  seats: { from: number; to: number };
  bots: string[];
  parameters: PlayParameter[];
}

export interface PlayParameter {
  name: string;
  default: unknown;
  least: unknown;
  most: unknown;
  range: string;
  meaning: string;
}

export interface PlayState {
  offered_as: string;
  game: string;
  names: string[];
  seed: string;
  /** The seat of the person. */
  seat: number;
  phase: "building" | "others" | "person" | "over";
  /** The picture that the rules show, where they are a program. */
  frame: unknown;
  standing: number[];
  /** What the page of a built-in game draws. */
  view: unknown;
  question: PlayQuestion | null;
  messages: { from: "game" | "person"; text: string }[];
  end: PlayEnd | null;
}

export interface PlayQuestion {
  number: number;
  text: string;
  /** The lines of the reply so far. */
  replied: string[];
  /** Replies to offer, each a list of lines. */
  choices: string[][];
  /** The reply to a click, with `{column}` and `{row}`. */
  click: string[] | null;
  /** Replies by key. */
  keys: Record<string, string[]>;
}

export type PlayEnd =
  | { how: "played"; scores: number[]; best: ScoreOrder; ended: string; faults: number[]; has_replay: boolean }
  | { how: "void"; why: string }
  | { how: "left"; why: string };

/** What a page asks for to begin a match. A seat is the index of a bot; null for the person. */
export interface StartRequest {
  game: string;
  seats: (number | null)[];
  seed: string;
  parameters: Record<string, unknown>;
  previous: string | null;
}
