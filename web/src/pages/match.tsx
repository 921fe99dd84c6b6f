// A match of a tournament, or one from a replay file.

import { useRoute } from "preact-iso";
import { tournamentPath, useRequest, useTimeline } from "../api";
import { pagesOf } from "../games/registry";
import { MatchView } from "../match-view";
import type { MatchData } from "../types";
import { Waiting } from "../ui/waiting";
import { tournamentLink } from "./links";

const PLAYING = "The match is being played again, without its bots …";

export function MatchPage() {
  const { name, key } = useRoute().params as { name: string; key: string };
  const path = `${tournamentPath(name)}/matches/${encodeURIComponent(key)}`;
  const result = useRequest<MatchData & { has_replay: boolean }>(path);
  // The result is there at once; for the timeline the server has to replay the match.
  const timeline = useTimeline<MatchData>(result.data?.has_replay ? `${path}/film` : null);
  if (!result.data) return <Waiting trouble={result.trouble} />;
  const { explainsMissingReplay } = pagesOf(result.data.match.spec.game);
  return (
    <>
      <p>
        <a href={tournamentLink(name)}>To the standings</a>
        {result.data.has_replay ? (
          <>
            {" · "}
            <a href={`${path}/replay`} download>
              Download the replay
            </a>
          </>
        ) : null}
      </p>
      <MatchView data={timeline.data ?? result.data} path={path} />
      {result.data.has_replay && !timeline.isAll ? (
        <Waiting trouble={timeline.trouble} words={PLAYING} />
      ) : null}
      {!result.data.has_replay && explainsMissingReplay ? (
        <p class="facts">
          No replay of this match can be shown. <code>keep = "all"</code> under <code>[records]</code> in the tournament's file keeps those of all
          matches that are played from then on.
        </p>
      ) : null}
    </>
  );
}

export function ReplayPage() {
  const path = `/api/replays/${encodeURIComponent(useRoute().params.name!)}`;
  const { data, trouble, isAll } = useTimeline<MatchData>(path);
  return (
    <>
      {data ? <MatchView data={data} path={path} /> : null}
      {isAll ? null : <Waiting trouble={trouble} words={PLAYING} />}
    </>
  );
}
