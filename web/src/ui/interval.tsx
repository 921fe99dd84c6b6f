// An estimate with its interval, drawn on a scale that all rows of a table share.

import type { Estimate } from "../types";
import { rounded } from "./numbers";

export interface Scale {
  low: number;
  high: number;
  logarithmic: boolean;
}

/** A scale from the lowest to the highest end of all intervals. */
export function scaleOf(estimates: Estimate[], logarithmic: boolean): Scale {
  const ends = estimates.flatMap(({ low, high, value }) => [low ?? value, high ?? value, value]).filter(Number.isFinite);
  const positive = logarithmic ? ends.filter((end) => end > 0) : ends;
  return { low: Math.min(...positive), high: Math.max(...positive), logarithmic };
}

/** The position of a value on a scale, from 0 to 1. */
export function share({ low, high, logarithmic }: Scale, value: number): number {
  const of = (end: number) => (logarithmic ? Math.log(Math.max(end, Number.MIN_VALUE)) : end);
  const width = of(high) - of(low);
  return width > 0 ? Math.max(0, Math.min(1, (of(value) - of(low)) / width)) : 0.5;
}

/** The interval in words. */
export function intervalInWords({ low, high }: Estimate): string {
  return low !== null && high !== null ? `${rounded(low)} to ${rounded(high)}` : "too few to tell";
}

export function Interval({ estimate, scale }: { estimate: Estimate; scale: Scale }) {
  const percent = (value: number) => `${(100 * share(scale, value)).toFixed(2)}%`;
  const { low, high, value } = estimate;
  return (
    <div class="interval" aria-hidden="true">
      {low !== null && high !== null ? (
        <span class="range" style={{ left: percent(low), right: `calc(100% - ${percent(high)})` }} />
      ) : null}
      <span class="point" style={{ left: percent(value) }} />
    </div>
  );
}
