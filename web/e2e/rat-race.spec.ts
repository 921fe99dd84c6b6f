// Pages of the rat race.

import { expect, type Page } from "@playwright/test";
import { expectToFit, openFirstMatch, screenshot, showEnd, test, useDarkPhone } from "./page-test";
import { DRAWING_WALKER, HOSTILE_NAME, playPastRaces } from "./sample-tournaments";
import { bot, TestServer } from "./server";

const server = new TestServer();

test.beforeAll(async () => {
  playPastRaces(server);
  server.file("drawer.py", DRAWING_WALKER);
  const drawn = 'game = "rat-race"\nseed = 7\nboards = 2\nentrants = ["drawer.py"]\n';
  server.play("drawn", `${drawn}[parameters]\nturns = 60\n[records]\nkeep = "all"\n`);
  await server.serve("--bot", bot("rat-race/hard-believers"));
});

test.afterAll(() => server.close());

/** Opens a match on the first board, and returns its key. */
async function openRace(page: Page): Promise<string> {
  const key = await openFirstMatch(page, server, "past", HOSTILE_NAME);
  // The first turns come before all of them.
  await showEnd(page, "turn", 1500);
  return key;
}

/** The pixels of a layer of the track. */
function pixels(page: Page, layer: "specimens" | "overlays"): Promise<string> {
  return page.locator(`canvas[data-layer=${layer}]`).evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
}

/** Waits until a layer looks different from how it looked `before`, and returns how it looks then. */
async function redrawn(page: Page, layer: "specimens" | "overlays", before: string): Promise<string> {
  // A layer is drawn again in a frame after the one that shows the change of the control.
  await expect.poll(() => pixels(page, layer)).not.toBe(before);
  return pixels(page, layer);
}

test("a race is played, paused and stepped through, by hand and by keys", async ({ page }) => {
  await openRace(page);
  const slider = page.getByRole("slider", { name: "turn" });
  const turn = () => slider.inputValue().then(Number);
  await expect.poll(turn).toBe(1500);
  await slider.fill("300");
  await expect(page.locator("output")).toHaveText("turn 300 of 1,500");
  const before = await pixels(page, "specimens");
  await page.locator("body").click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("ArrowRight");
  expect(await turn()).toBe(301);
  await page.keyboard.press("Shift+ArrowLeft");
  expect(await turn()).toBe(201);
  await redrawn(page, "specimens", before);
  await page.keyboard.press("Home");
  expect(await turn()).toBe(0);
  await page.getByLabel("speed").selectOption("1000");
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(turn).toBeGreaterThan(100);
  await expect.poll(turn).toBe(1500);
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  await expectToFit(page);
  await screenshot(page, "race");
});

test("cells say what they are, and charts and genomes lead to their turns", async ({ page }) => {
  await openRace(page);
  const track = (await page.locator(".layers").boundingBox())!;
  await page.mouse.move(track.x + track.width - 5, track.y + track.height / 2);
  await expect(page.locator(".stage > .cell")).toContainText("(52, 7)");
  await expect(page.locator(".stage > .cell")).toContainText("goal");
  await page.locator(".leaders tbody tr").last().getByRole("button").first().click();
  await expect(page.getByRole("slider", { name: "turn" })).not.toHaveValue("1500");
  const chart = page.locator(".u-over").first();
  const box = (await chart.boundingBox())!;
  await chart.click({ position: { x: box.width / 2, y: box.height / 2 } });
  const turn = () => page.getByRole("slider", { name: "turn" }).inputValue();
  await expect.poll(async () => Math.abs(Number(await turn()) - 750)).toBeLessThan(30);
  await page.mouse.move(0, 0);
  const bare = await pixels(page, "overlays");
  await page.getByLabel("Teleporter arrows").check();
  const links = await redrawn(page, "overlays", bare);
  await page.getByLabel("Trap arrows").check();
  await redrawn(page, "overlays", links);
  await useDarkPhone(page);
  await expectToFit(page);
  await screenshot(page, "race-phone-dark");
});

test("each specimen can be found, and its bot says where its genome leads and what it means", async ({ page }) => {
  const key = await openRace(page);
  const match = `${server.url}api/tournaments/past/matches/${key}`;
  await page.getByRole("slider", { name: "turn" }).fill("0");
  await expect(page.getByRole("heading", { name: "Where this genome leads" })).toBeVisible();
  // All specimens begin in the first column.
  const { race } = await (await page.request.get(`${match}/film`)).json();
  let start = -1;
  for (const cell of race.track.starts as number[]) {
    const { all } = await (await page.request.get(`${match}/specimens?turn=0&cell=${cell}`)).json();
    if (all > 0) start = cell;
  }
  const track = (await page.locator(".layers").boundingBox())!;
  const side = track.width / race.track.width;
  await page.mouse.click(track.x + side / 2, track.y + (start + 0.5) * side);
  const found = page.locator(".specimens table");
  await expect(found).toContainText(`(0, ${start}) in turn 0`);
  const genome = await found.locator("code").first().innerText();
  await found.getByRole("button", { name: "show" }).first().click();
  await expect(page.getByText(`This is the genome of a specimen at (0, ${start}) in turn 0`)).toContainText(genome);
  const beliefs = page.locator(".beliefs tbody tr");
  await expect(beliefs).toHaveCount(16);
  await expect(page.locator(".walks")).toContainText(`Of ${race.track.starts.length} admissible starts`);
  await page.mouse.move(0, 0);
  const bare = await pixels(page, "overlays");
  await page.getByLabel("Walks of the genome").check();
  const walks = await redrawn(page, "overlays", bare);
  await page.getByLabel("Beliefs of the genome").check();
  await redrawn(page, "overlays", walks);
  await page.locator(".layers").hover();
  await expect(page.locator(".stage > .cell")).toContainText("its colour is taken for");
  await expectToFit(page);
  await screenshot(page, "beliefs");
  // Without a pointer: the cell by its numbers.
  await page.getByLabel("x", { exact: true }).fill("52");
  await page.getByRole("button", { name: /Look at them in turn/ }).press("Enter");
  await expect(page.getByText("There are no specimens at (52")).toBeVisible();
  await useDarkPhone(page);
  await expectToFit(page);
  await screenshot(page, "beliefs-phone-dark");
});

