// The standings: rank, value, interval, results and faults of each entrant in one row.

import { pagesOf } from "../games/registry";
import type { DecidingValue, Entrant, Standings } from "../types";
import { Interval, intervalInWords, scaleOf, type Scale } from "../ui/interval";
import { rankInWords, rounded } from "../ui/numbers";
import { ranksInWords, standingHeading, standingInWords } from "../ui/tournament-words";
import { botLink } from "./links";

type MatchRecord = [won: number, drawn: number, lost: number];

interface StandingsProps {
  name: string;
  standings: Standings;
  decides: DecidingValue;
  records: Record<string, MatchRecord> | null;
}

export function StandingsTable({ name, standings, decides, records }: StandingsProps) {
  const { entrants, game, format } = standings;
  const estimates = entrants.flatMap((entrant) => entrant.value ?? []);
  const scale = scaleOf(estimates, pagesOf(game).scoreScale === "logarithmic", decides);
  const isPlaced = entrants.some((entrant) => entrant.place);
  const isUnknown = estimates.some(({ low, high }) => low === null || high === null);
  return (
    <div class="card scroll">
      <table class="standings">
        <caption>
          By the {decides.name}, with its 95 % interval{scale.logarithmic ? " on a logarithmic scale" : ""}.{" "}
          {ranksInWords(format, isPlaced)}
          {isUnknown ? " A value without a bar has too few matches to tell its interval." : ""}
        </caption>
        <thead>
          <tr>
            <th scope="col">rank</th>
            <th scope="col">bot</th>
            {isPlaced ? <th scope="col">{standingHeading(format)}</th> : null}
            <th scope="col" class="far">
              language
            </th>
            <th scope="col" class="number decides">
              {decides.name}
            </th>
            <th scope="col" class={intervalClass(isPlaced)}>
              <span class="said">interval, </span>
              {estimates.length > 0 ? <Axis scale={scale} /> : null}
            </th>
            <th scope="col" class="number far">
              {records ? "won–drawn–lost" : "played"}
            </th>
            <th scope="col" class="number far">
              with faults
            </th>
          </tr>
        </thead>
        <tbody>
          {entrants.map((entrant) => (
            <Row
              key={entrant.name}
              tournament={name}
              entrant={entrant}
              record={records?.[entrant.name] ?? null}
              scale={scale}
              decides={decides}
              isPlaced={isPlaced}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A narrow window has no room for intervals beside another column. */
function intervalClass(isPlaced: boolean): string {
  return isPlaced ? "wide far" : "wide";
}

function Axis({ scale: { low, high } }: { scale: Scale }) {
  const ends = low === high ? [low] : [low, high];
  return (
    <span class={ends.length === 1 ? "axis one" : "axis"}>
      {ends.map((end) => (
        <span key={end}>{rounded(end)}</span>
      ))}
    </span>
  );
}

interface RowProps {
  tournament: string;
  entrant: Entrant;
  record: MatchRecord | null;
  scale: Scale;
  decides: DecidingValue;
  isPlaced: boolean;
}

function Row({ tournament, entrant, record, scale, decides, isPlaced }: RowProps) {
  const { name, rank, place, value, faulty, language } = entrant;
  const played = entrant.played.toLocaleString("en");
  return (
    <tr>
      <td class="rank">{rankInWords(rank)}</td>
      <th scope="row" class="bot-name">
        <a href={botLink(tournament, name)}>
          <bdi>{name}</bdi>
        </a>
        {entrant.out ? <span class="badge bad">does not play</span> : null}
        {entrant.absent ? <span class="badge warn">cannot play now</span> : null}
        {entrant.disqualified ? <span class="badge bad">disqualified</span> : null}
        {entrant.unverified ? <span class="badge warn">not verified</span> : null}
        <span class="narrow">
          <span class="nowrap">{language}</span> <span class="nowrap">· {record ? record.join("–") : `${played} played`}</span>{" "}
          {faulty > 0 ? <span class="bad nowrap">· {faulty} with faults</span> : null}
        </span>
      </th>
      {isPlaced ? <td>{place ? standingInWords(place) : "–"}</td> : null}
      <td class="far">
        <span class="lang">{language}</span>
      </td>
      <td class="number value">{value ? rounded(value.value) : "–"}</td>
      <td class={intervalClass(isPlaced)}>
        {value ? (
          <div class="with-words">
            <Interval estimate={value} scale={scale} />
            <span class="interval-words">{intervalInWords(value, decides)}</span>
          </div>
        ) : null}
      </td>
      <td class="number far">{record ? <Outcomes record={record} /> : played}</td>
      <td class="number far">{faulty > 0 ? <span class="bad">{faulty}</span> : 0}</td>
    </tr>
  );
}

/** Won, drawn and lost matches, as numbers and as shares of a bar. */
function Outcomes({ record: [won, drawn, lost] }: { record: MatchRecord }) {
  const part = (look: string, count: number) => <span class={look} style={{ flex: `${count} 0 0` }} />;
  return (
    <>
      {won}–{drawn}–{lost}
      <span class="shares push" aria-hidden="true">
        {part("won", won)}
        {part("drawn", drawn)}
        {part("lost", lost)}
      </span>
    </>
  );
}
