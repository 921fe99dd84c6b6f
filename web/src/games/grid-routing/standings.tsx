// What each seat has done in a round and what it gains.

import { letter, Seat, type Highlight } from "../../ui/seats";
import type { Standing } from "./timeline";

interface StandingsProps {
  names: string[];
  standing: Standing[];
  gains: number[];
  total: number[];
  isOver: boolean;
  highlight: Highlight;
}

export function Standings({ names, standing, gains, total, isOver, highlight }: StandingsProps) {
  const order = names.map((_, seat) => seat).sort((one, other) => total[other]! - total[one]! || one - other);
  const number = (value: number, look = "") => <td class={`number ${look}`}>{Math.round(value).toLocaleString("en")}</td>;
  const scored = (value: number, look = "") => (isOver ? number(value, look) : <td class={`number ${look}`}>·</td>);
  return (
    <>
      <p class="facts">By the points after this round. Pick a bot to see its vertices alone.</p>
      <div class="scroll">
        <table>
          <caption class="said">Points after this round</caption>
          <thead>
            <tr>
              <th scope="col">bot</th>
              {["total", "gained", "expected", "on paths", "owns", "broke"].map((title) => (
                <th scope="col" class={`number ${FAR.includes(title) ? "far" : ""}`} title={MEANINGS[title]}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.map((seat) => {
              const { broken, owned, counting, expected } = standing[seat]!;
              return (
                <tr
                  key={seat}
                  class={highlight.shown === seat ? "pointed" : ""}
                  onPointerEnter={() => highlight.point(seat)}
                  onPointerLeave={() => highlight.point(null)}
                >
                  <th scope="row">
                    <Seat seat={seat} sign={letter(seat)} name={names[seat]!} highlight={highlight} />
                  </th>
                  {scored(total[seat] ?? 0)}
                  {scored(gains[seat] ?? 0)}
                  {scored(expected, "far")}
                  {scored(counting, "far")}
                  {number(owned)}
                  {number(broken)}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The columns that a narrow window has no room for. */
const FAR = ["expected", "on paths"];

const MEANINGS: Record<string, string> = {
  total: "Its points in this round and all before",
  gained: "Its points from the searches that were drawn",
  expected: "Its average points over all possible searches",
  "on paths": "Its vertices that lie on a path from a source to a sink",
  owns: "Vertices that it has activated so far",
  broke: "Vertices that it has broken so far",
};
