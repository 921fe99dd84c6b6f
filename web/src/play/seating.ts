// Who sits where in a match with a person: the index of a bot, or null for the person.

import type { PlayableGame } from "./play-state";

export type Seating = (number | null)[];

/** The person first, then each bot once, as far as the game has seats. */
export function firstSeating({ seats: { from, to }, bots }: PlayableGame): Seating {
  const count = Math.min(to, Math.max(from, bots.length + 1));
  return Array.from({ length: count }, (_, seat) => (seat === 0 ? null : (seat - 1) % Math.max(1, bots.length)));
}

/** Puts a player into a seat. Whoever the person takes the place of, gets the person's seat. */
export function seated(seating: Seating, seat: number, player: number | null): Seating {
  const next = [...seating];
  const person = seating.indexOf(null);
  if (player === null) next[person] = seating[seat]!;
  // The person cannot leave: a bot that takes the seat of the person changes places with it.
  else if (seat === person) next[seating.findIndex((_, other) => other !== seat)] = null;
  next[seat] = player;
  return next;
}

/** One more seat, for the bot that sits in the fewest. */
export function withSeat(seating: Seating, bots: number): Seating {
  const counts = Array.from({ length: bots }, (_, bot) => seating.filter((player) => player === bot).length);
  return [...seating, counts.indexOf(Math.min(...counts))];
}

/** Without this seat. */
export function withoutSeat(seating: Seating, seat: number): Seating {
  return seating.filter((_, other) => other !== seat);
}
