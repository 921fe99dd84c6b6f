import { expect, test } from "vitest";
import { boxOfDrawing } from "./drawing-box";

test("the box of a drawing comes from its root", () => {
  expect(boxOfDrawing(`<svg width="7" viewBox=' 0,-5 20 10 '><svg viewBox="1 1 1 1"/></svg>`)).toEqual({
    left: 0,
    top: -5,
    width: 20,
    height: 10,
    isStretched: false,
  });
  expect(boxOfDrawing(`<svg viewBox="0 0 2 1"\n preserveAspectRatio="none">`)?.isStretched).toBe(true);
  const prolog = `<?xml version="1.0"?>\n<!-- <svg width="1" height="1"> --><!DOCTYPE svg>\n`;
  expect(boxOfDrawing(`${prolog}<svg:svg width="90" height="30px"/>`)).toEqual({
    left: 0,
    top: 0,
    width: 90,
    height: 30,
    isStretched: true,
  });
});

test("a drawing without a size has no box", () => {
  const roots = ["", "<svg>", `<svg width="90">`, `<svg width="100%" height="50%">`, `<svg viewBox="0 0 0 0">`, `<svg viewBox="a b c d">`, `<p viewBox="0 0 1 1">`, "<!--"];
  expect(roots.map(boxOfDrawing)).toEqual(roots.map(() => null));
});

test("a hostile drawing costs no time", () => {
  const begin = performance.now();
  ["<!-- ", "<?", "<svg ", "<svg a=", `<svg a="`, "<svg a='b'"].forEach((part) => boxOfDrawing(part.repeat(40_000)));
  boxOfDrawing("<!---->".repeat(30_000));
  expect(performance.now() - begin).toBeLessThan(2_000);
});
