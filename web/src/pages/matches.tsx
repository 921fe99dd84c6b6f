// A list of matches, in pages.

import { useState } from "preact/hooks";
import { tournamentPath, useRequest } from "../api";
import type { ListedMatch } from "../types";
import { rounded } from "../ui/interval";
import { Waiting } from "../ui/waiting";
import { matchLink } from "./links";

const SHOWN = 25;

interface MatchesProps {
  name: string;
  version: string;
  /** List only the matches of this bot. */
  bot?: string;
}

export function Matches({ name, version, bot }: MatchesProps) {
  const [from, setFrom] = useState(0);
  const [faulty, setFaulty] = useState(false);
  const query = new URLSearchParams({ from: `${from}`, count: `${SHOWN}`, faulty: `${faulty}` });
  if (bot !== undefined) query.set("entrant", bot);
  const { data, trouble } = useRequest<{ all: number; matches: ListedMatch[] }>(`${tournamentPath(name)}/matches?${query}`, version);
  return (
    <section class="matches">
      <div class="controls plain">
        <label>
          <input
            type="checkbox"
            checked={faulty}
            onChange={(event) => {
              setFaulty(event.currentTarget.checked);
              setFrom(0);
            }}
          />{" "}
          only with faults
        </label>
        <button type="button" disabled={from === 0} onClick={() => setFrom(from - SHOWN)}>
          before
        </button>
        <button type="button" disabled={!data || from + SHOWN >= data.all} onClick={() => setFrom(from + SHOWN)}>
          after
        </button>
        <span class="facts">{data ? `${data.all.toLocaleString("en")} match${data.all === 1 ? "" : "es"}` : ""}</span>
      </div>
      {data ? <List name={name} matches={data.matches} /> : <Waiting trouble={trouble} />}
    </section>
  );
}

function List({ name, matches }: { name: string; matches: ListedMatch[] }) {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th class="number">number</th>
            <th>bots and scores</th>
            <th>ended</th>
            <th class="number">faults</th>
            <th>replay</th>
          </tr>
        </thead>
        <tbody>
          {matches.map((match) => (
            <tr key={match.key}>
              <td class="number">
                <a href={matchLink(name, match.key)}>{match.number}</a>
              </td>
              <td>
                {match.names.map((bot, seat) => (
                  <span class="seat">
                    <bdi>{bot}</bdi> {rounded(match.scores[seat] ?? 0)}
                  </span>
                ))}
              </td>
              <td class="ended">{match.ended}</td>
              <td class="number">{match.faulty.length || ""}</td>
              <td>{match.has_replay ? "kept" : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
