// Pages of the grid-routing battle.

import { expect } from "@playwright/test";
import { openFirstMatch, stepThrough, test } from "./page-test";
import { playOneGame } from "./sample-tournaments";
import { TestServer } from "./server";

const server = new TestServer();

test.beforeAll(async () => {
  const bots = ["grid-routing/random-builder.py", "grid-routing/explorer.py", "grid-routing/annoyance.sh"];
  playOneGame(server, "past", "grid-routing", bots, "rounds = 2");
  await server.serve();
});

test.afterAll(() => server.close());

test("a match is stepped through", async ({ page }) => {
  await openFirstMatch(page, server, "past");
  await stepThrough(page, "phase", "grid-routing");
});

test("rounds play one after the other, from the first", async ({ page }) => {
  await openFirstMatch(page, server, "past");
  const round = page.locator(".rounds select");
  await expect(round).toHaveValue("0");
  await page.getByLabel("speed").selectOption("1000");
  await expect(round).toHaveValue("1");
  await expect(page.getByLabel("speed")).toHaveValue("1000");
  const slider = page.getByRole("slider", { name: "phase" });
  await expect(slider).toHaveValue((await slider.getAttribute("max"))!);
  // At the end of the last round nothing goes on.
  await page.waitForTimeout(3000);
  await expect(round).toHaveValue("1");
  // A reader who chooses a phase stays there.
  await page.getByRole("button", { name: "Previous round" }).click();
  await slider.fill("2");
  await page.waitForTimeout(3000);
  await expect(slider).toHaveValue("2");
  await expect(round).toHaveValue("0");
});
