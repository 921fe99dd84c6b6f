// The part of a match's result that its game defines.

import type { MatchData } from "./types";

/** The details of a match, in the form of its game; null where no bot was ready to play. */
export function detailsOf<Details>({ match }: MatchData): Details | null {
  const details = match.record.details as Details | null;
  return Object.keys(details ?? {}).length === 0 ? null : details;
}
