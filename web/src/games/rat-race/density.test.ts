import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { count, isExact, unpack } from "./density";

test("levels are exact up to eight specimens", () => {
  expect([0, 1, 2, 7, 8].map(count)).toEqual([0, 1, 2, 7, 8]);
  expect([8, 9].map(isExact)).toEqual([true, false]);
});

test("above, four levels double the number", () => {
  expect([12, 16, 20, 48].map(count)).toEqual([16, 32, 64, 8192]);
  const levels = Array.from({ length: 60 }, (_, level) => count(level));
  levels.slice(1).forEach((number, index) => expect(number).toBeGreaterThan(levels[index]!));
  // Neighbouring levels differ by less than a quarter, so a rounded number is right to about a
  // tenth.
  levels.slice(10).forEach((number, index) => expect(number / levels[index + 9]!).toBeLessThan(1.25));
});

test("frames are unpacked from the differences between them", async () => {
  const packed = deflateSync(Uint8Array.from([0, 1, 2, 5, 255, 0])).toString("base64");
  expect(Array.from(await unpack(packed, 3))).toEqual([0, 1, 2, 5, 0, 2]);
});
