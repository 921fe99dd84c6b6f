// One match, of a tournament or from a file.

import { useRoute } from "preact-iso";
import { tournamentPath, useAsked, useFilm } from "../api";
import { MatchView } from "../match-view";
import type { Exhibit } from "../types";
import { Waiting } from "../ui/waiting";
import { tournamentLink } from "./links";

const PLAYING = "The match is being played again, without its bots …";

export function MatchPage() {
  const { name, key } = useRoute().params as { name: string; key: string };
  const path = `${tournamentPath(name)}/matches/${encodeURIComponent(key)}`;
  const result = useAsked<Exhibit & { has_replay: boolean }>(path);
  // What came out is there at once; how it went has to be played again.
  const film = useFilm<Exhibit>(result.data?.has_replay ? `${path}/film` : null);
  if (!result.data) return <Waiting trouble={result.trouble} />;
  const isRace = result.data.match.spec.game === "rat-race";
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
      <MatchView exhibit={film.data ?? result.data} path={path} />
      {result.data.has_replay && !film.isAll ? (
        <Waiting trouble={film.trouble} words={PLAYING} />
      ) : null}
      {!result.data.has_replay && isRace ? (
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
  const { data, trouble, isAll } = useFilm<Exhibit>(path);
  return (
    <>
      {data ? <MatchView exhibit={data} path={path} /> : null}
      {isAll ? null : <Waiting trouble={trouble} words={PLAYING} />}
    </>
  );
}
