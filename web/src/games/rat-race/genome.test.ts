import { expect, test } from "vitest";
import type { Individual } from "./types";
import { bits, line, origins } from "./genome";

test("bits come from hexadecimal digits, bit 0 first", () => {
  expect(bits("5", 4)).toEqual([true, false, true, false]);
  expect(bits("80000000000000000000000001", 104).flatMap((bit, index) => (bit ? [index] : []))).toEqual([0, 103]);
});

test("what is as in the nearer parent is from it, whatever the other has", () => {
  const [child, parent, other] = ["0011", "0101", "0110"].map((text) => [...text].map((digit) => digit === "1"));
  expect(origins(child!, parent!, other!)).toEqual(["parent", "mutation", "other", "parent"]);
  expect(origins(parent!, parent!, parent!)).toEqual(Array(4).fill("parent"));
});

test("a line goes back to the beginning, or as far as is known", () => {
  const one = (parent: number | null): Individual => ({ born: 0, genome: "0", parent, other: null });
  const individuals = { 1: one(null), 4: one(1), 9: one(4), 12: one(11) };
  expect(line(individuals, 9).map(({ id }) => id)).toEqual([1, 4, 9]);
  expect(line(individuals, 12).map(({ id }) => id)).toEqual([12]);
  expect(line(individuals, 5)).toEqual([]);
});
