// Charts and a table with the points of all rounds.

import { useMemo } from "preact/hooks";
import { Chart, type Line } from "../../ui/chart";
import { colour, dashes, letter, type Highlight } from "../../ui/seats";
import type { Round } from "./timeline";

interface GainsChartsProps {
  rounds: Round[];
  /** The points of each seat after each round, starting with zero before the first. */
  after: number[][];
  names: string[];
  round: number;
  onRound: (round: number) => void;
  highlight: Highlight;
}

export function GainsCharts({ rounds, after, names, round, onRound, highlight }: GainsChartsProps) {
  const charts = useMemo(() => {
    const lines = (values: (seat: number) => number[]): Line[] =>
      names.map((name, seat) => ({ name, values: values(seat), colour: colour(seat), dashes: dashes(seat) }));
    return [
      { title: "Total after each round", turns: after.map((_, index) => index), lines: lines((seat) => after.map((row) => row[seat]!)) },
      {
        title: "Gained in each round",
        turns: rounds.map((_, index) => index + 1),
        lines: lines((seat) => rounds.map(({ gains }) => gains[seat] ?? 0)),
      },
    ];
  }, [rounds, after, names]);
  return (
    <section class="stack-s">
      <h2>All rounds</h2>
      <div class="charts">
        {charts.map((chart) => (
          <Chart
            key={chart.title}
            across="round"
            at={round + 1}
            height={220}
            legend={false}
            focus={highlight.shown}
            onFocus={highlight.point}
            onPick={(wanted) => onRound(wanted - 1)}
            {...chart}
          />
        ))}
      </div>
      <GainsTable rounds={rounds} names={names} round={round} onRound={onRound} highlight={highlight} />
    </section>
  );
}

function GainsTable({ rounds, names, round, onRound, highlight }: Omit<GainsChartsProps, "after">) {
  return (
    <details class="gains">
      <summary>The gains of each round as numbers</summary>
      <div class="scroll">
        <table>
          <caption class="said">Gains of each round</caption>
          <thead>
            <tr>
              <th scope="col" class="number">
                round
              </th>
              {names.map((name, seat) => (
                <th scope="col" class={`number ${highlight.shown === seat ? "chosen" : ""}`} title={name}>
                  {letter(seat)} <bdi class="short">{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rounds.map(({ gains }, index) => (
              <tr class={index === round ? "chosen" : ""}>
                <th scope="row" class="number">
                  <button type="button" class="link" onClick={() => onRound(index)}>
                    {index + 1}
                  </button>
                </th>
                {names.map((_, seat) => (
                  <td class="number">{(gains[seat] ?? 0).toLocaleString("en")}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
