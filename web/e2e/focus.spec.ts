// Pages by keyboard: Tab visits all controls in their visual order, and shows where it is.

import { expect, type Page } from "@playwright/test";
import { PAGES, serveAllPages } from "./all-pages";
import { test } from "./page-test";
import type { TestServer } from "./server";

const WIDTHS = [1280, 390];

let server: TestServer;
test.beforeAll(async () => {
  server = await serveAllPages();
});
test.afterAll(() => server.close());

/** A stop of the Tab key. */
interface Stop {
  /** Its index among the controls; null for a place that only scrolls. */
  control: number | null;
  words: string;
  isOutlined: boolean;
  /** Where it is, and where the stop before it is at the same time: focus may scroll what is around them. */
  box: Box;
  before: Box | null;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Marks all controls that Tab has to visit, in the order of the document. Returns what they are. */
function markControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const candidates = document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [tabindex]");
    const isReachable = (element: HTMLElement) =>
      element.tabIndex >= 0 && !(element as HTMLButtonElement).disabled && element.checkVisibility({ visibilityProperty: true });
    const found = Array.from(candidates).filter(isReachable);
    found.forEach((element, index) => element.setAttribute("data-control", `${index}`));
    return found.map((element) => element.outerHTML.slice(0, 100));
  });
}

function focusedStop(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (!element || element === document.body) return null;
    const boxOf = (of: Element) => {
      const { left, top, right, bottom } = of.getBoundingClientRect();
      return { left, top, right, bottom };
    };
    const before = document.querySelector("[data-before]");
    before?.removeAttribute("data-before");
    element.setAttribute("data-before", "");
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return {
      control: element.dataset.control === undefined ? null : Number(element.dataset.control),
      words: element.outerHTML.slice(0, 100),
      isOutlined: outlineStyle !== "none" && parseFloat(outlineWidth) > 0,
      box: boxOf(element),
      before: before && boxOf(before),
    };
  });
}

/** Presses Tab until it leaves the page. */
async function tabThrough(page: Page, most: number): Promise<Stop[]> {
  const stops: Stop[] = [];
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let count = 0; count <= most; count++) {
    await page.keyboard.press("Tab");
    const stop = await focusedStop(page);
    if (!stop) break;
    stops.push(stop);
  }
  return stops;
}

/** Whether a reader finds `next` where a stop after `box` is expected: not above it or left of it. */
function isInOrder(box: Box, next: Box): boolean {
  const isAbove = next.bottom <= box.top;
  const isLeft = next.right <= box.left;
  const isInSameRow = next.top < box.bottom && next.bottom > box.top;
  // The next column begins at its top.
  if (isAbove) return next.left >= box.right;
  // In the row of a tall element, others follow below its top.
  return !(isLeft && isInSameRow && next.top <= box.top);
}

for (const { name, path, content } of PAGES) {
  test(`${name} can be used with the Tab key`, async ({ page, errors }) => {
    // Matches that play change while they are visited.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const url = server.url + (await path(server, page));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("about:blank");
      await page.goto(url);
      await expect(page.locator(content).first()).toBeVisible();
      await page.waitForTimeout(300);
      const controls = await markControls(page);
      expect(controls.length).toBeGreaterThan(2);
      const stops = await tabThrough(page, 2 * controls.length + 20);
      const visited = stops.flatMap(({ control }) => (control === null ? [] : [control]));
      expect(visited, `${width} px`).toEqual(controls.map((_, index) => index));
      expect(stops.filter(({ isOutlined }) => !isOutlined).map(({ words }) => words), `${width} px, invisible`).toEqual([]);
      const jumps = stops.filter(({ before, box }) => before && !isInOrder(before, box)).map(({ words }) => words);
      expect(jumps, `${width} px, out of order`).toEqual([]);
      const bare = page.locator("table:not(:has(> caption:not(:empty)))");
      expect(await bare.evaluateAll((tables) => tables.map((table) => table.outerHTML.slice(0, 200)))).toEqual([]);
    }
    // Before the first match the server answers 404, which the browser reports as an error.
    errors.splice(0, errors.length, ...errors.filter((error) => !error.includes("404")));
  });
}
