import { expect, test } from "vitest";
import { intervalInWords, scaleOf } from "./interval";

test("an interval that is not known is said to be so", () => {
  expect(intervalInWords({ value: 2, low: 1, high: 1234.5 })).toBe("1 to 1,235");
  expect(intervalInWords({ value: 0.5, low: -0.0254, high: 1.1 }, { least: 0, most: 1 })).toBe("0 to 1");
  expect(intervalInWords({ value: 2, low: null, high: null })).toBe("too few to tell");
});

test("a scale covers the values without an interval", () => {
  const estimates = [
    { value: 2, low: 1, high: 3 },
    { value: 9, low: null, high: null },
  ];
  expect(scaleOf(estimates, false)).toEqual({ low: 1, high: 9, logarithmic: false });
});

test("a scale ends at round numbers, and where values cannot go further", () => {
  const wide = [{ value: 0.5, low: -0.0254, high: 0.969 }];
  expect(scaleOf(wide, false)).toEqual({ low: -0.2, high: 1, logarithmic: false });
  expect(scaleOf(wide, false, { least: 0, most: 1 })).toEqual({ low: 0, high: 1, logarithmic: false });
  expect(scaleOf([{ value: -20, low: -47.1, high: -3 }], false)).toMatchObject({ low: -50, high: 0 });
  expect(scaleOf([{ value: 30, low: 3.2, high: 7100 }], true)).toEqual({ low: 2, high: 10000, logarithmic: true });
  expect(scaleOf([{ value: 3, low: 3, high: 3 }], true)).toMatchObject({ low: 3, high: 3 });
});
