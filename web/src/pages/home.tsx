// What the server shows: what is played now, the last results, tournaments, and recordings.

import { useEffect, useState } from "preact/hooks";
import { useRequest } from "../api";
import { pagesOf } from "../games/registry";
import type { ListedTournament, Overview } from "../types";
import { Command } from "../ui/copy";
import { dayAndTime, rankInWords, rounded } from "../ui/numbers";
import { Progress } from "../ui/progress";
import { Scores } from "../ui/scores";
import { Thumbnail } from "../ui/thumbnail";
import { useTitle } from "../ui/title";
import { Waiting } from "../ui/waiting";
import { playLink } from "../play/play-links";
import { botLink, matchLink, matchPath, replayLink, replayPath, tournamentLink } from "./links";

/** How often the page asks for news while something is played, in milliseconds. */
const EVERY = 5000;

/** The most results, and the most seats of each. */
const MOST_RESULTS = 8;
const MOST_SEATS = 4;

export function Home() {
  const [asked, ask] = useState(0);
  const { data, trouble } = useRequest<Overview>("/api", asked);
  const live = data?.tournaments.filter(({ status }) => status.is_being_played) ?? [];
  useTitle(live.length > 0 ? "Live" : "Tournaments");
  useEffect(() => {
    if (live.length === 0) return;
    const timer = setTimeout(() => ask(asked + 1), EVERY);
    return () => clearTimeout(timer);
  }, [live.length, asked, data]);
  if (!data) return <Waiting trouble={trouble} />;
  const { tournaments, replays, games } = data;
  if (tournaments.length + replays.length + games.length === 0) return <NothingToShow />;
  return (
    <div class="stack">
      <h1 class="said">Rathaus</h1>
      {games.length > 0 ? <GamesToPlay games={games} /> : null}
      {live.length > 0 ? <Tournaments title="Live now" tournaments={live} /> : null}
      <Leading tournaments={tournaments} />
      <Results tournaments={tournaments} />
      {tournaments.length > 0 ? <Tournaments title="Tournaments" tournaments={tournaments} /> : null}
      {replays.length > 0 ? <Recordings replays={replays} /> : null}
    </div>
  );
}

function NothingToShow() {
  return (
    <section class="empty">
      <h1>Nothing to show yet</h1>
      <p>
        Rathaus looked for replays (<code>*.replay</code>) and for tournaments with results (<code>NAME.toml</code> beside{" "}
        <code>NAME.db</code>). There are none in what it serves, or one folder down.
      </p>
      <p>Write a tournament file, play it, and serve it:</p>
      <Command text="rathaus tournament init" />
      <Command text="rathaus tournament run" />
      <Command text="rathaus serve" />
    </section>
  );
}

function GamesToPlay({ games }: { games: string[] }) {
  return (
    <section class="stack-s">
      <h2>Play against bots</h2>
      <p class="row">
        {games.map((name) => (
          <a class="button" href={playLink(name)}>
            {pagesOf(name).title}
          </a>
        ))}
      </p>
    </section>
  );
}

function TournamentHeading({ tournament: { name, status } }: { tournament: ListedTournament }) {
  return (
    <div>
      <h3>
        <a href={tournamentLink(name)}>
          <bdi>{status.title}</bdi>
        </a>
      </h3>
      <p class="facts">{status.game ? pagesOf(status.game).title : "nothing has been played yet"}</p>
    </div>
  );
}

/** The first entrants, with their ranks. */
function Leaders({ tournament: { name, leaders } }: { tournament: ListedTournament }) {
  if (leaders.length === 0) return null;
  return (
    <ul class="leading">
      {leaders.map((leader, index) => (
        <li class={index === 0 ? "first" : ""}>
          <span class="rank">
            <span class="said">rank </span>
            {rankInWords(leader.rank)}
          </span>
          <a href={botLink(name, leader.name)}>
            <bdi>{leader.name}</bdi>
          </a>
          <span class="number">{leader.value ? rounded(leader.value.value) : "–"}</span>
        </li>
      ))}
    </ul>
  );
}

