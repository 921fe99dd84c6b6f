// A list of matches, in pages.

import { useState } from "preact/hooks";
import { tournamentPath, useRequest } from "../api";
import type { BoardGroup, ListedMatch } from "../types";
import { seconds } from "../ui/numbers";
import { Scores } from "../ui/scores";
import { Thumbnail } from "../ui/thumbnail";
import { Waiting } from "../ui/waiting";
import { GroupChoice } from "./groups";
import { matchLink, matchPath } from "./links";

const SHOWN = 25;

interface MatchesProps {
  name: string;
  game: string;
  version: string;
  /** List only the matches of this bot. */
  bot?: string;
  /** The groups of boards to choose from. */
  groups?: BoardGroup[];
}

export function Matches({ name, game, version, bot, groups = [] }: MatchesProps) {
  const [from, setFrom] = useState(0);
  const [faulty, setFaulty] = useState(false);
  const [group, setGroup] = useState("");
  const query = new URLSearchParams({ from: `${from}`, count: `${SHOWN}`, faulty: `${faulty}` });
  if (bot !== undefined) query.set("entrant", bot);
  if (group !== "") query.set("group", group);
  const { data, trouble } = useRequest<{ all: number; matches: ListedMatch[] }>(`${tournamentPath(name)}/matches?${query}`, version);
  const choose = (isChecked: boolean) => {
    setFaulty(isChecked);
    setFrom(0);
  };
  const chooseGroup = (chosen: string) => {
    setGroup(chosen);
    setFrom(0);
  };
  return (
    <section class="matches card">
      <div class="row pad">
        <label class="check">
          <input type="checkbox" checked={faulty} onChange={(event) => choose(event.currentTarget.checked)} />
          only with faults
        </label>
        <GroupChoice groups={groups} chosen={group} choose={chooseGroup} />
        <span class="facts">{data ? `${data.all.toLocaleString("en")} match${data.all === 1 ? "" : "es"}` : ""}</span>
        {from > 0 || (data && data.all > SHOWN) ? (
          <span class="row push">
            <button type="button" disabled={from === 0} onClick={() => setFrom(from - SHOWN)}>
              ‹ Earlier
            </button>
            <button type="button" disabled={!data || from + SHOWN >= data.all} onClick={() => setFrom(from + SHOWN)}>
              Later ›
            </button>
          </span>
        ) : null}
      </div>
      {data ? <List name={name} game={game} matches={data.matches} /> : <Waiting trouble={trouble} />}
    </section>
  );
}

function List({ name, game, matches }: { name: string; game: string; matches: ListedMatch[] }) {
  if (matches.length === 0) return <p class="pad facts">There are no such matches.</p>;
  const hasPictures = matches.some((match) => match.has_replay);
  return (
    <table>
      <caption class="said">Matches</caption>
      <thead>
        <tr>
          <th scope="col" class="number">
            number
          </th>
          {hasPictures ? (
            <th scope="col" class="ending">
              <span class="said">the end</span>
            </th>
          ) : null}
          <th scope="col">bots and scores</th>
          <th scope="col" class="far ended">
            ended
          </th>
          <th scope="col" class="number far">
            took
          </th>
          <th scope="col" class="number far">
            faults
          </th>
          <th scope="col" class="far">
            recording
          </th>
        </tr>
      </thead>
      <tbody>
        {matches.map((match) => (
          <tr key={match.key}>
            <th scope="row" class="number">
              <a href={matchLink(name, match.key)}>{match.number}</a>
              {match.group === null ? null : (
                <span class="muted">
                  {" "}
                  <bdi>{match.group}</bdi>
                </span>
              )}
            </th>
            {hasPictures ? (
              <td class="ending">{match.has_replay ? <Thumbnail path={matchPath(name, match.key)} /> : null}</td>
            ) : null}
            <td class="played">
              <Scores game={game} names={match.names} scores={match.scores} best={match.best} most={8} />
              <span class="narrow">
                <bdi>{match.ended}</bdi>
              </span>
            </td>
            <td class="ended far">
              <bdi>{match.ended}</bdi>
            </td>
            <td class="number far">{seconds(match.took_seconds)}</td>
            <td class="number far">{match.faulty.length > 0 ? <span class="bad">{match.faulty.length}</span> : <span class="muted">none</span>}</td>
            <td class="far">{match.has_replay ? "kept" : <span class="muted">none</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
