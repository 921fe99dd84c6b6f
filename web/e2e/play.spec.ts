// A person plays against bots on pages.

import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";
import { fileURLToPath } from "node:url";
import { HOSTILE_NAME } from "./sample-tournaments";
import { expectToFit, screenshot, test } from "./page-test";
import { TestServer } from "./server";

const server = new TestServer();
const game = (name: string) => fileURLToPath(new URL(`../../games/${name}`, import.meta.url));

/** Asks for a word twice, with hostile texts, and shows no picture. */
const WORDS = `
import json
start = json.loads(input())
print(json.dumps({"type": "ask", "asks": [{"seat": 0, "send": ["<img src=x onerror=\\"document.title='taken over'\\">", "two lines"], "lines": 2}]}), flush=True)
said = json.loads(input())["answers"][0]["lines"]
print(json.dumps({"type": "end", "scores": [len(said[0]), 0], "reason": "<b>you said</b> " + " ".join(said)}), flush=True)
`;

test.beforeAll(async () => {
  server.file("left.sh", "while read -r line; do echo 0; done\n");
  server.file("up.sh", "while read -r line; do echo up; done\n");
  server.file("hostile/bot.sh", "while read -r line; do echo 0; done\n");
  server.file("hostile/bot.toml", `name = ${JSON.stringify(HOSTILE_NAME)}\nsource = "bot.sh"\n`);
  server.file("words/game.toml", 'name = "words"\nsource = "game.py"\nseats = 2\n');
  server.file("words/game.py", WORDS);
  for (const [name, reply] of [["meek", "echo"], ["mean", "seq 1 2 | tr '\\n' ' '"]] as const) server.file(`bots/prisoners-dilemma/${name}.sh`, `${reply}\n`);
  await server.serve("--play", game("connect-four"), "left.sh", "hostile", "--play", game("light-cycles"), "up.sh", "--play", "words", "hostile", "--play", "prisoners-dilemma");
});

test.afterAll(() => server.close());

/** Begins a match with the form of its game. */
async function begin(page: Page, name: string, prepare: () => Promise<unknown> = async () => {}) {
  await page.goto(`${server.url}play/${name}`);
  await prepare();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expectTurn(page);
}

async function expectTurn(page: Page) {
  await expect(page.getByRole("heading", { name: "Your turn" })).toBeVisible();
}

