// The list of games. Other modules get games only from here.

import { customGame } from "./custom";
import type { GamePages } from "./game-pages";
import { gridRouting } from "./grid-routing";
import { lightsOut } from "./lights-out";
import { prisonersDilemma } from "./prisoners-dilemma";
import { ratRace } from "./rat-race";

/** The built-in games. */
export const GAMES: readonly GamePages[] = [
  ratRace,
  gridRouting,
  prisonersDilemma,
  lightsOut,
];

/** The pages of a game. A name that is not in the list is that of a custom game. */
export function pagesOf(game: string): GamePages {
  return GAMES.find(({ name }) => name === game) ?? customGame(game);
}
