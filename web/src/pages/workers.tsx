// The workers of a tournament that many machines play.

import { useEffect, useState } from "preact/hooks";
import { tournamentPath, useRequest } from "../api";
import { pagesOf } from "../games/registry";
import type { PlayingMatch, Worker, WorkerList } from "../types";
import { Waiting } from "../ui/waiting";
import { countsInWords, loadInWords, namesShown, rateInWords, speedInWords, stateInWords, summaryInWords, workersInWords } from "../ui/worker-words";
import { botLink } from "./links";

/** How often the list is loaded, in milliseconds. Workers change between two results, too. */
const EVERY = 5_000;

/** The most matches of a worker that are listed. */
const MOST_MATCHES = 3;

interface WorkersProps {
  name: string;
  game: string;
  version: string;
}

export function Workers({ name, game, version }: WorkersProps) {
  const tick = useTick(EVERY);
  const { data, trouble } = useRequest<WorkerList>(`${tournamentPath(name)}/workers`, `${version} ${tick}`);
  if (!data) return <Waiting trouble={trouble} />;
  return <WorkersTable name={name} game={game} list={data} />;
}

/** A number that grows while the page is visible. */
function useTick(every: number): number {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const step = () => {
      if (!document.hidden) setTick((before) => before + 1);
    };
    const timer = setInterval(step, every);
    return () => clearInterval(timer);
  }, [every]);
  return tick;
}

function WorkersTable({ name, game, list: { all, present, workers } }: { name: string; game: string; list: WorkerList }) {
  return (
    <section class="card scroll" role="region" aria-label="Workers" tabIndex={0}>
      <table class="workers">
        <caption>
          {workersInWords(all, present, workers.length)} Rates are means since a worker was first seen. Speeds are in percent of the
          reference machine.
        </caption>
        <thead>
          <tr>
            <th scope="col">worker</th>
            <th scope="col" class="number">
              results
            </th>
            <th scope="col" class="number">
              an hour
            </th>
            <th scope="col" class="number far">
              speed
            </th>
            <th scope="col" class="far">
              plays
            </th>
            <th scope="col" class="far">
              other counts
            </th>
          </tr>
        </thead>
        <tbody>
          {workers.map((worker) => (
            <Row key={worker.name} tournament={name} noun={pagesOf(game).matchNoun} worker={worker} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  tournament: string;
  /** What the tournament calls a match. */
  noun: string;
  worker: Worker;
}

function Row({ tournament, noun, worker }: RowProps) {
  const { name, is_present, quarantine, paused, accepted, accepted_per_hour, speed_percent } = worker;
  const counts = <Counts worker={worker} />;
  // What a worker said last does not hold once it is offline.
  const playing = is_present ? <Playing tournament={tournament} noun={noun} worker={worker} /> : null;
  return (
    <tr>
      <th scope="row" class="bot-name">
        <bdi>{name}</bdi> <span class={`badge ${is_present ? "good" : ""}`}>{stateInWords(worker)}</span>
        <Reason look="bad" word="quarantined" why={quarantine} />
        {is_present ? <Reason look="warn" word="paused" why={paused} /> : null}
        <div class="narrow">
          <p>{summaryInWords(worker)}</p>
          <p>{counts}</p>
          {playing}
        </div>
      </th>
      <td class="number">{accepted.toLocaleString("en")}</td>
      <td class="number">{rateInWords(accepted_per_hour)}</td>
      <td class="number far">{speedInWords(speed_percent)}</td>
      <td class="far">
        {is_present ? loadInWords(worker) : <span class="muted">–</span>}
        {playing}
      </td>
      <td class="far">{counts}</td>
    </tr>
  );
}

/** That a worker is paused or quarantined, and why. */
function Reason({ look, word, why }: { look: string; word: string; why: string | null }) {
  if (why === null) return null;
  return (
    <p class="reason">
      <span class={`badge ${look}`}>{word}</span> <bdi>{why}</bdi>
    </p>
  );
}

function Counts({ worker }: { worker: Worker }) {
  return (
    <>
      {countsInWords(worker).map(({ words, isBad }, index) => (
        <span key={words}>
          {index > 0 ? ", " : ""}
          <span class={isBad ? "bad nowrap" : "nowrap"}>{words}</span>
        </span>
      ))}
    </>
  );
}

/** What a worker plays. The server hides that before the reveal. */
function Playing({ tournament, noun, worker: { matches, playing } }: RowProps) {
  if (matches.length === 0) return null;
  const shown = matches.slice(0, MOST_MATCHES);
  const more = playing - shown.length;
  return (
    <ul class="playing">
      {shown.map((match, index) => (
        <li key={index}>
          {noun} {match.number}
          {match.group === null ? null : (
            <>
              {" "}
              (<bdi>{match.group}</bdi>)
            </>
          )}
          : <Names tournament={tournament} match={match} />
        </li>
      ))}
      {more > 0 ? <li>and {more.toLocaleString("en")} more</li> : null}
    </ul>
  );
}

function Names({ tournament, match }: { tournament: string; match: PlayingMatch }) {
  const { names, more } = namesShown(match);
  return (
    <>
      {names.map((name, index) => (
        <span key={index}>
          {index > 0 ? ", " : ""}
          <a href={botLink(tournament, name)}>
            <bdi>{name}</bdi>
          </a>
        </span>
      ))}
      {more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}
    </>
  );
}
