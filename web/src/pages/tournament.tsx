// The current standings of a tournament.

import { useRoute } from "preact-iso";
import { useEffect, useState } from "preact/hooks";
import { tournamentPath, useRequest, useServerEvent } from "../api";
import { pagesOf } from "../games/registry";
import type { Standings, Status, TournamentData } from "../types";
import { Interval, rounded, scaleOf } from "../ui/interval";
import { extentInWords, standingHeading, standingInWords } from "../ui/tournament-words";
import { Progress } from "../ui/progress";
import { Waiting } from "../ui/waiting";
import { botLink } from "./links";
import { Matches } from "./matches";

export function TournamentPage() {
  const name = useRoute().params.name!;
  const path = tournamentPath(name);
  const news = useServerEvent<Status>(`${path}/events`, "status");
  // Each match changes the standings.
  const version = `${news?.played} ${news?.is_being_played}`;
  const { data, trouble } = useRequest<TournamentData>(path, version);
  const status = news ?? data?.status;
  useEffect(() => {
    if (status) document.title = `${status.title} · rathaus`;
  }, [status?.title]);
  if (!status) return <Waiting trouble={trouble} />;
  return (
    <>
      <h1>
        <bdi>{status.title}</bdi>
      </h1>
      <Progress status={status} />
      {data ? (
        <>
          <Facts standings={data.standings} />
          <Table name={name} standings={data.standings} />
          <Charts path={path} charts={data.charts} version={version} />
          <Pairs standings={data.standings} />
          <h2>Matches</h2>
          <Matches name={name} version={version} />
        </>
      ) : (
        <Waiting trouble={trouble} />
      )}
    </>
  );
}

function Facts({ standings }: { standings: Standings }) {
  const { game, format, seed, count, provisional_until } = standings;
  const { title, matchNoun } = pagesOf(game);
  return (
    <p class="facts">
      {title}, {extentInWords(matchNoun, format, count)}
      {seed === null ? null : (
        <>
          {" "}
          of seed <code>{seed}</code>
        </>
      )}
      {provisional_until ? <strong> · provisional until {provisional_until}</strong> : null}
    </p>
  );
}

function Table({ name, standings }: { name: string; standings: Standings }) {
  const { entrants, game } = standings;
  const scale = scaleOf(
    entrants.flatMap((entrant) => entrant.value ?? []),
    pagesOf(game).scoreScale === "logarithmic",
  );
  const isPlaced = entrants.some((entrant) => entrant.place);
  return (
    <div class="scroll">
      <table class="standings">
        <caption>
          Standings, with intervals of 95 %{scale.logarithmic ? ", on a logarithmic scale" : ""}.{" "}
          {isPlaced
            ? `Ranks follow the column “${standingHeading(standings.format)}”.`
            : "A rank such as 2–4 says that the results do not distinguish these."}
        </caption>
        <thead>
          <tr>
            <th scope="col" class="number">rank</th>
            <th scope="col">bot</th>
            {isPlaced ? <th scope="col">{standingHeading(standings.format)}</th> : null}
            <th scope="col" class="number">value</th>
            <th scope="col">interval</th>
            <td class="wide" />
            <th scope="col" class="number">played</th>
            <th scope="col" class="number">with faults</th>
            <th scope="col">language</th>
          </tr>
        </thead>
        <tbody>
          {entrants.map((entrant) => (
            <tr key={entrant.name}>
              <td class="number">{rank(entrant.rank)}</td>
              <td>
                <a href={botLink(name, entrant.name)}>
                  <bdi>{entrant.name}</bdi>
                </a>
                {entrant.out ? <span class="warning"> does not play</span> : null}
                {entrant.disqualified ? <span class="warning"> disqualified</span> : null}
                {entrant.unverified ? <span class="warning"> not verified</span> : null}
              </td>
              {isPlaced ? <td>{entrant.place ? standingInWords(entrant.place) : "–"}</td> : null}
              <td class="number">{entrant.value ? rounded(entrant.value.value) : "–"}</td>
              <td class="interval-words">
                {entrant.value ? `${rounded(entrant.value.low)} to ${rounded(entrant.value.high)}` : ""}
              </td>
              <td class="wide">{entrant.value ? <Interval estimate={entrant.value} scale={scale} /> : null}</td>
              <td class="number">{entrant.scores.length.toLocaleString("en")}</td>
              <td class="number">{entrant.faulty || ""}</td>
              <td>{entrant.language}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function rank(rank: { best: number; worst: number } | null): string {
  if (!rank) return "–";
  return rank.best === rank.worst ? `${rank.best}` : `${rank.best}–${rank.worst}`;
}

const CHARTS: Record<string, string> = {
  standings: "What decides, with intervals of 95 %",
  scores: "Scores",
  bracket: "Who met whom",
  points: "Points over rounds",
  "head-to-head": "Head to head",
  rounds: "Scores over rounds",
  takes: "Who took from whom",
};

function Charts({ path, charts, version }: { path: string; charts: string[]; version: string }) {
  return (
    <div class="pictures">
      {charts.map((chart) => (
        <figure key={chart}>
          <figcaption>{CHARTS[chart] ?? chart}</figcaption>
          <img src={`${path}/charts/${chart}.svg?${encodeURIComponent(version)}`} alt={CHARTS[chart] ?? chart} loading="lazy" />
        </figure>
      ))}
    </div>
  );
}

function Pairs({ standings }: { standings: Standings }) {
  const [isOpen, open] = useState(false);
  if (standings.pairs.length === 0) return null;
  return (
    <details open={isOpen} onToggle={(event) => open(event.currentTarget.open)}>
      <summary>Comparison of all pairs</summary>
      {isOpen ? (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th>one</th>
                <th>other</th>
                <th class="number">one was better</th>
                <th class="number">equal</th>
                <th class="number">p, adjusted</th>
                <th>different</th>
              </tr>
            </thead>
            <tbody>
              {standings.pairs.map((pair) => (
                <tr>
                  <td>
                    <bdi>{pair.one}</bdi>
                  </td>
                  <td>
                    <bdi>{pair.other}</bdi>
                  </td>
                  <td class="number">{pair.won}</td>
                  <td class="number">{pair.equal}</td>
                  <td class="number">{pair.p_adjusted === null ? "" : pair.p_adjusted.toPrecision(2)}</td>
                  <td>{pair.decided ? "yes" : "no"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </details>
  );
}
