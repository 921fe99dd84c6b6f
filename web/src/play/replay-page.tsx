// The replay of a match that a person has played.

import { useRoute } from "preact-iso";
import { useRequest } from "../api";
import { MatchView } from "../match-view";
import type { MatchData } from "../types";
import { Waiting } from "../ui/waiting";
import { matchPath } from "./play-api";
import { matchOfPersonLink } from "./play-links";

export function PersonReplayPage() {
  const { game, token } = useRoute().params as { game: string; token: string };
  const path = matchPath(token);
  const { data, trouble } = useRequest<MatchData>(`${path}/film`);
  if (!data) return <Waiting trouble={trouble} />;
  return (
    <MatchView
      data={data}
      path={null}
      crumbs={
        <p class="crumbs">
          <a href="/play">Play</a> / <a href={matchOfPersonLink(game, token)}>{game}</a> / replay
        </p>
      }
      actions={
        <a class="button" href={`${path}/replay`} download>
          Download
        </a>
      }
    />
  );
}
