// The scores after a round.

import { Seat, type Highlight } from "../../ui/seats";
import { rounded } from "../../ui/numbers";
import { ranked, sums, type Matrix } from "./timeline";

interface StandingsProps {
  names: string[];
  /** The seat of each player. */
  seats: number[];
  scores: number[];
  /** How often each player took from each other, up to the round and in it. */
  soFar: Matrix;
  now: Matrix;
  highlight: Highlight;
}

export function Standings({ names, seats, scores, soFar, now, highlight }: StandingsProps) {
  const all = sums(soFar);
  const last = sums(now);
  const change = (count: number) => <span class="change">{count > 0 ? `+${count}` : ""}</span>;
  return (
    <section class="card pad stack-s">
      <h2>Standings</h2>
      <p class="facts">The number before a name is the identifier by which the other players know it. Small numbers: what this round added.</p>
      <div class="scroll">
        <table>
          <caption class="said">Scores after this round</caption>
          <thead>
            <tr>
              <th scope="col" class="number">
                rank
              </th>
              <th scope="col">player</th>
              <th scope="col" class="number">
                score
              </th>
              <th scope="col" class="number" title="How often it took from another">
                took
              </th>
              <th scope="col" class="number" title="How often another took from it">
                lost
              </th>
            </tr>
          </thead>
          <tbody>
            {ranked(scores).map(({ player, rank, score }) => (
              <tr
                key={player}
                class={highlight.shown === player ? "pointed" : ""}
                onPointerEnter={() => highlight.point(player)}
                onPointerLeave={() => highlight.point(null)}
              >
                <td class="number">{rank}</td>
                <th scope="row">
                  <Seat seat={player} look={seats[player]!} sign={`${player + 1}`} name={names[player]!} highlight={highlight} />
                </th>
                <td class="number">{rounded(score)}</td>
                <td class="number">
                  {all.took[player]!.toLocaleString("en")} {change(last.took[player]!)}
                </td>
                <td class="number">
                  {all.lost[player]!.toLocaleString("en")} {change(last.lost[player]!)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
