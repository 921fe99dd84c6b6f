// Describes the workers of a tournament.

import type { PlayingMatch, Worker } from "../types";
import { rounded } from "./numbers";

/** The most names of a match that are shown. */
const MOST_NAMES = 4;

/** A time in whole units, such as `40 s`, `3 min`, `5 h` or `2 days`. */
export function ageInWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`;
  const days = Math.floor(seconds / 86_400);
  return `${days.toLocaleString("en")} day${days === 1 ? "" : "s"}`;
}

export function stateInWords({ is_present, seen_seconds_ago }: Pick<Worker, "is_present" | "seen_seconds_ago">): string {
  return is_present ? "online" : `last seen ${ageInWords(seen_seconds_ago)} ago`;
}

/** What else is counted, the worst first, without what is zero. */
export function countsInWords(worker: Worker): { words: string; isBad: boolean }[] {
  const counts: [number, string, boolean][] = [
    [worker.refuted, "refuted", true],
    [worker.refused, "refused", true],
    [worker.declined, "declined", false],
    [worker.redelivered, "redelivered", false],
    [worker.duplicates, worker.duplicates === 1 ? "duplicate" : "duplicates", false],
    [worker.audited, "audited", false],
  ];
  return counts.filter(([count]) => count > 0).map(([count, noun, isBad]) => ({ words: `${count.toLocaleString("en")} ${noun}`, isBad }));
}

/** The speed in percent of the reference machine. A worker that has not told it yet has none. */
export function speedInWords(percent: number): string {
  return percent > 0 ? `${percent.toLocaleString("en")} %` : "–";
}

export function rateInWords(perHour: number): string {
  return perHour < 10 ? rounded(perHour) : rounded(Math.round(perHour));
}

/** How many matches it plays, such as `2 of 4`. */
export function loadInWords({ playing, concurrency }: Pick<Worker, "playing" | "concurrency">): string {
  const plays = playing.toLocaleString("en");
  return concurrency > 0 ? `${plays} of ${concurrency.toLocaleString("en")}` : plays;
}

/** The speed and how many matches it plays, for narrow windows. A worker that is offline plays none. */
export function summaryInWords(worker: Worker): string {
  const speed = worker.speed_percent > 0 ? [`speed ${speedInWords(worker.speed_percent)}`] : [];
  const load = worker.is_present ? [`plays ${loadInWords(worker)}`] : [];
  return [...speed, ...load].join(" · ");
}

/** The names of a match that are shown, and how many more there are. */
export function namesShown({ names }: PlayingMatch): { names: string[]; more: number } {
  const most = names.length > MOST_NAMES ? MOST_NAMES - 1 : MOST_NAMES;
  return { names: names.slice(0, most), more: Math.max(0, names.length - most) };
}

/** How many workers there are, and which of them are listed. */
export function workersInWords(all: number, present: number, listed: number): string {
  const online = `${present.toLocaleString("en")} of ${all.toLocaleString("en")} worker${all === 1 ? "" : "s"} online.`;
  return listed < all ? `${online} The ${listed.toLocaleString("en")} that were seen last are listed.` : online;
}
