// How often each player took from each other: a row for who took, a column for who lost.

import { Seat, type Highlight } from "../../ui/seats";
import { sums, type Matrix } from "./timeline";

interface TakesTableProps {
  names: string[];
  /** The seat of each player. */
  seats: number[];
  soFar: Matrix;
  now: Matrix;
  round: number;
  highlight: Highlight;
}

export function TakesTable({ names, seats, soFar, now, round, highlight }: TakesTableProps) {
  const most = Math.max(1, ...soFar.flat());
  const { took, lost } = sums(soFar);
  const isShown = (player: number) => highlight.shown === player;
  return (
    <section class="card pad stack-s">
      <h2>Who took from whom</h2>
      <p class="facts">
        How often the player of a row has taken from the player of a column. The stronger the colour, the more often. A frame marks
        takes of {round > 0 ? `round ${round}` : "the shown round"}.
      </p>
      <div class="scroll">
        <table class="takes">
          <caption class="said">Takes up to round {round}</caption>
          <thead>
            <tr>
              <th scope="col">took \ from</th>
              {names.map((name, player) => (
                <th scope="col" class={`number ${isShown(player) ? "chosen" : ""}`} title={name}>
                  {player + 1}
                </th>
              ))}
              <th scope="col" class="number">
                all
              </th>
            </tr>
          </thead>
          <tbody>
            {soFar.map((row, by) => (
              <tr key={by} class={isShown(by) ? "pointed" : ""}>
                <th scope="row" onPointerEnter={() => highlight.point(by)} onPointerLeave={() => highlight.point(null)}>
                  <Seat seat={by} look={seats[by]!} sign={`${by + 1}`} name={names[by]!} highlight={highlight} />
                </th>
                {row.map((count, from) => (
                  <td
                    class={`number ${now[by]![from]! > 0 ? "now" : ""} ${isShown(from) ? "chosen" : ""}`}
                    style={{ "--share": `${Math.round((50 * count) / most)}%` }}
                    title={by === from ? undefined : `${names[by]} took ${count}× from ${names[from]}`}
                  >
                    {by === from ? "" : count}
                  </td>
                ))}
                <td class="number sum">{took[by]}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">all</th>
              {lost.map((count) => (
                <td class="number sum">{count}</td>
              ))}
              <td class="number sum">{took.reduce((sum, count) => sum + count, 0)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}
