// Pages of the prisoner's dilemma.

import { expect } from "@playwright/test";
import { openFirstMatch, showEnd, stepThrough, test } from "./page-test";
import { playOneGame } from "./sample-tournaments";
import { TestServer } from "./server";

const server = new TestServer();

test.beforeAll(async () => {
  const bots = ["prisoners-dilemma/greedy.py", "prisoners-dilemma/lazy.py", "prisoners-dilemma/titfortat.sh"];
  playOneGame(server, "past", "prisoners-dilemma", bots, "rounds_per_player = 4");
  await server.serve();
});

test.afterAll(() => server.close());

test("a match is stepped through", async ({ page }) => {
  await openFirstMatch(page, server, "past");
  await stepThrough(page, "round", "prisoners-dilemma");
});

test("the list of rounds shows the current one, and goes to others", async ({ page }) => {
  await openFirstMatch(page, server, "past");
  const slider = await showEnd(page, "round", 12);
  const list = page.getByRole("listbox", { name: "All rounds" });
  await expect(list.getByRole("option", { selected: true })).toContainText("round 12");
  await list.getByRole("option", { name: /^round 3 / }).click();
  await expect(slider).toHaveValue("3");
  await list.focus();
  await page.keyboard.press("ArrowDown");
  await expect(slider).toHaveValue("4");
  await page.keyboard.press("Home");
  await expect(list.getByRole("option", { selected: true })).toHaveText("beginning");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("previous and next event");
});
