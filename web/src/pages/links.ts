// The paths of pages.

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
