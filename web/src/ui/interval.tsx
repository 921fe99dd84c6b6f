// An estimate with its interval, drawn on a scale that all rows of a table share.

import type { Estimate } from "../types";
import { rounded } from "./numbers";

export interface Scale {
  low: number;
  high: number;
  logarithmic: boolean;
}

/** The ends of the possible values, where there are any. */
export interface Limits {
  least: number | null;
  most: number | null;
}

const NO_LIMITS: Limits = { least: null, most: null };

/** The number of steps on a scale, roughly. */
const STEPS = 8;

/**
 * A scale from the lowest to the highest end of all intervals, rounded outwards, within the limits
 * of what is possible.
 */
export function scaleOf(estimates: Estimate[], logarithmic: boolean, { least, most }: Limits = NO_LIMITS): Scale {
  const ends = estimates.flatMap(({ low, high, value }) => [low ?? value, high ?? value, value]).filter(Number.isFinite);
  const positive = logarithmic ? ends.filter((end) => end > 0) : ends;
  const [low, high] = [Math.min(...positive), Math.max(...positive)];
  // There is nothing to round where all values are the same.
  if (!(low < high)) return { low, high, logarithmic };
  const rounded = logarithmic ? { low: onLadder(low, "down"), high: onLadder(high, "up") } : roundOutwards(low, high);
  return { low: Math.max(rounded.low, least ?? -Infinity), high: Math.min(rounded.high, most ?? Infinity), logarithmic };
}

/** The ends as multiples of a step such as 0.2 or 50. */
function roundOutwards(low: number, high: number): { low: number; high: number } {
  const step = onLadder((high - low) / STEPS, "up");
  const to = (value: number, round: (value: number) => number) => +(round(value / step) * step).toPrecision(12);
  return { low: to(low, Math.floor), high: to(high, Math.ceil) };
}

/** The nearest of 1, 2, 5, 10, 20, 50 … in a direction. */
function onLadder(value: number, direction: "up" | "down"): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  const ladder = [1, 2, 5, 10].map((digit) => +(digit * unit).toPrecision(12));
  const found = direction === "up" ? ladder.find((step) => step >= value) : [...ladder].reverse().find((step) => step <= value);
  return found ?? value;
}

/** The position of a value on a scale, from 0 to 1. */
export function share({ low, high, logarithmic }: Scale, value: number): number {
  const of = (end: number) => (logarithmic ? Math.log(Math.max(end, Number.MIN_VALUE)) : end);
  const width = of(high) - of(low);
  return width > 0 ? Math.max(0, Math.min(1, (of(value) - of(low)) / width)) : 0.5;
}

/** The possible part of an interval, in words. */
export function intervalInWords({ low, high }: Estimate, { least, most }: Limits = NO_LIMITS): string {
  if (low === null || high === null) return "too few to tell";
  return `${rounded(Math.max(low, least ?? -Infinity))} to ${rounded(Math.min(high, most ?? Infinity))}`;
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
