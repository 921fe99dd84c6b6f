import { expect, test } from "vitest";
import { around, clicked, dark, fromText, isSame, lightsOn, MAX_SIDE, clickedOddly, randomSolvable, toggled, toText, type Board } from "./board";
import { generator } from "./random";

function board(text: string): Board {
  const read = fromText(text);
  if ("wrong" in read) throw new Error(read.wrong);
  return read;
}

test("a click flips a light and its neighbours, as far as there are any", () => {
  expect(toText(clicked(dark(3, 3), [4]))).toBe("010\n111\n010");
  expect(toText(clicked(dark(3, 2), [0]))).toBe("110\n100");
  expect(toText(clicked(dark(1, 1), [0]))).toBe("1");
  expect(around(dark(4, 2), 7).sort()).toEqual([3, 6, 7]);
});

test("a second click undoes the first, and the order does not matter", () => {
  expect(lightsOn(clicked(dark(5, 4), [3, 7, 7, 3]))).toBe(0);
  expect(isSame(clicked(dark(5, 4), [3, 7, 8]), clicked(dark(5, 4), [8, 3, 7]))).toBe(true);
  expect([...clickedOddly([3, 7, 3, 3, 7])]).toEqual([3]);
});

test("a light is toggled without its neighbours, and boards are not changed", () => {
  const empty = dark(2, 2);
  expect(toText(toggled(empty, 1))).toBe("01\n00");
  expect(lightsOn(empty)).toBe(0);
});

test("boards go to text and back", () => {
  const random = generator(7);
  for (let columns = 1; columns <= MAX_SIDE; columns += 3) {
    for (let rows = 1; rows <= MAX_SIDE; rows += 4) {
      const one = randomSolvable(columns, rows, random);
      expect(isSame(board(toText(one)), one)).toBe(true);
    }
  }
  expect(toText(board("\n 0 1 \r\n10\n\n"))).toBe("01\n10");
});

test("boards of the same lights and other sides are not the same", () => {
  expect(isSame(dark(2, 3), dark(3, 2))).toBe(false);
});

test("the error of an invalid board says what is wrong", () => {
  const wrong = (text: string) => (fromText(text) as { wrong: string }).wrong;
  expect(wrong(" \n")).toBe("There is no row.");
  expect(wrong("01\n0x")).toBe("Row 2 has a character other than 0 and 1.");
  expect(wrong("01\n011")).toBe("Row 2 is not as long as the first one.");
  expect(wrong("0".repeat(21))).toBe("A side has at most 20 cells.");
  expect(wrong("0\n".repeat(21))).toBe("A side has at most 20 cells.");
});
