// A match, whatever its game: its result, what happened in it, faults and dialogue.

import type { ComponentChildren } from "preact";
import { pagesOf } from "./games/registry";
import type { Entrant, Match, MatchData } from "./types";
import { CopyLink } from "./ui/copy";
import { Dialogue } from "./ui/dialogue";
import { Faults, inWords } from "./ui/faults";
import { rankInWords, rounded, seconds } from "./ui/numbers";
import { byScore, orderOf, winner } from "./ui/outcome";
import { LabelledSeat, type SeatLabel } from "./ui/seats";
import { useTitle } from "./ui/title";
import { botLink } from "./pages/links";

/** What a tournament knows of a match. */
export interface MatchPlace {
  tournament: string;
  number: number;
  /** Empty until they are loaded. */
  entrants: Entrant[];
}

interface MatchViewProps {
  data: MatchData;
  /** The server's path for this match; null in a page that is a file. */
  path: string | null;
  place?: MatchPlace;
  /** Stands above the heading. */
  crumbs?: ComponentChildren;
  /** Links and buttons beside the heading. */
  actions?: ComponentChildren;
  /** Stands in for the timeline until there is one. */
  children?: ComponentChildren;
}

export function MatchView({ data, path, place, crumbs, actions, children }: MatchViewProps) {
  const { match, dialogue, notes } = data;
  const { names, spec, record } = match;
  const { Timeline, hasTimeline, showsDialogue, seatLabels } = pagesOf(spec.game);
  useTitle(titleOf(match, place));
  return (
    <article class="match stack">
      <header class="head">
        <div>
          {crumbs}
          <h1>
            <Heading data={data} place={place} />
          </h1>
          <Outcome data={data} place={place} />
          <MatchFacts match={match} />
        </div>
        <div class="row">
          {actions}
          <CopyLink />
        </div>
      </header>
      {data.difference ? (
        <p role="alert" class="warning">
          Played again without its bots, this match did not come out the same: {data.difference}
        </p>
      ) : null}
      {hasTimeline(data) ? <Timeline data={data} path={path} /> : null}
      {names.length > 1 ? <Result data={data} place={place} /> : null}
      {children}
      <Faults faults={record.faults} names={names} labels={seatLabels?.(data)} />
      {showsDialogue(data) ? null : <Dialogue entries={dialogue} names={names} notes={notes} />}
    </article>
  );
}

/** The title of the page in the browser. */
function titleOf({ names, spec }: Match, place?: MatchPlace): string {
  const { title, matchNoun } = pagesOf(spec.game);
  const where = place ? `${matchNoun} ${place.number}` : title;
  if (names.length > 2) return `${title}, ${place ? where : `${names.length} bots`}`;
  return `${names.join(" against ")}, ${where}`;
}

/** Who played, and in a match of two the score. */
function Heading({ data, place }: { data: MatchData; place?: MatchPlace }) {
  const { names, spec, record } = data.match;
  const { title, matchNoun } = pagesOf(spec.game);
  const where = place ? ` ${matchNoun} ${place.number}` : "";
  if (names.length === 1) {
    return (
      <>
        <bdi>{names[0]}</bdi> {place ? `on${where}` : ""}
      </>
    );
  }
  if (names.length > 2) return <>{title}{place ? `,${where}` : `: ${names.length} bots`}</>;
  const won = winner(record.scores, orderOf(data));
  const side = (seat: number, content: ComponentChildren) => (
    <span class={won !== null && won !== seat ? "muted" : ""}>{content}</span>
  );
  return (
    <>
      {side(0, <><bdi>{names[0]}</bdi> {rounded(record.scores[0]!)}{won === 0 ? " ✓" : ""}</>)} – {side(1, <>{rounded(record.scores[1]!)} <bdi>{names[1]}</bdi>{won === 1 ? " ✓" : ""}</>)}
    </>
  );
}

function MatchFacts({ match: { spec, record, provenance } }: { match: Match }) {
  return (
    <ul class="facts">
      <li>{pagesOf(spec.game).title}</li>
      {spec.seed === null ? null : (
        <li>
          seed <code>{spec.seed}</code>
        </li>
      )}
      <li>
        played in <b>{seconds(record.took_seconds)}</b>
      </li>
      {provenance ? <li>with rathaus {provenance.rathaus}</li> : null}
    </ul>
  );
}

/** Who won, and why the match ended. Of a single bot also the score, which has no table. */
function Outcome({ data, place }: { data: MatchData; place?: MatchPlace }) {
  const { names, record } = data.match;
  const { scores, ended, faults } = record;
  const won = winner(scores, orderOf(data));
  const isAlone = names.length === 1;
  return (
    <p class="outcome">
      {isAlone ? <b>Score {rounded(scores[0]!)}. </b> : won === null ? <b>Drawn. </b> : <b><bdi>{names[won]}</bdi> won. </b>}
      Ended: <bdi>{ended}</bdi>
      {isAlone && place ? <>. Rank now: <span class="nowrap">{rankOf(place, names[0]!)}</span></> : null}
      {isAlone && faults.length > 0 ? <>. Faults: {faultsOf(faults.map(inWords))}</> : null}
    </p>
  );
}

function Result({ data, place }: { data: MatchData; place?: MatchPlace }) {
  const { names, record, spec } = data.match;
  const hasFaults = record.faults.length > 0;
  const labels = pagesOf(spec.game).seatLabels?.(data) ?? [];
  const { scores, faults } = record;
  const wordsOfFaults = (seat: number) => faultsOf(faults.filter((fault) => fault.seat === seat).map(inWords));
  const order = orderOf(data);
  const won = winner(scores, order);
  return (
    <section class="card result">
      <table>
        <caption class="said">Result</caption>
        <thead>
          <tr>
            <th scope="col">bot</th>
            <th scope="col" class="number">
              score
            </th>
            {place ? (
              <th scope="col" class="number">
                rank now
              </th>
            ) : null}
            {hasFaults ? (
              <th scope="col" class="far">
                faults
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {byScore(scores, order).map((seat) => (
            <tr class={seat === won ? "won" : ""}>
              <th scope="row">
                <SeatName seat={seat} names={names} label={labels[seat]} place={place} isWinner={seat === won} />
                {hasFaults ? <span class="narrow">{wordsOfFaults(seat)}</span> : null}
              </th>
              <td class="number value">{rounded(scores[seat]!)}</td>
              {place ? <td class="number">{rankOf(place, names[seat]!)}</td> : null}
              {hasFaults ? <td class="far">{wordsOfFaults(seat)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function rankOf({ entrants }: MatchPlace, name: string): string {
  return rankInWords(entrants.find((entrant) => entrant.name === name)?.rank ?? null);
}

/** The first fault in words, and how many there are. */
function faultsOf(words: string[]): ComponentChildren {
  if (words.length === 0) return <span class="muted">no faults</span>;
  return (
    <span class="bad">
      {words.length > 1 ? `${words.length}, the first: ` : ""}
      {words[0]}
    </span>
  );
}

interface SeatNameProps {
  seat: number;
  names: string[];
  label?: SeatLabel;
  place?: MatchPlace;
  isWinner: boolean;
}

function SeatName({ seat, names, label, place, isWinner }: SeatNameProps) {
  const name = <bdi>{names[seat]}</bdi>;
  return (
    <>
      {names.length > 1 ? <LabelledSeat seat={seat} label={label} /> : null}{" "}
      {place ? <a href={botLink(place.tournament, names[seat]!)}>{name}</a> : name}
      {isWinner ? (
        <span class="check-mark">
          {" "}
          ✓<span class="said"> won</span>
        </span>
      ) : null}
    </>
  );
}
