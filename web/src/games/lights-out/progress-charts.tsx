// The numbers that a solver has told of its progress. Their names are its own.

import { useMemo } from "preact/hooks";
import { Chart, type Line } from "../../ui/chart";

/** How many numbers are drawn, and how many stand in the table: a solver may tell of as many as it likes. */
const DRAWN = 6;
const LISTED = 30;

/** What the numbers of generations are called, if there are any. */
const GENERATION = "generation";

const COLOURS = ["--one", "--two", "--three", "--four"];

export function ProgressCharts({ lines }: { lines: Record<string, number>[] }) {
  const told = useMemo(() => counted(lines), [lines]);
  const names = useMemo(() => [...told.keys()], [told]);
  const across = useMemo(() => columnOf(lines), [lines]);
  const charts = useMemo(() => {
    const drawn = names.filter((name) => name !== across.name && told.get(name)! > 1).slice(0, DRAWN);
    return drawn.map((name, index): { title: string; lines: Line[] } => ({
      title: name,
      lines: [{ name: shortened(name), values: lines.map((line) => line[name] ?? null), colour: COLOURS[index % COLOURS.length]! }],
    }));
  }, [lines, names, told, across]);
  const last = lines.at(-1);
  if (!last || names.length === 0) return null;
  return (
    <section>
      <h2>What it told of its progress</h2>
      {lines.length > 1 ? (
        <div class="charts">
          {charts.map((chart) => (
            <Chart key={chart.title} across={across.name} turns={across.numbers} {...chart} />
          ))}
        </div>
      ) : null}
      <div class="scroll">
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

/** How many lines tell of each number. */
function counted(lines: Record<string, number>[]): Map<string, number> {
  const told = new Map<string, number>();
  for (const name of lines.flatMap((line) => Object.keys(line))) told.set(name, (told.get(name) ?? 0) + 1);
  return told;
}

/** A name that fits below a chart, above which it stands in full. */
function shortened(name: string): string {
  return name.length > 16 ? `${name.slice(0, 15)}…` : name;
}

/** What the charts go over: the generations, if each line has a later one, else the lines. */
function columnOf(lines: Record<string, number>[]): { name: string; numbers: number[] } {
  const numbers = lines.map((line) => line[GENERATION] ?? NaN);
  const rise = numbers.every((number, index) => index === 0 || number > numbers[index - 1]!);
  if (rise && Number.isFinite(numbers[0])) return { name: GENERATION, numbers };
  return { name: "line", numbers: lines.map((_, index) => index + 1) };
}
