import { expect, test } from "vitest";
import { dayAndTime, exact, rankInWords, rounded, seconds } from "./numbers";

test("numbers have three significant digits, whole ones all of theirs", () => {
  const shown = [0, 28383, 1234.5, 123.45, 12.345, 1.2345, 0.0012345, -1.999].map(rounded);
  expect(shown).toEqual(["0", "28,383", "1,235", "123", "12.3", "1.23", "0.00123", "−2"]);
});

test("numbers have at most twelve digits", () => {
  const numbers = [123_456_789_012, 9_007_199_254_740_992, 123_456_789_012_345_678, 1e300, -1e300, 1e-300, 0.1 + 0.2];
  const shown = ["123,456,789,012", "9.0072e15", "1.2346e17", "1e300", "−1e300", "1e-300".replace("-", "−"), "0.3"];
  expect(numbers.map(exact)).toEqual(shown);
  expect(numbers.map(rounded)).toEqual(shown);
});

test("times have a unit", () => {
  expect([0.0000123, 0.0123, 1.234, 90].map(seconds)).toEqual(["12.3 µs", "12.3 ms", "1.23 s", "90 s"]);
});

test("a rank may be a range", () => {
  expect([{ best: 1, worst: 1 }, { best: 2, worst: 4 }, null].map(rankInWords)).toEqual(["1", "2–4", "–"]);
});

test("times are in UTC", () => {
  expect(dayAndTime("2026-11-06T04:20:59.123456Z")).toBe("6 Nov 2026, 04:20 UTC");
});
