import { expect, test } from "vitest";
import { rowsInView } from "./moves";

test("the rows in view are in the page, and a few more", () => {
  expect(rowsInView(0, 320, 32, 10_000)).toEqual([0, 14]);
  expect(rowsInView(3200, 320, 32, 10_000)).toEqual([96, 114]);
  expect(rowsInView(319_680, 320, 32, 10_000)).toEqual([9986, 10_000]);
  expect(rowsInView(0, 320, 32, 3)).toEqual([0, 3]);
});
