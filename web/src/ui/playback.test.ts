import { expect, test } from "vitest";
import { FIT_SECONDS, frameAfter, frameRate, nextSpeed, SPEEDS } from "./playback";

const upTo = (last: number, every = 1) => Array.from({ length: last / every + 1 }, (_, frame) => frame * every);

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

test("a speed counts turns, also where there is a frame every few turns", () => {
  expect(frameRate(100, upTo(1000))).toBe(100);
  expect(frameRate(100, upTo(1000, 5))).toBe(20);
  expect(frameRate("fit", upTo(1000, 5)) * FIT_SECONDS).toBeCloseTo(200);
  expect(frameRate(10, [0])).toBe(1);
});

test("keys change to the next speed, also from one that fits", () => {
  expect([nextSpeed(30, 1, []), nextSpeed(30, -1, []), nextSpeed(1000, 1, []), nextSpeed(1, -1, [])]).toEqual([100, 10, 1000, 1]);
  expect([nextSpeed("fit", 1, upTo(600)), nextSpeed("fit", -1, upTo(600))]).toEqual([30, 10]);
});
