// Pages of tournaments and bots.

import { expect } from "@playwright/test";
import { once } from "node:events";
import { expectToFit, screenshot, test, useDarkPhone } from "./page-test";
import { HOSTILE_NAME, painterTournament, playPastRaces, sampleWorker, walker, writePainter } from "./sample-tournaments";
import { TestServer } from "./server";

const server = new TestServer();

test.beforeAll(async () => {
  playPastRaces(server);
  writePainter(server);
  server.play("cup", `${painterTournament("knock-out")}[records]\nkeep = "none"\n`);
  server.play("league", painterTournament("swiss"));
  server.play("adaptive", painterTournament("adaptive"));
  server.file("slow.py", "import time\n\n" + walker("time.sleep(0.001)"));
  server.file("live.toml", `name = "Live"\ngame = "rat-race"\nseed = 1\nboards = 10\nentrants = ["slow.py"]\n[parameters]\nturns = 60\n`);
  server.file("quick.py", walker("pass"));
  server.play(
    "grouped",
    `game = "rat-race"\nseed = 2\nboards = 4\nentrants = ["quick.py", "slow.py"]\n[parameters]\nturns = 60\n[[group]]\nname = "usual"\n[[group]]\nname = "<b>narrow</b>"\nparameters = { width = 30, goal_x = 26 }\n[versions]\nwalker = ["slow", "quick"]\n`,
  );
  // No result is stored yet, so the folder alone would not show it.
  await server.serve("live.toml");
});

test.afterAll(() => server.close());

test("the start page lists all tournaments", async ({ page }) => {
  await page.goto(server.url);
  await expect(page.getByRole("heading", { name: "Past <i>races</i>" })).toBeVisible();
  await expect(page.getByText("12 of 12 matches")).toBeVisible();
  await expect(page.getByText("nothing has been played yet")).toBeVisible();
  await expectToFit(page);
  await screenshot(page, "home");
});

