import { expect, test } from "vitest";
import { rankInWords, rounded, seconds } from "./numbers";

test("numbers have three significant digits, whole ones all of theirs", () => {
  const shown = [0, 28383, 1234.5, 123.45, 12.345, 1.2345, 0.0012345, -1.999].map(rounded);
  expect(shown).toEqual(["0", "28,383", "1,235", "123", "12.3", "1.23", "0.00123", "−2"]);
});

test("times have a unit", () => {
  expect([0.0000123, 0.0123, 1.234, 90].map(seconds)).toEqual(["12.3 µs", "12.3 ms", "1.23 s", "90 s"]);
});

test("a rank may be a range", () => {
  expect([{ best: 1, worst: 1 }, { best: 2, worst: 4 }, null].map(rankInWords)).toEqual(["1", "2–4", "–"]);
});
