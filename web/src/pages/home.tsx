// All tournaments and replays of the server.

import { useRequest } from "../api";
import { pagesOf } from "../games/registry";
import type { Overview } from "../types";
import { Progress } from "../ui/progress";
import { Waiting } from "../ui/waiting";
import { replayLink, tournamentLink } from "./links";

export function Home() {
  const overview = useRequest<Overview>("/api");
  if (!overview.data) return <Waiting trouble={overview.trouble} />;
  const { tournaments, replays } = overview.data;
  return (
    <>
      <h1>Tournaments</h1>
      {tournaments.length === 0 ? <p>None is served. `rathaus serve FILE.toml` serves one.</p> : null}
      <ul class="cards">
        {tournaments.map(({ name, status }) => (
          <li>
            <a href={tournamentLink(name)}>
              <bdi>{status.title}</bdi>
            </a>
            <p class="facts">{status.game ? pagesOf(status.game).title : "nothing has been played yet"}</p>
            <Progress status={status} />
          </li>
        ))}
      </ul>
      {replays.length > 0 ? <h2>Replays</h2> : null}
      <ul class="cards">
        {replays.map(({ name, game, names, scores, ended }) => (
          <li>
            <a href={replayLink(name)}>
              <bdi>{name}</bdi>
            </a>
            <p class="facts">
              {game ? (
                <>
                  {pagesOf(game).title}: <bdi>{names?.join(", ")}</bdi>; {scores?.map((score) => score.toLocaleString("en")).join(", ")};{" "}
                  {ended}
                </>
              ) : (
                "cannot be read"
              )}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