test("a race opens at its start, playing, and shows its result at once", async ({ page }) => {
  await openFirstMatch(page, server, "past", HOSTILE_NAME);
  const slider = page.getByRole("slider", { name: "turn" });
  await expect(page.locator(".outcome")).toContainText("Score");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  const turn = () => slider.inputValue().then(Number);
  const first = await turn();
  await expect.poll(turn).toBeGreaterThan(first);
  // 1,500 turns in 30 s.
  await expect(page.getByLabel("speed")).toHaveValue("fit");
  await page.getByRole("button", { name: "Pause" }).click();
  const paused = await turn();
  expect(paused).toBeLessThan(1500);
  await expect.poll(() => new URL(page.url()).hash).toBe(`#turn=${paused}`);
  // A reload keeps what was seen, and who wants no motion sees the end.
  await page.reload();
  await expect(slider).toHaveValue(`${paused}`);
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(page.url().replace(/#.*/, ""));
  await page.reload();
  await expect(slider).toHaveValue("1500");
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  expect(new URL(page.url()).hash).toBe("");
});

test("the URL names the turn, and a link to it opens it", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openRace(page);
  const slider = page.getByRole("slider", { name: "turn" });
  await slider.fill("300");
  // The link has the turn at once, though the URL in the browser follows a moment later.
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/#turn=300$/);
  await slider.fill("400");
  await expect.poll(() => new URL(page.url()).hash).toBe("#turn=400");
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await expect(slider).toHaveValue("400");
  await page.evaluate(() => (location.hash = "#turn=1200"));
  await expect(slider).toHaveValue("1200");
  // After the `?` as well. What the reader then does replaces it.
  await page.goto(link.replace("#", "?"));
  await expect(slider).toHaveValue("400");
  await slider.fill("500");
  await expect.poll(() => page.url()).toBe(link.replace("turn=400", "turn=500"));
});

test("a key opens the list of keys, which then takes the keys", async ({ page }) => {
  await openRace(page);
  const slider = page.getByRole("slider", { name: "turn" });
  await page.locator("body").click({ position: { x: 5, y: 300 } });
  await page.keyboard.press("?");
  const list = page.getByRole("dialog");
  await expect(list).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(slider).toHaveValue("1500");
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await page.keyboard.press("ArrowLeft");
  await expect(slider).toHaveValue("1499");
});

test("on a phone, the enlarged track pans in its place", async ({ page }) => {
  await openRace(page);
  await useDarkPhone(page);
  await page.getByRole("button", { name: "Zoom" }).click();
  const pane = page.getByRole("region", { name: "Track, enlarged" });
  await pane.evaluate((element) => element.scrollTo({ left: 400 }));
  expect(await pane.evaluate((element) => element.scrollLeft)).toBe(400);
  await expectToFit(page);
  await screenshot(page, "race-zoomed");
});

test("a page that is a file needs no server", async ({ page }) => {
  const key = await openRace(page);
  server.run("tournament", "replay", key, "--file", "past.toml", "--html", "race.html");
  // The served page asks its server as long as it is open.
  await page.goto("about:blank");
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto(`file://${server.folder}/race.html`);
  await showEnd(page, "turn", 1500);
  expect(requested.filter((url) => !url.startsWith("file:") && !url.startsWith("data:") && !url.startsWith("blob:"))).toEqual([]);
  await page.getByRole("slider", { name: "turn" }).fill("300");
  await expect.poll(() => new URL(page.url()).hash).toBe("#turn=300");
  await page.goto(`file://${server.folder}/race.html?turn=500`);
  await expect(page.getByRole("slider", { name: "turn" })).toHaveValue("500");
  await page.getByRole("slider", { name: "turn" }).fill("700");
  await expect.poll(() => new URL(page.url()).hash).toBe("#turn=700");
  await page.reload();
  await expect(page.getByRole("slider", { name: "turn" })).toHaveValue("700");
  await expectToFit(page);
});

test("what a bot draws in a turn is shown above the track", async ({ page }) => {
  await openFirstMatch(page, server, "drawn");
  const slider = await showEnd(page, "turn", 60);
  const box = page.getByRole("group", { name: "Overlays" }).getByRole("checkbox", { name: "Drawings of drawer" });
  await expect(box).not.toBeChecked();
  await box.check();
  const circle = page.getByRole("img", { name: "Drawings of drawer" }).locator("circle").first();
  // At the end nobody is asked any more.
  await expect(circle).toHaveCount(0);
  await slider.fill("0");
  const [drawn, track] = [(await circle.boundingBox())!, (await page.locator("canvas[data-layer=ground]").boundingBox())!];
  // The middle of the cell (26, 7) is that of the track.
  expect(Math.abs(drawn.x + drawn.width / 2 - track.x - track.width / 2)).toBeLessThan(4);
  expect(Math.abs(drawn.y + drawn.height / 2 - track.y - track.height / 2)).toBeLessThan(4);
  expect(Math.abs(drawn.width - (6 * track.width) / 53)).toBeLessThan(8);
  await expect(page.locator(".stderr pre")).toContainText("walking");
  await expect(page.getByText("bits, as bots report it", { exact: true })).toBeVisible();
  await expectToFit(page);
  await screenshot(page, "race-drawn");
});
