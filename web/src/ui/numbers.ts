// Numbers as pages show them.

// Longer numbers have an exponent.
const MOST_DIGITS = 12;

/**
 * A number with three significant digits; a whole number, or one from 1,000 on, in full, up to 12
 * digits.
 */
export function rounded(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (isExtreme(value)) return withExponent(value);
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return withMinus(Math.round(value).toLocaleString("en"));
  return withMinus((+value.toPrecision(3)).toLocaleString("en", { maximumSignificantDigits: 3 }));
}

/** Whether a number has too many digits, before or behind its point. */
function isExtreme(value: number): boolean {
  const size = Math.abs(value);
  return size >= 10 ** MOST_DIGITS || (size > 0 && size < 1e-6);
}

/** A number with an exponent and a few digits, such as 1.2346e17. */
function withExponent(value: number): string {
  const [digits, exponent] = value.toExponential(4).split("e");
  return withMinus(`${Number(digits)}e${exponent?.replace("+", "")}`);
}

/** A minus sign is as wide as a digit, a hyphen is not. */
function withMinus(number: string): string {
  return number.replace("-", "−");
}

/** A number with all its digits, up to 12. */
export function exact(value: number): string {
  if (isExtreme(value)) return withExponent(value);
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

/** A time such as `26 Nov 2026, 04:20 UTC`. */
export function dayAndTime(time: string): string {
  const form = { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" } as const;
  return `${new Date(time).toLocaleString("en-GB", { ...form, timeZone: "UTC" })} UTC`;
}
