import { expect, test } from "vitest";
import { intervalInWords, scaleOf } from "./interval";

test("an interval that is not known is said to be so", () => {
  expect(intervalInWords({ value: 2, low: 1, high: 1234.5 })).toBe("1 to 1,235");
  expect(intervalInWords({ value: 2, low: null, high: null })).toBe("too few to tell");
});

test("a scale covers the values without an interval", () => {
  const estimates = [
    { value: 2, low: 1, high: 3 },
    { value: 9, low: null, high: null },
  ];
  expect(scaleOf(estimates, false)).toEqual({ low: 1, high: 9, logarithmic: false });
});
