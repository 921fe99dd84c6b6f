// A bot in a tournament.

import { useRoute } from "preact-iso";
import { tournamentPath, useRequest, useServerEvent } from "../api";
import type { DecidingValue, Entrant, Status, TournamentData } from "../types";
import { intervalInWords } from "../ui/interval";
import { rankInWords, rounded } from "../ui/numbers";
import { standingInWords } from "../ui/tournament-words";
import { useTitle } from "../ui/title";
import { Waiting } from "../ui/waiting";
import { tournamentLink } from "./links";
import { Matches } from "./matches";

export function BotPage() {
  const { name, bot } = useRoute().params as { name: string; bot: string };
  const path = tournamentPath(name);
  const news = useServerEvent<Status>(`${path}/events`, "status");
  const version = `${news?.played}`;
  const { data, trouble } = useRequest<TournamentData>(path, version);
  useTitle(data ? `${bot}, ${data.status.title}` : bot);
  if (!data) return <Waiting trouble={trouble} />;
  const entrant = data.standings.entrants.find((entrant) => entrant.name === bot);
  return (
    <div class="stack">
      <header>
        <p class="crumbs">
          <a href="/">Tournaments</a> /{" "}
          <a href={tournamentLink(name)}>
            <bdi>{data.status.title}</bdi>
          </a>{" "}
          / bot
        </p>
        <h1>
          <bdi>{bot}</bdi>
        </h1>
      </header>
      {entrant ? <Facts entrant={entrant} decides={data.decides} record={data.records?.[bot] ?? null} /> : <p role="alert">No bot of this tournament has this name.</p>}
      <section class="stack-s">
        <h2>Matches</h2>
        <Matches name={name} game={data.standings.game} version={version} bot={bot} />
      </section>
    </div>
  );
}

interface FactsProps {
  entrant: Entrant;
  decides: DecidingValue;
  record: [number, number, number] | null;
}

function Facts({ entrant, decides, record }: FactsProps) {
  const { value } = entrant;
  const facts: [string, string | null][] = [
    ["rank", rankInWords(entrant.rank)],
    ["standing", entrant.place ? standingInWords(entrant.place) : null],
    [decides.name, value ? `${rounded(value.value)}, 95 % interval: ${intervalInWords(value, decides)}` : null],
    ["won–drawn–lost", record ? record.join("–") : null],
    ["matches with faults", `${entrant.faulty} of ${entrant.played}`],
    ["does not play", entrant.out ? words(entrant.out) : null],
    ["cannot play now", entrant.absent ? entrant.absent.why : null],
    ["ruled, not played", entrant.ruled > 0 ? `${entrant.ruled.toLocaleString("en")} of its matches` : null],
    ["team", entrant.team],
    ["disqualified", entrant.disqualified],
    ["not verified", entrant.unverified],
    ["language", entrant.language],
    ["run as", entrant.run_as],
    ["toolchain", entrant.toolchain],
    ["SHA-256 of its source", entrant.sha256],
  ];
  return (
    <dl class="pairs card pad">
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
