// What the pages need to know about a game.

import type { ComponentType } from "preact";
import type { MatchData } from "../types";
import type { PlayState } from "../play/play-state";
import type { SeatLabel } from "../ui/seats";

export interface GamePages {
  /** The name in tournament files; for a built-in game, also that of its folder here. */
  name: string;
  title: string;
  /** What a tournament calls one match. */
  matchNoun: "board" | "game";
  /** Logarithmic where scores of one tournament differ by orders of magnitude. */
  scoreScale: "linear" | "logarithmic";
  /** Whether there is something for the timeline to show. Some games need a recording for that. */
  hasTimeline: (data: MatchData) => boolean;
  /** How the timeline marks each seat, where that is not by its number and letter. */
  seatLabels?: (data: MatchData) => SeatLabel[];
  /** Shows what happened in a match. */
  Timeline: ComponentType<TimelineProps>;
  /** Whether the timeline of this match shows the dialogue, so that the page need not. */
  showsDialogue: (data: MatchData) => boolean;
  /** How a person plays the game, where that is possible. */
  play?: PlayPages;
  /** More pages, each with a link at the top of every page. */
  routes: GameRoute[];
}

export interface TimelineProps {
  data: MatchData;
  /** The server's path for this match; null in a page that is a file. */
  path: string | null;
}

export interface PlayPages {
  /** Shows the position, and may take replies from it. */
  Board: ComponentType<PlayBoardProps>;
  /** What is on the board. */
  Legend?: ComponentType<{ state: PlayState }>;
  /** How the board marks each seat, where that is not by its number. */
  signs?: (state: PlayState) => string[];
  /** Whether the board has all that a person needs to reply. */
  repliesItself?: boolean;
  /** Values of parameters that suit a person better than the defaults. */
  parameters?: Record<string, number>;
}

export interface PlayBoardProps {
  state: PlayState;
  /** Whether the match waits for a reply. */
  isAsked: boolean;
  onReply: (lines: string[]) => void;
}

export interface GameRoute {
  path: string;
  linkText: string;
  component: ComponentType;
}