test("standings show ranks, intervals and charts, and names are shown as text", async ({ page }) => {
  await page.goto(`${server.url}tournaments/past`);
  await expect(page.getByRole("link", { name: HOSTILE_NAME })).toBeVisible();
  await expect(page.getByRole("row")).not.toHaveCount(0);
  await page.getByRole("tab", { name: "Charts" }).click();
  for (const chart of await page.getByRole("img").all()) {
    await expect.poll(() => chart.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  expect(await page.title()).toContain("Past <i>races</i>");
  await expectToFit(page);
  await screenshot(page, "standings");
  await useDarkPhone(page);
  await expectToFit(page);
  await screenshot(page, "standings-phone-dark");
});

test("groups of boards have values and comparisons of their own", async ({ page }) => {
  await page.goto(`${server.url}tournaments/grouped`);
  const groups = page.getByRole("region", { name: "By group of boards" });
  await expect(groups.getByRole("columnheader", { name: "<b>narrow</b>" })).toBeVisible();
  await expect(groups.getByText(/goal_x = 26, width = 30; 4 of 4 matches played/)).toBeVisible();
  await expectToFit(page);
  await screenshot(page, "groups");
  await page.getByRole("tab", { name: "Matches" }).click();
  await expect(page.getByText("8 matches", { exact: true })).toBeVisible();
  await page.getByRole("combobox", { name: "group" }).selectOption("<b>narrow</b>");
  await expect(page.getByText("4 matches", { exact: true })).toBeVisible();
  await page.getByRole("tab", { name: "Head to head" }).click();
  await page.getByRole("combobox", { name: "group" }).selectOption("usual");
  await expect(page.getByRole("cell", { name: /^\d+ %$/ })).toHaveCount(2);
  await page.getByRole("tab", { name: "Charts" }).click();
  await expect(page.getByRole("img", { name: "Versions of bots" })).toBeVisible();
  await useDarkPhone(page);
  await page.goto(`${server.url}tournaments/grouped`);
  await expect(groups).toBeVisible();
  await expectToFit(page);
  await screenshot(page, "groups-phone-dark");
});

test("an adaptive tournament says what it has decided", async ({ page }) => {
  await page.goto(`${server.url}tournaments/adaptive`);
  await expect(page.getByRole("columnheader", { name: "own rounds" })).toBeVisible();
  await expect(page.getByText(/^the winner is .*decided after \d+ round/)).toBeVisible();
});

test("standings of Swiss tournaments and knock-outs say what each bot has reached", async ({ page }) => {
  await page.goto(`${server.url}tournaments/cup`);
  await expect(page.getByRole("columnheader", { name: "reached" })).toBeVisible();
  await expect(page.getByRole("row", { name: /red won/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /nobody final/ })).toBeVisible();
  await expectToFit(page);
  await screenshot(page, "knock-out");
  await page.goto(`${server.url}tournaments/league`);
  await expect(page.getByRole("columnheader", { name: "points" })).toBeVisible();
  await expect(page.getByRole("row", { name: /red 1 \(opponents 0\)/ })).toBeVisible();
});

test("workers have a tab once there are any, and are updated while it is open", async ({ page }) => {
  await page.goto(`${server.url}tournaments/league`);
  await expect(page.getByRole("tab", { name: "Matches" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Workers" })).toHaveCount(0);
  server.putWorkers("league", [sampleWorker(HOSTILE_NAME, { accepted: 12, refuted: 1 })]);
  await page.getByRole("tab", { name: "Workers" }).click();
  const hostile = page.getByRole("row").filter({ hasText: HOSTILE_NAME });
  await expect(hostile).toContainText("online");
  await expect(hostile.getByRole("cell", { name: "1 refuted" })).toBeVisible();
  server.putWorkers("league", [sampleWorker("ann", { quarantine: "the organiser said so" })]);
  await expect(page.getByText("2 of 2 workers online.")).toBeVisible();
  await expect(page.getByRole("row", { name: /^ann / })).toContainText("quarantined the organiser said so");
  expect(await page.title()).not.toBe("taken over");
});

test("a bot has a page with its matches", async ({ page }) => {
  await page.goto(`${server.url}tournaments/past`);
  await page.getByRole("link", { name: HOSTILE_NAME }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(HOSTILE_NAME);
  await expect(page.getByText("4 matches", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "1", exact: true }).click();
  await expect(page.getByRole("slider", { name: "turn" })).toBeVisible();
  await expectToFit(page);
});

test("pictures of the end are small, and loaded a few at a time when they come into view", async ({ page }) => {
  let [now, most, all, bytes] = [0, 0, 0, 0];
  await page.route("**/picture", async (route) => {
    [now, all] = [now + 1, all + 1];
    most = Math.max(most, now);
    const response = await route.fetch();
    bytes = Math.max(bytes, (await response.body()).length);
    now--;
    // The page may have given it up meanwhile.
    await route.fulfill({ response }).catch(() => {});
  });
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(`${server.url}tournaments/past#tab=matches`);
  const heights = () => page.locator(".matches tbody tr").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  await expect(page.locator(".matches tbody tr")).toHaveCount(12);
  const before = await heights();
  await expect(page.locator(".matches canvas").first()).toBeVisible();
  await expect.poll(() => now).toBe(0);
  expect(all).toBeLessThan(12);
  expect([most <= 2, bytes < 4000]).toEqual([true, true]);
  expect(await heights()).toEqual(before);
  await page.locator(".matches tbody tr").last().scrollIntoViewIfNeeded();
  await expect(page.locator(".matches tbody tr").last().locator("canvas")).toBeVisible();
  // The tournament keeps no recordings.
  await page.goto(`${server.url}tournaments/cup#tab=matches`);
  await expect(page.locator(".matches tbody tr")).toHaveCount(1);
  await expect(page.locator(".matches .thumb")).toHaveCount(0);
});

test("a match with a fault shows the evidence as text", async ({ page }) => {
  await page.goto(`${server.url}tournaments/past`);
  await page.getByRole("tab", { name: "Matches" }).click();
  await page.getByLabel("only with faults").check();
  await expect(page.getByText("4 matches", { exact: true })).toBeVisible();
  await page.locator("section.matches a").first().click();
  await page.locator("section.faults summary").first().click();
  await expect(page.locator("section.faults")).toContainText("</script><b>bold</b>");
  await expect(page.locator("section.faults b")).toHaveCount(0);
  await expect(page.locator("section.dialogue summary").first()).toBeVisible();
  await expectToFit(page);
  await screenshot(page, "fault");
});

test("standings are updated while a tournament is played", async ({ page, errors }) => {
  await page.goto(`${server.url}tournaments/live`);
  await expect(page.getByText("no match yet")).toBeVisible();
  const running = server.start("tournament", "run", "live.toml", "--quiet");
  const ended = once(running, "exit");
  await expect(page.getByText("being played", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/[1-9] of 10 matches/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("link", { name: "slow" })).toBeVisible();
  await screenshot(page, "live");
  await ended;
  await expect(page.getByText("10 of 10 matches")).toBeVisible();
  await expect(page.getByText("being played", { exact: true })).toBeHidden();
  // Before the first match the server answers 404, which the browser reports as an error.
  errors.splice(0, errors.length, ...errors.filter((error) => !error.includes("404")));
  await expectToFit(page);
});
