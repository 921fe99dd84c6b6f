// A bot in a tournament.

import { useRoute } from "preact-iso";
import { tournamentPath, useRequest, useServerEvent } from "../api";
import type { Entrant, Status, TournamentData } from "../types";
import { rounded } from "../ui/interval";
import { standingInWords } from "../ui/tournament-words";
import { Waiting } from "../ui/waiting";
import { tournamentLink } from "./links";
import { Matches } from "./matches";
import { rank } from "./tournament";

export function BotPage() {
  const { name, bot } = useRoute().params as { name: string; bot: string };
  const path = tournamentPath(name);
  const news = useServerEvent<Status>(`${path}/events`, "status");
  const version = `${news?.played}`;
  const { data, trouble } = useRequest<TournamentData>(path, version);
  if (!data) return <Waiting trouble={trouble} />;
  const entrant = data.standings.entrants.find((entrant) => entrant.name === bot);
  return (
    <>
      <p>
        <a href={tournamentLink(name)}>
          <bdi>{data.status.title}</bdi>
        </a>
      </p>
      <h1>
        <bdi>{bot}</bdi>
      </h1>
      {entrant ? <Facts entrant={entrant} /> : <p role="alert">Nobody is called so in this tournament.</p>}
      <h2>Matches</h2>
      <Matches name={name} version={version} bot={bot} />
    </>
  );
}

function Facts({ entrant }: { entrant: Entrant }) {
  const { value } = entrant;
  const facts: [string, string | null][] = [
    ["rank", rank(entrant.rank)],
    ["standing", entrant.place ? standingInWords(entrant.place) : null],
    ["value", value ? `${rounded(value.value)}, 95 % interval ${rounded(value.low)} to ${rounded(value.high)}` : null],
    ["matches with faults", entrant.faulty ? `${entrant.faulty} of ${entrant.scores.length}` : null],
    ["does not play", entrant.out ? words(entrant.out) : null],
    ["disqualified", entrant.disqualified],
    ["not verified", entrant.unverified],
    ["run as", entrant.run_as],
    ["toolchain", entrant.toolchain],
    ["SHA-256 of its source", entrant.sha256],
  ];
  return (
    <dl class="bot">
      {facts.map(([name, value]) =>
        value ? (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ) : null,
      )}
    </dl>
  );
}

/** Why a bot does not play: a word, or a value with details. */
function words(out: unknown): string {
  return typeof out === "string" ? out : JSON.stringify(out);
}
