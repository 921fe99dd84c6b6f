// Numbers as pages show them.

/** A number with three significant digits; a whole number, or one from 1,000 on, in full. */
export function rounded(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return withMinus(Math.round(value).toLocaleString("en"));
  return withMinus((+value.toPrecision(3)).toLocaleString("en", { maximumSignificantDigits: 3 }));
}

/** A minus sign is as wide as a digit, a hyphen is not. */
function withMinus(number: string): string {
  return number.replace("-", "−");
}

/** A number with all its digits. */
export function exact(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 6 });
}

/** A time in a suitable unit, such as 12.3 ms. */
export function seconds(value: number): string {
  if (value < 0.001) return `${rounded(value * 1e6)} µs`;
  return value < 1 ? `${rounded(value * 1000)} ms` : `${rounded(value)} s`;
}

/** A rank, or the range of ranks that the results allow. */
export function rankInWords(rank: { best: number; worst: number } | null): string {
  if (!rank) return "–";
  return rank.best === rank.worst ? `${rank.best}` : `${rank.best}–${rank.worst}`;
}
