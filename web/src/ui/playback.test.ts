import { expect, test } from "vitest";
import { FIT_SECONDS, frameAfter, frameRate, nextSpeed, openingSpeed, openingState, SPEEDS } from "./playback";

const upTo = (last: number, every = 1) => Array.from({ length: last / every + 1 }, (_, frame) => frame * every);

test("frames go by as fast as they should, and never past the last", () => {
  expect(frameAfter(5, 200, 30, 100)).toBe(11);
  // Nothing was drawn for an hour, while the page was hidden.
  expect(frameAfter(5, 3_600_000, 40, 100)).toBe(15);
  expect(frameAfter(5, 0, 30, 100)).toBe(5);
  expect(frameAfter(99, 200, 30, 100)).toBe(100);
  expect(frameAfter(0, 10, 1, 0)).toBe(0);
  expect(frameAfter(0, -10, 1, 5)).toBe(0);
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

test("a speed fits the whole match, also while only its first turns have loaded", () => {
  expect(frameRate("fit", upTo(500), 9000)).toBe(300);
  expect(frameRate(10, upTo(500), 9000)).toBe(10);
});

test("keys change to the next speed, also from one that fits", () => {
  expect([nextSpeed(30, 1, 0), nextSpeed(30, -1, 0), nextSpeed(1000, 1, 0), nextSpeed(1, -1, 0)]).toEqual([100, 10, 1000, 1]);
  expect([nextSpeed("fit", 1, 600), nextSpeed("fit", -1, 600)]).toEqual([30, 10]);
});

test("short matches play slowly, and long ones in a fixed time", () => {
  const speeds = [0, 3, 12, 60, 900, 901, 1e6].map((length) => openingSpeed(30, length));
  expect(speeds).toEqual([1, 1, 3, 10, 30, "fit", "fit"]);
  expect(openingSpeed(3, 1000)).toBe("fit");
  expect(openingSpeed(3, 90)).toBe(3);
});

test("a match opens at its start, playing, unless the URL names a turn or the reader wants no motion", () => {
  const turns = upTo(100, 5);
  expect(openingState(turns, null, true)).toEqual({ frame: 0, playing: true });
  expect(openingState(turns, null, false)).toEqual({ frame: 20, playing: false });
  for (const wantsMotion of [true, false]) expect(openingState(turns, 52, wantsMotion)).toEqual({ frame: 10, playing: false });
  expect(openingState([], null, false)).toEqual({ frame: 0, playing: false });
});
