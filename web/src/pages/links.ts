// The paths of pages, and those of the server for a match.

import { tournamentPath } from "../api";

export function tournamentLink(name: string, tab?: string): string {
  return `/tournaments/${encodeURIComponent(name)}${tab ? `#tab=${tab}` : ""}`;
}

export function botLink(tournament: string, bot: string): string {
  return `${tournamentLink(tournament)}/bots/${encodeURIComponent(bot)}`;
}

export function matchLink(tournament: string, key: string): string {
  return `${tournamentLink(tournament)}/matches/${key}`;
}

export function replayLink(name: string): string {
  return `/replays/${encodeURIComponent(name)}`;
}

/** The server's path for a match. */
export function matchPath(tournament: string, key: string): string {
  return `${tournamentPath(tournament)}/matches/${encodeURIComponent(key)}`;
}

export function replayPath(name: string): string {
  return `/api/replays/${encodeURIComponent(name)}`;
}
