// The numbers that a bot reported while it solved a board. The bot chooses their names.

import { useMemo } from "preact/hooks";
import { Chart, type Line } from "../../ui/chart";

/** The most numbers in charts and in the table: a bot may report any number of them. */
const DRAWN = 6;
const LISTED = 30;

/** The name that bots give to the number of a generation. */
const GENERATION = "generation";

const COLOURS = ["--seat1", "--seat2", "--seat3", "--seat4"];

export function ProgressCharts({ lines }: { lines: Record<string, number>[] }) {
  const counts = useMemo(() => linesByName(lines), [lines]);
  const names = useMemo(() => [...counts.keys()], [counts]);
  const across = useMemo(() => columnOf(lines), [lines]);
  const charts = useMemo(() => {
    const drawn = names.filter((name) => name !== across.name && counts.get(name)! > 1).slice(0, DRAWN);
    return drawn.map((name, index): { title: string; lines: Line[] } => ({
      title: name,
      lines: [{ name: shortened(name), values: lines.map((line) => line[name] ?? null), colour: COLOURS[index % COLOURS.length]! }],
    }));
  }, [lines, names, counts, across]);
  const last = lines.at(-1);
  if (!last || names.length === 0) return null;
  return (
    <section class="stack-s">
      <h2>Reported progress</h2>
      {lines.length > 1 ? (
        <div class="charts">
          {charts.map((chart) => (
            <Chart key={chart.title} across={across.name} turns={across.numbers} {...chart} />
          ))}
        </div>
      ) : null}
      <div class="card scroll">
        <table>
          <caption>
            {lines.length === 1 ? "The only line" : `The last of ${lines.length.toLocaleString("en")} lines`}
            {names.length > LISTED ? `, and of ${names.length.toLocaleString("en")} numbers the first` : ""}
          </caption>
          <tbody>
            {names.slice(0, LISTED).map((name) => (
              <tr>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td class="number">{last[name]?.toLocaleString("en", { maximumSignificantDigits: 8 }) ?? "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The number of lines that have each number. */
function linesByName(lines: Record<string, number>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of lines.flatMap((line) => Object.keys(line))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** A name short enough for the legend. The title has it in full. */
function shortened(name: string): string {
  return name.length > 16 ? `${name.slice(0, 15)}…` : name;
}

/**
 * The horizontal axis: generations if every line has a higher one than the line before, else lines.
 */
function columnOf(lines: Record<string, number>[]): { name: string; numbers: number[] } {
  const numbers = lines.map((line) => line[GENERATION] ?? NaN);
  const rise = numbers.every((number, index) => index === 0 || number > numbers[index - 1]!);
  if (rise && Number.isFinite(numbers[0])) return { name: GENERATION, numbers };
  return { name: "line", numbers: lines.map((_, index) => index + 1) };
}