/** The leader of each tournament. */
function Leading({ tournaments }: { tournaments: ListedTournament[] }) {
  const rows = tournaments.flatMap((tournament) => tournament.leaders.slice(0, 1).map((leader) => ({ tournament, leader })));
  if (rows.length === 0) return null;
  return (
    <section class="stack-s">
      <h2>Leading</h2>
      <div class="card">
        <table class="leaders-table">
          <caption class="said">The leader of each tournament</caption>
          <thead>
            <tr>
              <th scope="col">rank</th>
              <th scope="col">bot</th>
              <th scope="col" class="number">
                leads with
              </th>
              <th scope="col">tournament</th>
              <th scope="col" class="number far">
                matches
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ tournament: { name, status, decides }, leader }) => (
              <tr key={name}>
                <td class="rank">{rankInWords(leader.rank)}</td>
                <th scope="row">
                  <a href={botLink(name, leader.name)}>
                    <bdi>{leader.name}</bdi>
                  </a>
                </th>
                <td class="number value">
                  {leader.value ? rounded(leader.value.value) : "–"}
                  {decides ? <small>{decides.name}</small> : null}
                </td>
                <td>
                  <a href={tournamentLink(name)}>
                    <bdi>{status.title}</bdi>
                  </a>
                </td>
                <td class="number far">
                  {status.played.toLocaleString("en")} of {(status.all ?? 0).toLocaleString("en")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The last results of all tournaments, the last one first. Those without a time stand at the end. */
function Results({ tournaments }: { tournaments: ListedTournament[] }) {
  const found = tournaments.flatMap(({ name, status, results }) => results.map((result) => ({ name, status, result })));
  found.sort((one, other) => (other.result.stored_at ?? "").localeCompare(one.result.stored_at ?? ""));
  if (found.length === 0) return null;
  return (
    <section class="stack-s">
      <h2>Last results</h2>
      <ul class="cols results">
        {found.slice(0, MOST_RESULTS).map(({ name, status, result }) => (
          <li class="card pad tile" key={`${name}/${result.key}`}>
            {result.has_replay ? <Thumbnail path={matchPath(name, result.key)} /> : null}
            <h3>
              <a href={matchLink(name, result.key)}>
                {status.game ? pagesOf(status.game).title : ""}, {status.game ? pagesOf(status.game).matchNoun : ""} {result.number}
              </a>
            </h3>
            <Scores game={status.game ?? ""} names={result.names} scores={result.scores} best={result.best} most={MOST_SEATS} />
            <p class="facts">
              <bdi>{status.title}</bdi>
              {result.stored_at ? (
                <>
                  , <time dateTime={result.stored_at}>{dayAndTime(result.stored_at)}</time>
                </>
              ) : null}
              {result.faulty.length > 0 ? (
                <>
                  {" "}
                  <span class="badge bad">
                    {result.faulty.length} {result.faulty.length === 1 ? "fault" : "faults"}
                  </span>
                </>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tournaments({ title, tournaments }: { title: string; tournaments: ListedTournament[] }) {
  return (
    <section class="stack-s">
      <h2>{title}</h2>
      <ul class="cols">
        {tournaments.map((tournament) => (
          <li class="card pad tile">
            <TournamentHeading tournament={tournament} />
            <Progress status={tournament.status} />
            <Leaders tournament={tournament} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Recordings({ replays }: { replays: Overview["replays"] }) {
  return (
    <section class="stack-s">
      <h2>Recordings</h2>
      <ul class="cols results">
        {replays.map(({ name, game, names, scores, best, ended }) => (
          <li class="card pad tile">
            {names ? <Thumbnail path={replayPath(name)} /> : null}
            <h3>
              <a href={replayLink(name)}>
                <bdi>{name}</bdi>
              </a>
            </h3>
            {game === null ? <p class="facts">This file cannot be read.</p> : null}
            {game !== null && !names ? <p class="facts">{pagesOf(game).title}; shown after the reveal</p> : null}
            {game !== null && names && scores ? (
              <>
                <Scores game={game} names={names} scores={scores} best={best ?? "highest"} most={MOST_SEATS} />
                <p class="facts">
                  {pagesOf(game).title}: <bdi>{ended}</bdi>
                </p>
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
