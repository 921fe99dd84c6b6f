// Pages of custom games.

import { expect } from "@playwright/test";
import { expectToFit, openFirstMatch, screenshot, test, useDarkPhone } from "./page-test";
import { painterTournament, writePainter } from "./sample-tournaments";
import { TestServer } from "./server";

const server = new TestServer();

test.beforeAll(async () => {
  writePainter(server);
  server.play("past", `${painterTournament("round-robin")}[records]\nkeep = "all"\n`);
  await server.serve();
});

test.afterAll(() => server.close());

test("a match is shown by what its game draws, with the dialogue and the faults", async ({ page }) => {
  await openFirstMatch(page, server, "past");
  const slider = page.getByRole("slider", { name: "picture" });
  await expect(slider).toHaveValue("3");
  const drawing = page.getByRole("img", { name: "A drawing. painted 3" });
  await expect.poll(() => drawing.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(90);
  await screenshot(page, "custom-drawing");
  await slider.fill("0");
  await expect(page.getByRole("img", { name: "A board of 2 columns and 2 rows. first" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Question 1", exact: true })).toBeVisible();
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
