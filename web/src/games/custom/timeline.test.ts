import { expect, test } from "vitest";
import type { Fault, DialogueEntry } from "../../types";
import { columns, levelOf, seatOf } from "../../ui/tiles";
import { changeInWords, faultsIn, frameOf, inWords, dialogueOf, labelsOf, shortReply, tiles, type Frame } from "./timeline";

const legend = [
  { letter: "x", tone: "seat 0", means: "the first" },
  { letter: "🐈", tone: "goal" },
];

test("letters have the tones of the legend, and are whole characters", () => {
  const board = tiles({ turn: 1, rows: ["x🐈.", "x"], legend });
  expect(board).toEqual([
    [
      { letter: "x", tone: "seat 0" },
      { letter: "🐈", tone: "goal" },
      { letter: ".", tone: "plain" },
    ],
    [{ letter: "x", tone: "seat 0" }],
  ]);
  expect(columns(board)).toBe(3);
  expect(tiles({ turn: 1 })).toEqual([]);
});

test("tones of seats and levels say which", () => {
  expect([seatOf("seat 12"), seatOf("seat"), seatOf("wall")]).toEqual([12, null, null]);
  expect([levelOf("level 0"), levelOf("level 8"), levelOf("level 9"), levelOf("on")]).toEqual([0, 8, null, null]);
});

const frames: Frame[] = [{ turn: 1 }, { turn: 2 }, { turn: 5 }, { turn: 8 }];

test("a seat has the letter that the game has for it", () => {
  expect(labelsOf([{ turn: 1 }, { turn: 2, legend }], 2)).toEqual([
    { colour: 0, sign: "x" },
    { colour: 1, sign: "B" },
  ]);
});

test("a question is shown by the last picture before it", () => {
  expect([1, 2, 4, 5, 7, 8, 9].map((question) => frameOf(frames, question))).toEqual([0, 1, 1, 2, 2, 3, 3]);
  expect(frameOf([{ turn: 3 }], 1)).toBe(0);
});

test("faults belong to the picture before their question, and dialogue to its question", () => {
  const faults = [1, 4, 4, 9].map((turn) => ({ turn, seat: 0 }) as Fault);
  expect([0, 1, 2, 3].map((frame) => faultsIn(faults, frames, frame).length)).toEqual([1, 2, 0, 1]);
  const dialogue = [1, 2, 2].map((question) => ({ question, seat: 0 }) as DialogueEntry);
  expect([1, 2, 3].map((question) => dialogueOf(dialogue, question).length)).toEqual([1, 2, 0]);
});

test("a picture has a text alternative", () => {
  expect(inWords({ turn: 1, rows: ["ab", "c"], caption: ["x is next"] })).toBe("A board of 2 columns and 2 rows. x is next");
  expect(inWords({ turn: 1, svg: "<svg/>" })).toBe("A drawing");
});

test("a move is the last line of a reply, and the only place that is new", () => {
  expect(["3", "info depth 1\nbestmove e2e4\n", "info\\nbestmove d7d5\\n", ""].map(shortReply)).toEqual(["3", "bestmove e2e4", "bestmove d7d5", ""]);
  const before = { turn: 1, rows: ["..", "X."] };
  expect(changeInWords(before, { turn: 2, rows: ["Ⓧ.", "Ⓧ."] })).toBe("column 0, row 0");
  expect(changeInWords(before, { turn: 2, rows: ["XX", "X."] })).toBe("");
  expect(changeInWords(undefined, before)).toBe("");
});
