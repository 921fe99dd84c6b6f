import { expect, test } from "vitest";
import { frameAfter, SPEEDS } from "./playback";

test("frames go by as fast as they should, and never past the last", () => {
  expect(frameAfter(5, 1000, 30, 100)).toBe(35);
  expect(frameAfter(5, 0, 30, 100)).toBe(5);
  expect(frameAfter(99, 1000, 30, 100)).toBe(100);
  expect(frameAfter(0, 10, 1, 0)).toBe(0);
});

test("parts of frames add up, however often a screen is drawn", () => {
  for (const speed of SPEEDS) {
    let frame = 0;
    for (let drawn = 0; drawn < 600; drawn++) frame = frameAfter(frame, 1000 / 60, speed, 1e9);
    expect(frame).toBeCloseTo(10 * speed, 6);
  }
});
