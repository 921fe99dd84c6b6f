import { expect, test } from "vitest";
import type { PlayQuestion } from "./play-state";
import { arrowButtons, inShort, otherChoices, replyToClick } from "./replies";

const ARROWS = { ArrowUp: ["up"], ArrowDown: ["down"], ArrowLeft: ["left"], ArrowRight: ["right"] };

function question(choices: string[][], keys: Record<string, string[]>): PlayQuestion {
  return { number: 1, text: "", replied: [], choices, click: null, keys };
}

test("a click names its cell, in each line", () => {
  expect(replyToClick(["{column} {row}", "{row}{row}", ""], { x: 3, y: 12 })).toEqual(["3 12", "1212", ""]);
});

test("a reply of several lines fits on a button", () => {
  expect(inShort(["= D4", ""])).toBe("= D4");
  expect(inShort(["id name mine", "uciok"])).toBe("id name mine ⏎ uciok");
  expect(inShort([""])).toBe("(empty line)");
});

test("arrows are buttons only if all of them reply", () => {
  expect(arrowButtons(question([], { ArrowUp: ["up"] }))).toBeNull();
  expect(arrowButtons(question([], ARROWS))!.map(({ sign }) => sign)).toEqual(["↑", "←", "↓", "→"]);
});

test("each other reply is offered once, with its key", () => {
  const choices = [["up"], ["stay"], ["pass", ""]];
  expect(otherChoices(question(choices, { ...ARROWS, s: ["stay"], q: ["resign"] }))).toEqual([
    { lines: ["stay"], key: "s" },
    { lines: ["pass", ""], key: null },
    { lines: ["resign"], key: "q" },
  ]);
});
