// How each entrant did against each other one. Columns are ranks, so that no name is rotated.

import { useState } from "preact/hooks";
import { tournamentPath, useRequest } from "../api";
import type { BoardGroup, Cycles, Pair, Pairs } from "../types";
import { Waiting } from "../ui/waiting";
import { GroupChoice } from "./groups";

/** The number of bots in a table. */
const SHOWN = 40;

/** Up to this many columns have a name; more have only a rank. */
const MOST_NAMED = 8;

/** One row against one column. */
interface Duel {
  won: number;
  equal: number;
  lost: number;
  decided: boolean;
}

function duels(pairs: Pair[]): Map<string, Duel> {
  const found = new Map<string, Duel>();
  for (const { one, other, won, equal, paired, decided } of pairs) {
    const lost = (paired?.count ?? won + equal) - won - equal;
    found.set(JSON.stringify([one, other]), { won, equal, lost, decided });
    found.set(JSON.stringify([other, one]), { won: lost, equal, lost: won, decided });
  }
  return found;
}

/** The share of boards or rounds won, in percent. A draw is half. */
function share({ won, equal, lost }: Duel): number {
  const all = won + equal + lost;
  return all === 0 ? 50 : (100 * (won + equal / 2)) / all;
}

interface HeadToHeadProps {
  name: string;
  version: string;
  groups: BoardGroup[];
}

export function HeadToHead({ name, version, groups }: HeadToHeadProps) {
  const [from, setFrom] = useState(0);
  const [group, setGroup] = useState("");
  const query = new URLSearchParams({ from: `${from}`, count: `${SHOWN}` });
  if (group !== "") query.set("group", group);
  const { data, trouble } = useRequest<Pairs>(`${tournamentPath(name)}/pairs?${query}`, version);
  return (
    <>
      {groups.length > 0 ? (
        <p class="row pad">
          <GroupChoice groups={groups} chosen={group} choose={setGroup} />
        </p>
      ) : null}
      {data ? <Comparisons data={data} from={from} setFrom={setFrom} /> : <Waiting trouble={trouble} />}
    </>
  );
}

interface ComparisonsProps {
  data: Pairs;
  from: number;
  setFrom: (from: number) => void;
}

function Comparisons({ data, from, setFrom }: ComparisonsProps) {
  const { all, entrants } = data;
  return (
    <>
      {all > SHOWN ? (
        <p class="row pad">
          <span class="facts">
            Ranks {data.from + 1} to {data.from + entrants.length} of {all.toLocaleString("en")}
          </span>
          <span class="row push">
            <button type="button" disabled={from === 0} onClick={() => setFrom(Math.max(0, from - SHOWN))}>
              ‹ Better
            </button>
            <button type="button" disabled={from + SHOWN >= all} onClick={() => setFrom(from + SHOWN)}>
              Worse ›
            </button>
          </span>
        </p>
      ) : null}
      {data.pairs.length > 0 ? <Matrix pairs={data} /> : <p class="pad facts">Pairs are compared only by all groups together.</p>}
      <CycleList cycles={data.cycles} />
    </>
  );
}

/** The strongest cycles, which no rating can explain. */
function CycleList({ cycles: { threes, strongest } }: { cycles: Cycles }) {
  if (strongest.length === 0) return null;
  return (
    <section class="card pad">
      <h2>Cycles</h2>
      <p class="facts">
        {threes > 0 ? `${threes.toLocaleString("en")} of three bots, by significant differences` : "By significant differences"}
        {threes > strongest.length ? `. The strongest ${strongest.length}:` : ":"}
      </p>
      <ul>
        {strongest.map(({ entrants, shares }) => (
          <li key={entrants.join("\n")}>
            {entrants.map((name, index) => (
              <>
                <bdi>{name}</bdi> beats <bdi>{entrants[(index + 1) % entrants.length]}</bdi> ({Math.round(100 * shares[index]!)} %)
                {index + 1 < entrants.length ? ", " : ""}
              </>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Matrix({ pairs: { from, entrants, pairs } }: { pairs: Pairs }) {
  const found = duels(pairs);
  return (
    <div class="card scroll" role="region" aria-label="Head to head" tabIndex={0}>
      <p class="pad facts">
        In how many boards or rounds the row was better than the column; a draw is half. Underlined where it is proven who is better,
        with 95 % confidence for all pairs.
        <span class="matrix-scale">
          0 % <i aria-hidden="true" /> 100 %
        </span>
      </p>
      <table class="matrix">
        <caption class="said">Boards or rounds in which the row was better than the column, in percent</caption>
        <thead>
          <tr>
            <th scope="col">bot</th>
            {entrants.map((name, column) => (
              <th scope="col" title={name}>
                {from + column + 1}
                {entrants.length <= MOST_NAMED ? <bdi>{name}</bdi> : <span class="said"> {name}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entrants.map((row, index) => (
            <tr>
              <th scope="row">
                <span class="muted">{from + index + 1}</span> <bdi>{row}</bdi>
              </th>
              {entrants.map((column) => (
                <Cell duel={found.get(JSON.stringify([row, column]))} isSelf={row === column} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ duel, isSelf }: { duel: Duel | undefined; isSelf: boolean }) {
  if (isSelf || !duel) return <td class={isSelf ? "self" : ""} />;
  const won = share(duel);
  const look = won > 50 ? "won" : won < 50 ? "lost" : "";
  return (
    <td
      class={`${look} ${duel.decided ? "sure" : ""}`}
      style={{ "--mix": `${Math.round(Math.abs(won - 50) * 1.6)}%` }}
      title={`won ${duel.won}, drawn ${duel.equal}, lost ${duel.lost}`}
    >
      {Math.round(won)} %
    </td>
  );
}
