// A match of a tournament, or one from a replay file.

import type { ComponentChildren } from "preact";
import { useRoute } from "preact-iso";
import { tournamentPath, useRequest, useTimeline } from "../api";
import { pagesOf } from "../games/registry";
import { MatchView } from "../match-view";
import type { MatchData, TournamentData, TournamentMatch } from "../types";
import { Waiting } from "../ui/waiting";
import { matchLink, matchPath, replayPath, tournamentLink } from "./links";
import { NoRecording } from "./no-recording";

const PLAYING = "The match is being played again, without its bots …";

export function MatchPage() {
  const { name, key } = useRoute().params as { name: string; key: string };
  // Another match begins with a state of its own.
  return <TournamentMatchPage key={`${name}/${key}`} name={name} matchKey={key} />;
}

function TournamentMatchPage({ name, matchKey }: { name: string; matchKey: string }) {
  const path = matchPath(name, matchKey);
  const { data: result, trouble } = useRequest<TournamentMatch>(path);
  const tournament = useRequest<TournamentData>(tournamentPath(name)).data;
  // The result is there at once; for the timeline the server has to replay the match.
  const timeline = useTimeline<MatchData>(result?.has_replay ? `${path}/film` : null);
  if (!result) return <Waiting trouble={trouble} />;
  const data = timeline.data ?? result;
  const { matchNoun, hasTimeline } = pagesOf(data.match.spec.game);
  return (
    <MatchView
      data={data}
      path={path}
      place={{ tournament: name, number: result.number, entrants: tournament?.standings.entrants ?? [] }}
      crumbs={
        <p class="crumbs">
          <a href="/">Tournaments</a> / <a href={tournamentLink(name)}><bdi>{tournament?.status.title ?? name}</bdi></a> /{" "}
          <a href={tournamentLink(name, "matches")}>matches</a> / {matchNoun} {result.number}
        </p>
      }
      actions={<Neighbours name={name} match={result} path={path} />}
    >
      {result.has_replay && !timeline.isAll ? <Waiting trouble={timeline.trouble} words={PLAYING} /> : null}
      {result.has_replay || hasTimeline(data) ? null : <NoRecording match={result} matchKey={matchKey} />}
    </MatchView>
  );
}

/** Links to the matches before and after, and to the recording. */
function Neighbours({ name, match, path }: { name: string; match: TournamentMatch; path: string }) {
  const link = (key: string | null, words: ComponentChildren) =>
    key === null ? (
      <span class="button" aria-disabled="true">
        {words}
      </span>
    ) : (
      <a class="button" href={matchLink(name, key)}>
        {words}
      </a>
    );
  return (
    <>
      {link(match.previous, <span>‹ Previous<span class="if-wide"> match</span></span>)}
      {link(match.next, <span>Next<span class="if-wide"> match</span> ›</span>)}
      {match.has_replay ? (
        <a class="button" href={`${path}/replay`} download>
          Download
        </a>
      ) : null}
    </>
  );
}

export function ReplayPage() {
  const name = useRoute().params.name!;
  const path = replayPath(name);
  const { data, trouble, isAll } = useTimeline<MatchData>(path);
  if (!data) return <Waiting trouble={trouble} words={PLAYING} />;
  return (
    <MatchView
      data={data}
      path={path}
      crumbs={
        <p class="crumbs">
          <a href="/">Recordings</a> / <bdi>{name}</bdi>
        </p>
      }
    >
      {isAll ? null : <Waiting trouble={trouble} words={PLAYING} />}
    </MatchView>
  );
}
