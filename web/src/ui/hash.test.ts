import { expect, test } from "vitest";
import { valueIn, withChanges, without } from "./hash";

test("a change keeps the other values", () => {
  expect(withChanges("#tab=pairs&turn=5", { turn: 7 })).toBe("#tab=pairs&turn=7");
  expect(withChanges("", { turn: 0 })).toBe("#turn=0");
  expect(withChanges("#turn=5", { turn: null })).toBe("");
  expect(withChanges("#a=1", { name: "x & y" })).toBe("#a=1&name=x+%26+y");
});

test("a value is read after the ? as well, where the # does not have it", () => {
  expect(valueIn({ hash: "", search: "?turn=500" }, "turn")).toBe("500");
  expect(valueIn({ hash: "#turn=7&round=2", search: "?turn=500" }, "turn")).toBe("7");
  expect(valueIn({ hash: "#turn=", search: "?turn=500" }, "turn")).toBe("");
  expect(valueIn({ hash: "#round=2", search: "?tab=pairs" }, "turn")).toBeNull();
});

test("what is written after the # leaves the ?", () => {
  expect(without("?turn=5", ["turn"])).toBe("");
  expect(without("?a=1&turn=5", ["turn", "round"])).toBe("?a=1");
});
