// Pages of custom games.

import { expect, type Locator } from "@playwright/test";
import { expectToFit, openFirstMatch, screenshot, showEnd, test, useDarkPhone } from "./page-test";
import { ARTIST, painterTournament, writePainter } from "./sample-tournaments";
import { TestServer } from "./server";

const server = new TestServer();

test.beforeAll(async () => {
  writePainter(server);
  server.play("past", `${painterTournament("round-robin")}[records]\nkeep = "all"\n`);
  server.file("artist.py", ARTIST);
  const artists = painterTournament("round-robin").replace("red.sh", "artist.py");
  server.play("drawn", `${artists}[records]\nkeep = "all"\n`);
  await server.serve();
});

test.afterAll(() => server.close());

test("a match is shown by what its game draws, with the dialogue and the faults", async ({ page }) => {
  await openFirstMatch(page, server, "past");
  const slider = await showEnd(page, "turn", 3);
  const drawing = page.getByRole("img", { name: "A drawing. painted 3" });
  await expect.poll(() => drawing.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(90);
  await screenshot(page, "custom-drawing");
  await slider.fill("0");
  await expect(page.getByRole("img", { name: "A board of 2 columns and 2 rows. first" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Next: turn 1", exact: true })).toBeVisible();
  await expect(page.getByText("turn 0\\n").first()).toBeVisible();
  await expect(page.getByText("red: <b>paint</b>").or(page.getByText("nobody: <b>paint</b>"))).toBeVisible();
  await expect(page.locator("p.warning")).toHaveText(["nobody: illegal: no colour"]);
  await page.getByRole("button", { name: "2 nobody illegal" }).click();
  await expect(slider).toHaveValue("1");
  // Each fault, the change of the lead and the end are events.
  await slider.fill("0");
  await page.locator("body").click({ position: { x: 5, y: 5 } });
  const visited: string[] = [];
  for (let events = 0; events < 3; events++) {
    await page.keyboard.press(".");
    visited.push(await slider.inputValue());
  }
  expect(visited).toEqual(["1", "2", "3"]);
  await expect(page.locator(".events-now")).toContainText("all is painted");
  await page.keyboard.press(",");
  await expect(slider).toHaveValue("2");
  await page.getByRole("button", { name: "Previous event" }).click();
  await expect(slider).toHaveValue("1");
  await expect(page.locator(".events-now")).toContainText("red takes the lead");
  expect(await page.title()).not.toBe("taken over");
  await expectToFit(page);
  await useDarkPhone(page);
  await slider.fill("0");
  await expectToFit(page);
  await screenshot(page, "custom-phone-dark");
});

test("what bots draw is shown on request, as text and not as HTML", async ({ page }) => {
  await openFirstMatch(page, server, "drawn");
  const slider = page.getByRole("slider", { name: "turn" });
  await slider.fill("0");
  const box = page.getByRole("checkbox", { name: "Drawings of artist" });
  await expect(box).not.toBeChecked();
  await expect(page.getByRole("checkbox")).toHaveCount(1);
  const drawings = page.getByRole("img", { name: "Drawings of artist" });
  await expect(drawings).toHaveCount(0);
  await box.check();
  await expect(drawings.locator("circle, line, text")).toHaveCount(3);
  await expect(drawings.locator("text")).toHaveText("<b>here</b>");
  await expectOver(drawings.locator("circle"), page.locator(".custom-board canvas"), { x: 0.75, y: 0.25 });
  await expect(page.locator(".stderr pre")).toHaveText('@rathaus {"circle": [1, 0, NaN]}\n<i>thinking</i>\n');
  await expect(page.getByText("<b>depth</b>, as bots report it", { exact: true })).toBeVisible();
  await expectToFit(page);
  await screenshot(page, "custom-drawn");
  // The next pictures are 90 by 30 units of SVG.
  await slider.fill("1");
  const picture = page.getByRole("img", { name: "A drawing. painted 1" });
  await expectOver(drawings.locator("line"), picture, { x: 0.5 / 90, y: 0.5 / 30 });
  await screenshot(page, "custom-drawn-svg");
  await box.uncheck();
  await expect(drawings).toHaveCount(0);
  await useDarkPhone(page);
  await box.check();
  await expectToFit(page);
});

test("a page in a file shows the same drawings", async ({ page }) => {
  const key = await openFirstMatch(page, server, "drawn");
  server.run("tournament", "replay", key, "--file", "drawn.toml", "--html", "drawn.html");
  await page.goto(`file://${server.folder}/drawn.html#turn=0`);
  await page.getByRole("checkbox", { name: "Drawings of artist" }).check();
  await expect(page.getByRole("img", { name: "Drawings of artist" }).locator("circle, line, text")).toHaveCount(3);
  await expect(page.locator(".stderr pre")).toContainText("<i>thinking</i>");
});

/** The middle of a drawing is at this share of the width and height of a board. */
async function expectOver(drawing: Locator, board: Locator, at: { x: number; y: number }) {
  const [inner, outer] = [(await drawing.boundingBox())!, (await board.boundingBox())!];
  const middle = { x: inner.x + inner.width / 2 - outer.x, y: inner.y + inner.height / 2 - outer.y };
  expect(Math.abs(middle.x - at.x * outer.width)).toBeLessThan(4);
  expect(Math.abs(middle.y - at.y * outer.height)).toBeLessThan(4);
}
