// `npm run doc-shots`: the pictures in docs/, of tournaments of the bots and games of this repository.

import { test } from "@playwright/test";
import { join } from "node:path";
import { bot, repository, TestServer } from "./server";

const server = new TestServer();
const KEEP = '[records]\nkeep = "all"\n';

test.beforeAll(async () => {
  const races = ["color-score-cpp", "blind-faith", "look-ahead"].map((name) => bot(`rat-race/${name}`));
  server.play("races", `name = "Spring races"\ngame = "rat-race"\nseed = 7\nboards = 3\nentrants = ${JSON.stringify(races)}\n[parameters]\nturns = 2000\n${KEEP}`);
  const dilemma = ["titfortat.sh", "greedy.py", "envious.py"].map((name) => bot(`prisoners-dilemma/${name}`));
  server.play("dilemma", `name = "Dilemma"\ngame = "prisoners-dilemma"\nseed = 3\ngames = 6\nentrants = ${JSON.stringify(dilemma)}\n[parameters]\nrounds_per_player = 8\n`);
  const game = join(repository, "games/connect-four");
  const players = ["blocker.py", "looks-ahead.mjs", "playouts.cpp"].map((name) => join(game, "bots", name));
  server.play("four", `name = "Four in a row"\ngame = ${JSON.stringify(game)}\nseed = 5\ngames = 2\nentrants = ${JSON.stringify(players)}\n${KEEP}`);
  await server.serve();
});
test.afterAll(() => server.close());

test("the start page", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(server.url);
  await page.locator(".results .thumb").first().waitFor();
  for (const picture of await page.locator(".thumb").all()) await picture.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => [...document.querySelectorAll(".thumb")].every((picture) => picture.firstChild));
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(repository, "docs/pages-home.png") });
});

test("a match on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 860 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const listed = await page.request.get(`${server.url}api/tournaments/four/matches?count=1`);
  const { matches } = await listed.json();
  await page.goto(`${server.url}tournaments/four/matches/${matches[0].key}`);
  await page.locator(".dialogue, .moves").first().waitFor();
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(repository, "docs/pages-match-phone.png") });
});
