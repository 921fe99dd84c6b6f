import { expect, test } from "vitest";
import type { Annotation, TurnNotes } from "../types";
import { drawingSeats, notesOf, numberCharts } from "./notes";

function notes(turn: number, seat: number, ...annotations: Annotation[]): TurnNotes {
  return { question: turn, turn, seat, stderr: "", annotations };
}

const number = (name: string, value: number): Annotation => ({ number: { name, value } });

test("notes belong to the frame before the next one", () => {
  const all = [1, 2, 3, 5, 9].map((turn) => notes(turn, 0));
  const of = (frame: number) => notesOf(all, [1, 3, 5], frame).map(({ turn }) => turn);
  expect([of(0), of(1), of(2)]).toEqual([[1, 2], [3], [5, 9]]);
});

test("seats that only report numbers do not draw", () => {
  const all = [notes(1, 2, { circle: [0, 0, 1] }), notes(1, 0, number("n", 1)), notes(2, 2, { line: [0, 0, 1, 1] })];
  expect(drawingSeats(all)).toEqual([2]);
});

test("a number has a chart with a line for each bot that reports it", () => {
  const all = [
    notes(1, 1, number("score", 1), number("score", 2)),
    notes(2, 0, number("score", 5), number("depth", 3)),
    notes(4, 1, number("score", -1)),
  ];
  expect(numberCharts(all)).toEqual([
    {
      name: "score",
      turns: [1, 2, 4],
      lines: [
        { seat: 0, values: [null, 5, 5] },
        { seat: 1, values: [2, 2, -1] },
      ],
    },
    { name: "depth", turns: [2], lines: [{ seat: 0, values: [3] }] },
  ]);
});

test("only the first numbers of a bot have charts", () => {
  const all = ["a", "b", "c", "d", "e", "__proto__"].map((name, turn) => notes(turn, 0, number(name, 1)));
  expect(numberCharts(all).map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
  expect(numberCharts([notes(0, 0, number("__proto__", 1))]).map(({ name }) => name)).toEqual(["__proto__"]);
});
