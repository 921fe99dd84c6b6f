// Describes what a tournament plays, and the standing of an entrant in a format without scores.

import type { AdaptiveSummary, EntrantStanding, Ruling } from "../types";
import { exact } from "./numbers";

/** The rounds of a knock-out by the number of entrants that are left. */
const ROUNDS: Record<number, string> = { 2: "final", 4: "semi-final", 8: "quarter-final" };

/** The heading of the column with standings. */
export function standingHeading(format: string): string {
  const headings: Record<string, string> = { swiss: "points", adaptive: "own rounds" };
  return headings[format] ?? "reached";
}

/** What the ranks of a format rest on. */
export function ranksInWords(format: string, isPlaced: boolean): string {
  if (format === "adaptive") return "Ranks are what is proven so far. The own rounds of a bot are those before it was decided.";
  if (isPlaced) return `Ranks follow the column “${standingHeading(format)}”.`;
  return "Bots that share a rank, such as 2–4, are not told apart by the results so far.";
}

export function standingInWords(standing: EntrantStanding): string {
  if ("swiss" in standing) {
    const { points, opponents } = standing.swiss;
    return `${exact(points)} (opponents ${exact(opponents)})`;
  }
  if ("adaptive" in standing) return exact(standing.adaptive.rounds);
  const { left, by_lot } = standing.knock_out;
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

/** How much is played: a number of matches, or of rounds of a format. */
export function extentInWords(matchNoun: string, format: string, count: number): string {
  const counted = (noun: string) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
  if (format === "adaptive") return `an adaptive tournament of up to ${counted(matchNoun === "board" ? "board" : "round")}`;
  if (format === "knock-out") return `a knock-out, each encounter the best of ${counted(matchNoun)}`;
  const name = FORMATS[format];
  return name ? `${counted("round")} of a ${name}` : counted(matchNoun);
}

/** What an adaptive tournament decides, and whether it is decided. */
export function decisionInWords({ decide, is_decided, rounds, undecided, missing_matches }: AdaptiveSummary): string {
  const target = decide === "all" ? "all ranks" : `the ${decide}`;
  const verb = decide === "winner" ? "is" : "are";
  const after = `after ${rounds.toLocaleString("en")} round${rounds === 1 ? "" : "s"}`;
  if (is_decided) return `${target} ${verb} decided ${after}`;
  const missing = missing_matches === null ? "" : `, about ${missing_matches.toLocaleString("en")} more matches`;
  return `${target} ${verb} not decided ${after}: ${undecided.length.toLocaleString("en")} bots are left${missing}`;
}

/** What the score of a team is. */
export function teamScoreInWords(score: string): string {
  if (score === "sum") return "the sum of the points of its members";
  if (score === "mean") return "the mean of the points of its members";
  const best = Number(score.replace("best ", ""));
  return best === 1 ? "the points of its best member" : `the sum of the points of its ${best} best members`;
}

/** Why a match is ruled instead of played. */
export function rulingInWords({ entrants, reason }: Pick<Ruling, "entrants" | "reason">): string {
  if (reason.kind === "void") return `the host could not play it: ${firstLine(reason.why)}`;
  const absences = reason.absent.map(({ seat, cause, why }) => {
    const tool = cause === "missing_tool" ? ": a tool was missing" : "";
    return `${entrants[seat] ?? "?"} was unbuildable${tool} (${firstLine(why)})`;
  });
  return absences.join("; ");
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]!;
}
