// A tournament: standings, matches, head to head, and charts.

import { useRoute } from "preact-iso";
import { tournamentPath, useRequest, useServerEvent } from "../api";
import { pagesOf } from "../games/registry";
import type { Standings, Status, TournamentData } from "../types";
import { Command, CopyLink, shellWord } from "../ui/copy";
import { Progress } from "../ui/progress";
import { Tabs, type Tab } from "../ui/tabs";
import { useTitle } from "../ui/title";
import { decisionInWords, extentInWords } from "../ui/tournament-words";
import { Waiting } from "../ui/waiting";
import { Charts } from "./charts";
import { GroupsTable } from "./groups";
import { StatsTable, statNames } from "./stats";
import { HeadToHead } from "./head-to-head";
import { Matches } from "./matches";
import { RulingsTable } from "./rulings";
import { StandingsTable } from "./standings-table";
import { TeamsTable } from "./teams";
import { Workers } from "./workers";

export function TournamentPage() {
  const name = useRoute().params.name!;
  const path = tournamentPath(name);
  const news = useServerEvent<Status>(`${path}/events`, "status");
  // Each match changes the standings.
  const version = `${news?.played} ${news?.ruled} ${news?.is_being_played}`;
  const { data, trouble } = useRequest<TournamentData>(path, version);
  const status = news ?? data?.status;
  useTitle(status?.title);
  if (!status) return <Waiting trouble={trouble} />;
  return (
    <div class="stack">
      <header class="head">
        <div>
          <p class="crumbs">
            <a href="/">Tournaments</a>
          </p>
          <h1>
            <bdi>{status.title}</bdi>
          </h1>
          {data ? <Facts standings={data.standings} /> : null}
        </div>
        <CopyLink />
      </header>
      <section class={status.is_being_played || status.played + status.ruled !== status.all ? "card pad" : ""} aria-label="Progress">
        <Progress status={status} />
      </section>
      {data ? <Tabs label="Parts of the tournament" tabs={tabs(name, path, version, status, data)} /> : null}
      {!data && status.all === null ? <NotPlayed name={name} isBeingPlayed={status.is_being_played} /> : null}
      {!data && status.all !== null ? <Waiting trouble={trouble} /> : null}
    </div>
  );
}

function NotPlayed({ name, isBeingPlayed }: { name: string; isBeingPlayed: boolean }) {
  if (isBeingPlayed) return <Waiting trouble={null} words="Waiting for the first result …" />;
  return (
    <section class="empty">
      <h2>Nothing has been played yet</h2>
      <p>The standings appear here as soon as there is a result. Play the tournament:</p>
      <Command text={`rathaus tournament run ${shellWord(`${name}.toml`)}`} />
    </section>
  );
}

function tabs(name: string, path: string, version: string, status: Status, data: TournamentData): Tab[] {
  const { standings, charts } = data;
  const found: Tab[] = [
    { name: "standings", title: "Standings", content: () => <StandingsTab name={name} data={data} /> },
    { name: "matches", title: "Matches", content: () => <Matches name={name} game={standings.game} version={version} groups={standings.groups} /> },
  ];
  if (standings.has_pairs) {
    found.push({ name: "pairs", title: "Head to head", content: () => <HeadToHead name={name} version={version} groups={standings.groups} /> });
  }
  if (charts.length > 0) {
    found.push({ name: "charts", title: "Charts", content: () => <Charts path={path} charts={charts} version={version} /> });
  }
  if (status.workers > 0) {
    found.push({ name: "workers", title: "Workers", content: () => <Workers name={name} game={standings.game} version={version} /> });
  }
  return found;
}

function StandingsTab({ name, data: { standings, decides, records } }: { name: string; data: TournamentData }) {
  return (
    <div class="stack">
      <StandingsTable name={name} standings={standings} decides={decides} records={records} />
      {standings.teams.length > 0 ? <TeamsTable name={name} standings={standings} /> : null}
      {standings.rulings?.length ? <RulingsTable name={name} rulings={standings.rulings} /> : null}
      {standings.groups.length > 0 ? <GroupsTable name={name} standings={standings} /> : null}
      {statNames(standings).length > 0 ? <StatsTable name={name} standings={standings} /> : null}
    </div>
  );
}

function Facts({ standings }: { standings: Standings }) {
  const { game, format, seed, count, entrants, provisional_until, adaptive } = standings;
  const { title, matchNoun } = pagesOf(game);
  return (
    <ul class="facts">
      <li>{title}</li>
      <li>
        <b>{entrants.length}</b> bots
      </li>
      <li>{extentInWords(matchNoun, format, count)}</li>
      {adaptive ? <li>{decisionInWords(adaptive)}</li> : null}
      {seed === null ? null : (
        <li>
          seed <code>{seed}</code>
        </li>
      )}
      {provisional_until ? (
        <li>
          <span class="badge warn">provisional until {provisional_until}</span>
        </li>
      ) : null}
    </ul>
  );
}
