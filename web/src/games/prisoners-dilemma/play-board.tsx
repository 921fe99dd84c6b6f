// The players for a person who plays: their scores, their last takes, and from whom to take.

import { useState } from "preact/hooks";
import type { PlayBoardProps } from "../game-pages";
import { rounded } from "../../ui/numbers";
import { SeatLetter } from "../../ui/seats";
import { ranked, scoresAfter, seatsById, sums, takes, type Round } from "./timeline";
import "./prisoners-dilemma.css";

/** What the page of a person gets of the game: the last rounds of those played. */
interface PlayView {
  ids: number[];
  rounds: Round[];
  played: number;
  all: number;
}

export function DilemmaPlayBoard({ state, isAsked, onReply }: PlayBoardProps) {
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set());
  const view = state.view as PlayView | null;
  if (!view) return <p class="facts">The game has not begun.</p>;
  const { ids, rounds, played, all } = view;
  const seats = seatsById(ids);
  const own = ids[state.seat]! - 1;
  const last = takes(rounds.slice(-1), ids.length);
  const { took } = sums(last);
  const others = seats.map((_, player) => player).filter((player) => player !== own);
  const toggle = (player: number) => {
    const next = new Set(chosen);
    if (!next.delete(player)) next.add(player);
    choose(next);
  };
  const row = (player: number, rank: number, score: number) => {
    const name = state.names[seats[player]!]!;
    return (
      <tr key={player} class={player === own ? "pointed" : ""}>
        <td class="number">{rank}</td>
        <th scope="row">
          <label class="check">
            {player === own ? null : (
              <input type="checkbox" checked={chosen.has(player)} aria-label={`take from ${name}`} onChange={() => toggle(player)} />
            )}
            <SeatLetter seat={seats[player]!} sign={`${player + 1}`} /> <bdi>{name}</bdi>
          </label>
        </th>
        <td class="number">{rounded(score)}</td>
        <td class="number far">{took[player]}</td>
        <td>{last[player]![own]! > 0 ? <span class="bad">yes</span> : ""}</td>
      </tr>
    );
  };
  return (
    <div class="dilemma-play stack-s">
      <p class="caption">{isAsked || played < all ? `Round ${Math.min(played + 1, all)} of ${all}: from whom do you take?` : `All ${all} rounds were played.`}</p>
      <div class="row">
        <button type="button" class="primary" disabled={!isAsked} onClick={() => onReply([[...chosen].map((player) => player + 1).sort((one, other) => one - other).join(" ")])}>
          {chosen.size === 0 ? "Take from nobody" : `Take from ${chosen.size === 1 ? "1 player" : `${chosen.size} players`}`}
        </button>
        <button type="button" onClick={() => choose(new Set(others))}>
          Choose all
        </button>
        <button type="button" disabled={chosen.size === 0} onClick={() => choose(new Set())}>
          Choose nobody
        </button>
      </div>
      <div class="scroll">
        <table>
          <caption class="said">The players after {played} rounds</caption>
          <thead>
            <tr>
              <th scope="col" class="number">
                rank
              </th>
              <th scope="col">player</th>
              <th scope="col" class="number">
                score
              </th>
              <th scope="col" class="number far" title="How many players it took from in the last round">
                took
              </th>
              <th scope="col">
                from you
              </th>
            </tr>
          </thead>
          <tbody>{ranked(scoresAfter(rounds, rounds.length, ids.length)).map(({ player, rank, score }) => row(player, rank, score))}</tbody>
        </table>
      </div>
    </div>
  );
}
