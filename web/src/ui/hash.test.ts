import { expect, test } from "vitest";
import { withChanges } from "./hash";

test("a change keeps the other values", () => {
  expect(withChanges("#tab=pairs&turn=5", { turn: 7 })).toBe("#tab=pairs&turn=7");
  expect(withChanges("", { turn: 0 })).toBe("#turn=0");
  expect(withChanges("#turn=5", { turn: null })).toBe("");
  expect(withChanges("#a=1", { name: "x & y" })).toBe("#a=1&name=x+%26+y");
});
