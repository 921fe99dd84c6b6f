import { expect, test } from "vitest";
import { boxOfAttributes } from "./drawing-box";

function box(attributes: Record<string, string>) {
  return boxOfAttributes((name) => attributes[name] ?? null);
}

test("the box of a drawing comes from its root", () => {
  expect(box({ viewBox: " 0,-5 20 10 ", width: "7" })).toEqual({ left: 0, top: -5, width: 20, height: 10, isStretched: false });
  expect(box({ viewBox: "0 0 2 1", preserveAspectRatio: "none" })?.isStretched).toBe(true);
  expect(box({ width: "90", height: "30px" })).toEqual({ left: 0, top: 0, width: 90, height: 30, isStretched: true });
});

test("a drawing without a size has no box", () => {
  const none = [{}, { width: "90" }, { width: "100%", height: "50%" }, { viewBox: "0 0 0 0" }, { viewBox: "a b c d" }, { width: "", height: "" }];
  expect(none.map((attributes) => box(attributes as Record<string, string>))).toEqual(none.map(() => null));
});
