// Pages of Lights Out.

import { expect } from "@playwright/test";
import { expectToFit, openFirstMatch, screenshot, stepThrough, test } from "./page-test";
import { bot, TestServer } from "./server";

const server = new TestServer();

test.beforeAll(async () => {
  server.play("past", `game = "lights-out"\nseed = 3\nboards = 3\nentrants = [${JSON.stringify(bot("lights-out/chase.rb"))}]\n`);
  await server.serve();
});

test.afterAll(() => server.close());

test("a match is stepped through", async ({ page }) => {
  await openFirstMatch(page, server, "past");
  await stepThrough(page, "click", "lights-out");
});

test("Lights Out is played by hand, and solved by the searches in a worker", async ({ page }) => {
  await page.goto(`${server.url}lights-out`);
  await page.getByLabel(/Rows of 0 and 1/).fill("010\n111\n010");
  await page.getByRole("button", { name: "Take this board" }).click();
  await page.getByLabel("mark the fewest clicks").check();
  for (const method of ["Fewest clicks", "The article’s method", "A genetic algorithm"]) {
    await page.getByRole("button", { name: new RegExp(`^Solve.*: ${method}`) }).click();
  }
  await expect
    .poll(() => page.getByRole("button", { name: /^Step through: /, disabled: false }).count(), { timeout: 60_000 })
    .toBe(3);
  await expectToFit(page);
  await screenshot(page, "lights-out-play");
  await expect(page.locator(".playable .on")).toHaveCount(5);
  // The middle alone turns this board off; it is clicked by keys.
  await page.getByRole("gridcell").first().focus();
  for (const key of ["ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await expect(page.locator(".playable .on")).toHaveCount(0);
  await expectToFit(page);
});