async function expectWithin(page: Page, ...parts: Locator[]) {
  for (const part of parts) {
    const box = (await part.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(page.viewportSize()!.height);
  }
}

/** Clicks the middle of a column. */
async function clickColumn(page: Page, column: number) {
  const board = page.locator(".custom-board .layers");
  const box = (await board.boundingBox())!;
  await board.click({ position: { x: (box.width * (column + 0.5)) / 7, y: box.height / 2 } });
}

test("a game of connect four is won by clicks, and replayed", async ({ page }) => {
  await page.goto(server.url);
  await page.getByRole("link", { name: "connect-four" }).click();
  await page.getByText("Seed and parameters").click();
  await page.getByLabel("opening").fill("0");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const board = page.getByRole("img", { name: /^A board of 7 columns and 6 rows/ });
  for (let turn = 0; turn < 4; turn++) {
    await expectTurn(page);
    await expect(page.getByText("you", { exact: true })).toHaveCount(turn + 1);
    await expectWithin(page, board, page.getByRole("button", { name: "3", exact: true }));
    if (turn === 2) await screenshot(page, "play-connect-four");
    // A button does the same as a click.
    if (turn === 3) await page.getByRole("button", { name: "3", exact: true }).click();
    else await clickColumn(page, 3);
  }
  await expect(page.getByRole("heading", { name: "You won" })).toBeVisible();
  await expect(page.getByText("Ended: X has 4 in a line")).toBeVisible();
  await screenshot(page, "play-connect-four-won");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const file = await (await download).path();
  expect(server.run("replay", file, "--json")).toContain("X has 4 in a line");
  await page.getByRole("link", { name: "Watch the replay" }).click();
  await expect(page.getByRole("slider", { name: "turn" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /human 1 ✓ – 0 left/ })).toBeVisible();
});

test("a person drives with the arrow keys", async ({ page }) => {
  // With this seed, the other cycle, which always goes up, has a long way to go.
  await begin(page, "light-cycles", async () => {
    await page.getByText("Seed and parameters").click();
    await page.getByLabel("seed").fill("5");
  });
  const caption = page.locator(".caption");
  for (const [turn, key] of ["ArrowDown", "ArrowDown", "ArrowLeft"].entries()) {
    await expect(caption).toContainText(`turn ${turn},`);
    await expectTurn(page);
    await page.keyboard.press(key);
  }
  await expect(caption).toContainText("turn 3,");
  await page.getByRole("button", { name: "left", exact: true }).click();
  await expect(caption).toContainText("turn 4,");
  await expect(page.locator(".messages pre").nth(1)).toHaveText("left");
  // Keys do nothing while the person types.
  await page.getByText("Type a reply").click();
  await page.getByLabel("A line of your reply").press("ArrowUp");
  await page.getByLabel("A line of your reply").fill("down");
  await page.getByLabel("A line of your reply").press("Enter");
  await expect(caption).toContainText("turn 5,");
  await expect(page.locator(".messages pre").nth(1)).toHaveText("down");
  await screenshot(page, "play-light-cycles");
});

test("on a phone, board and controls are in the first window", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${server.url}play`);
  await expect(page.getByRole("link", { name: "Lights Out" })).toHaveCount(2);
  await expectToFit(page);
  await begin(page, "light-cycles");
  await expectToFit(page);
  await expectWithin(page, page.locator(".custom-board"), ...(await page.locator(".arrows button").all()));
  await screenshot(page, "play-light-cycles-phone-dark");
  await begin(page, "connect-four");
  await expectToFit(page);
  await expectWithin(page, page.locator(".custom-board"), ...(await page.locator(".choices button").all()));
  await begin(page, "prisoners-dilemma");
  await expectToFit(page);
  await expectWithin(page, page.getByRole("button", { name: "Take from nobody" }), page.locator(".dilemma-play table"));
  await screenshot(page, "play-dilemma-phone-dark");
});

test("the dilemma is played against the field", async ({ page }) => {
  await begin(page, "prisoners-dilemma");
  for (let round = 1; round <= 3; round++) {
    await expect(page.getByText(`Round ${round} of 3: from whom do you take?`)).toBeVisible();
    await expectTurn(page);
    if (round === 1) await page.getByRole("checkbox", { name: "take from meek" }).check();
    await page.getByRole("button", { name: "Take from 1 player" }).click();
  }
  await expect(page.getByText("all rounds were played", { exact: true })).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "meek" });
  await expect(row.first()).toContainText("−");
  await screenshot(page, "play-dilemma-end");
});

test("texts of games and bots are shown as text, and a reply can have several lines", async ({ page }) => {
  await begin(page, "words");
  await expect(page.getByText("The game shows no picture.")).toBeVisible();
  await expect(page.locator(".messages pre")).toContainText("<img src=x onerror=");
  const line = page.getByLabel("A line of your reply");
  await line.fill("hello");
  await line.press("Enter");
  await expect(page.getByText("The reply goes on after: hello")).toBeVisible();
  await expectTurn(page);
  await line.fill("<i>world</i>");
  await line.press("Enter");
  await expect(page.getByText("<b>you said</b> hello <i>world</i>")).toBeVisible();
  expect(await page.title()).not.toBe("taken over");
});

test("who comes back goes on, and who gives up has no result", async ({ page }) => {
  await begin(page, "connect-four");
  await clickColumn(page, 2);
  await expect(page.locator(".messages li")).toHaveCount(3);
  await page.goto(`${server.url}play`);
  await page.getByRole("link", { name: "Go on with it" }).click();
  await expectTurn(page);
  await expect(page.locator(".messages li")).toHaveCount(3);
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Give up" }).click();
  await expect(page.getByText("The match has no result: the person gave up.")).toBeVisible();
  await page.goto(`${server.url}play`);
  await expect(page.getByRole("link", { name: "connect-four" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Go on with it" })).toHaveCount(0);
});

test("a match that is gone says so, and a mistake in the form too", async ({ page, errors }) => {
  await page.goto(`${server.url}play/connect-four/${"0".repeat(32)}`);
  await expect(page.getByRole("alert")).toContainText("This match is gone");
  await page.goto(`${server.url}play/connect-four`);
  await page.getByText("Seed and parameters").click();
  await page.getByRole("textbox", { name: "seed" }).fill("many");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("a seed goes from");
  await page.getByLabel("Seat 1").selectOption("you");
  await expect(page.getByLabel("Seat 0")).toHaveValue("0");
  // The browser reports the two failed requests.
  expect(errors.splice(0).every((error) => error.includes("Failed to load resource"))).toBe(true);
});

test("pages of persons can be used by everybody", async ({ page }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const name of ["light-cycles", "prisoners-dilemma"]) {
      await page.goto(`${server.url}play/${name}`);
      await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await expectTurn(page);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    }
  }
});
