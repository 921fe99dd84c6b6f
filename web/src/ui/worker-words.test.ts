import { expect, test } from "vitest";
import type { Worker } from "../types";
import { ageInWords, countsInWords, loadInWords, namesShown, rateInWords, speedInWords, stateInWords, summaryInWords, workersInWords } from "./worker-words";

const WORKER: Worker = {
  name: "ann",
  speed_percent: 90,
  concurrency: 4,
  accepted: 10,
  accepted_per_hour: 2.5,
  duplicates: 0,
  redelivered: 0,
  refused: 0,
  audited: 0,
  refuted: 0,
  declined: 0,
  seen_seconds_ago: 3,
  is_present: true,
  playing: 2,
  matches: [],
  paused: null,
  quarantine: null,
};

test("a time has one unit", () => {
  const seconds = [0, 59, 60, 3_599, 3_600, 86_399, 86_400, 200_000, 86_400_000];
  expect(seconds.map(ageInWords)).toEqual(["0 s", "59 s", "1 min", "59 min", "1 h", "23 h", "1 day", "2 days", "1,000 days"]);
});

test("a worker is online, or was seen some time ago", () => {
  expect(stateInWords(WORKER)).toBe("online");
  expect(stateInWords({ is_present: false, seen_seconds_ago: 130 })).toBe("last seen 2 min ago");
});

test("counts of zero are left out, and wrong results come first", () => {
  expect(countsInWords(WORKER)).toEqual([]);
  expect(countsInWords({ ...WORKER, audited: 1_200, duplicates: 1, refused: 2, refuted: 1, declined: 3, redelivered: 4 })).toEqual([
    { words: "1 refuted", isBad: true },
    { words: "2 refused", isBad: true },
    { words: "3 declined", isBad: false },
    { words: "4 redelivered", isBad: false },
    { words: "1 duplicate", isBad: false },
    { words: "1,200 audited", isBad: false },
  ]);
});

test("a worker that has not told its speed or its places has none", () => {
  expect([speedInWords(90), speedInWords(1_250), speedInWords(0)]).toEqual(["90 %", "1,250 %", "–"]);
  expect([loadInWords(WORKER), loadInWords({ playing: 1, concurrency: 0 })]).toEqual(["2 of 4", "1"]);
});

test("a summary leaves out what is not known", () => {
  expect(summaryInWords(WORKER)).toBe("speed 90 % · plays 2 of 4");
  expect(summaryInWords({ ...WORKER, is_present: false })).toBe("speed 90 %");
  expect(summaryInWords({ ...WORKER, speed_percent: 0, concurrency: 0 })).toBe("plays 2");
});

test("a rate has decimals only if it is small", () => {
  expect([0, 0.25, 9.876, 12.3, 1_234.5].map(rateInWords)).toEqual(["0", "0.25", "9.88", "12", "1,235"]);
});

test("a match of many bots is shortened, and not for one more", () => {
  const match = (count: number) => ({ number: 1, group: null, names: [..."abcdefgh"].slice(0, count) });
  expect(namesShown(match(4))).toEqual({ names: ["a", "b", "c", "d"], more: 0 });
  expect(namesShown(match(5))).toEqual({ names: ["a", "b", "c"], more: 2 });
});

test("the list says if it is not of all workers", () => {
  expect(workersInWords(1, 1, 1)).toBe("1 of 1 worker online.");
  expect(workersInWords(5, 3, 5)).toBe("3 of 5 workers online.");
  expect(workersInWords(1_200, 3, 1_000)).toBe("3 of 1,200 workers online. The 1,000 that were seen last are listed.");
});
