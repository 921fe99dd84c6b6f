// What the tests of pages share.

import { expect, test as base, type Locator, type Page } from "@playwright/test";
import type { TestServer } from "./server";

/** A test that fails if its page reports errors. A test removes those that it expects. */
export const test = base.extend<{ errors: string[] }>({
  errors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/** The page is not wider than the window. */
export async function expectToFit(page: Page) {
  // Charts take a moment to follow the size of the window.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

export async function screenshot(page: Page, name: string) {
  await page.screenshot({ path: `test-results/${name}.png`, fullPage: true });
}

export async function useDarkPhone(page: Page) {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 375, height: 700 });
}

/** Opens the first match of a tournament, or the first of one bot, and returns its key. */
export async function openFirstMatch(page: Page, server: TestServer, tournament: string, bot?: string): Promise<string> {
  const entrant = bot === undefined ? "" : `&entrant=${encodeURIComponent(bot)}`;
  const listed = await page.request.get(`${server.url}api/tournaments/${tournament}/matches?count=1${entrant}`);
  const { matches } = await listed.json();
  await page.goto(`${server.url}tournaments/${tournament}/matches/${matches[0].key}`);
  return matches[0].key;
}

/** Waits until a match has loaded to this last turn, and goes there. It opens playing. */
export async function showEnd(page: Page, noun: string, last: number): Promise<Locator> {
  const slider = page.getByRole("slider", { name: noun });
  await expect(slider).toHaveAttribute("max", `${last}`);
  await page.getByRole("button", { name: `Last ${noun}` }).click();
  await expect(slider).toHaveValue(`${last}`);
  return slider;
}

/** Steps through an open match. `noun` is what its slider counts. */
export async function stepThrough(page: Page, noun: string, name: string) {
  const slider = page.getByRole("slider", { name: noun });
  await expect(slider).toBeVisible();
  await page.waitForLoadState("networkidle");
  await slider.fill("0");
  await page.locator("body").click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveValue("1");
  await expectToFit(page);
  await screenshot(page, name);
  await useDarkPhone(page);
  await expectToFit(page);
  await screenshot(page, `${name}-phone-dark`);
}
