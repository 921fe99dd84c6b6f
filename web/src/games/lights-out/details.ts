// The details of a match of Lights Out. docs/JSON.md describes them.

type Pair = [number, number];

export type Verdict = "solved" | "rightly_none" | "left_on" | "wrongly_none" | "unknown" | "fault";

export interface Details {
  board: string[];
  fewest: Pair[] | null;
  verdict: Verdict;
  clicks: Pair[] | null;
  left_on: number | null;
  took_us: number | null;
  cpu_us: number | null;
  evaluations: number | null;
  progress: Record<string, number>[];
}

export function verdictInWords({ verdict, left_on }: Details): string {
  const words: Record<Verdict, string> = {
    solved: "solved",
    rightly_none: "right: there is no solution",
    left_on: `wrong: ${left_on === 1 ? "1 light is" : `${left_on} lights are`} left on`,
    wrongly_none: "wrong: there is a solution",
    unknown: "gave up",
    fault: "no valid reply",
  };
  return words[verdict];
}

export function cellNumbers(pairs: Pair[], columns: number): number[] {
  return pairs.map(([x, y]) => y * columns + x);
}

/** A time in a suitable unit, such as 12.3 ms. */
export function duration(microseconds: number | null): string {
  if (microseconds === null) return "not known";
  if (microseconds < 1000) return `${microseconds.toFixed(0)} µs`;
  if (microseconds < 1e6) return `${(microseconds / 1e3).toPrecision(3)} ms`;
  return `${(microseconds / 1e6).toFixed(2)} s`;
}
