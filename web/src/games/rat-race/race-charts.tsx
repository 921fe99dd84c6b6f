// Statistics of a race: at one turn, and charts over all turns.

import { useMemo } from "preact/hooks";
import type { RaceTimeline } from "./types";
import { Chart, type Line } from "../../ui/chart";
import { Counts } from "../../ui/counts";

export function RaceCounts({ race: { frames }, frame }: { race: RaceTimeline; frame: number }) {
  const counted: [string, string][] = [
    ["specimens", (frames.population[frame] ?? 0).toLocaleString("en")],
    ["points", (frames.points[frame] ?? 0).toLocaleString("en")],
    ["best fitness so far", (frames.best_fitness[frame] ?? 0).toLocaleString("en")],
    ["mean fitness", (frames.mean_fitness[frame] ?? 0).toLocaleString("en", { maximumSignificantDigits: 3 })],
  ];
  return <Counts counts={counted} />;
}

interface ChartsProps {
  race: RaceTimeline;
  turn: number;
  onPick: (turn: number) => void;
}

export function Charts({ race, turn, onPick }: ChartsProps) {
  const { frames, diversity } = race;
  const charts = useMemo(() => {
    const line = (name: string, values: number[], colour: string, dashes?: number[]): Line => ({
      name,
      values,
      colour,
      dashes,
    });
    return [
      { title: "Population", turns: frames.turns, lines: [line("specimens", frames.population, "--seat1")] },
      { title: "Points", turns: frames.turns, lines: [line("points", frames.points, "--seat3")] },
      {
        title: "Fitness",
        turns: frames.turns,
        lines: [
          line("best so far", frames.best_fitness, "--seat2"),
          line("mean of the living", frames.mean_fitness, "--seat1", [5, 3]),
        ],
      },
      {
        title: "Diversity: share of bits in which two of the living differ",
        turns: diversity.turns,
        lines: [line("share", diversity.share, "--seat4")],
      },
    ];
  }, [race]);
  // A chart of a single turn shows nothing that the counts do not.
  if (frames.turns.length < 2) return null;
  return (
    <div class="charts">
      {charts.map((chart) => (
        <Chart key={chart.title} across="turn" at={turn} onPick={onPick} {...chart} />
      ))}
    </div>
  );
}
