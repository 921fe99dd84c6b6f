// What is played, and how an entrant stands in a format that goes by results, in words.

import type { Place } from "../types";
import { rounded } from "./interval";

const ROUNDS: Record<number, string> = { 2: "final", 4: "semi-final", 8: "quarter-final" };

/** What stands over a column of such words. */
export function headOf(format: string): string {
  return format === "swiss" ? "points" : "reached";
}

export function placeInWords(place: Place): string {
  if ("swiss" in place) {
    const { points, opponents } = place.swiss;
    return `${rounded(points)} (opponents ${rounded(opponents)})`;
  }
  const { left, by_lot } = place.knock_out;
  if (left === 1) return "won";
  const round = ROUNDS[left] ?? `round of ${left}`;
  return by_lot ? `${round}, out by lot` : round;
}

const FORMATS: Record<string, string> = {
  "round-robin": "round robin",
  "double-round-robin": "double round robin",
  gauntlet: "gauntlet",
  swiss: "Swiss tournament",
};

/** How much is played: so many boards, games, or rounds of a format. */
export function extentInWords(game: string, format: string, count: number): string {
  const counted = (noun: string) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
  if (game === "rat-race" || game === "lights-out") return counted("board");
  if (format === "knock-out") return `a knock-out, each encounter the best of ${counted("game")}`;
  const name = FORMATS[format];
  return name ? `${counted("round")} of a ${name}` : counted("game");
}
