// The paths of pages on which a person plays.

export function playLink(game: string): string {
  return `/play/${encodeURIComponent(game)}`;
}

export function matchOfPersonLink(game: string, token: string): string {
  return `${playLink(game)}/${encodeURIComponent(token)}`;
}

export function replayOfPersonLink(game: string, token: string): string {
  return `${matchOfPersonLink(game, token)}/replay`;
}
