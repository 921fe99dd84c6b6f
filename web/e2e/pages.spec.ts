// All pages: accessible, no wider than the window, and each with its title.

import AxeBuilder from "@axe-core/playwright";
import { expect } from "@playwright/test";
import { PAGES, serveAllPages } from "./all-pages";
import { expectToFit, test } from "./page-test";
import { TestServer } from "./server";

const WIDTHS = [1280, 390];

let server: TestServer;

test.beforeAll(async () => {
  server = await serveAllPages();
});

test.afterAll(() => server.close());

for (const { name, path, content } of PAGES) {
  test(`${name} is accessible, and fits wide windows and phones`, async ({ page, errors }) => {
    const url = server.url + (await path(server, page));
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto("about:blank");
        await page.goto(url);
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
        await expect(page.locator(content).first()).toBeVisible();
        await expectToFit(page);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)}`));
        expect(found, `${colorScheme}, ${width} px`).toEqual([]);
      }
    }
    // Before the first match the server answers 404, which the browser reports as an error.
    errors.splice(0, errors.length, ...errors.filter((error) => !error.includes("404")));
  });
}

test("each page has a title of its own", async ({ page, errors }) => {
  const titles: string[] = [];
  for (const { path, content } of PAGES.filter(({ name }) => !name.startsWith("tournament-"))) {
    await page.goto(server.url + (await path(server, page)));
    // Some titles have the name of what is loaded first.
    await expect(page.locator(content).first()).toBeVisible();
    await expect(page).toHaveTitle(/ · Rathaus$/);
    titles.push(await page.title());
  }
  expect(new Set(titles).size).toBe(titles.length);
  errors.splice(0, errors.length, ...errors.filter((error) => !error.includes("404")));
});

test("a match without a recording shows its result, and a command that records it", async ({ page }) => {
  const { path } = PAGES.find(({ name }) => name === "no-recording")!;
  await page.goto(server.url + (await path(server, page)));
  const row = page.getByRole("row", { name: /red/ });
  await expect(row.getByRole("cell").first()).toHaveText("3");
  const command = (await page.locator(".empty .command code").first().innerText()).split(" ");
  expect(command.slice(0, 3)).toEqual(["rathaus", "tournament", "rerun"]);
  server.run(...command.slice(1));
  const replay = command.at(-1)!;
  server.run("replay", replay, "--html", "again.html");
  await page.goto(`file://${server.folder}/again.html`);
  // A short match plays in some seconds, to its end.
  const slider = page.getByRole("slider", { name: "turn" });
  await expect(slider).toHaveValue("0");
  await expect(page.getByLabel("speed")).toHaveValue("1");
  await expect(slider).toHaveValue("3");
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
});

test("a folder without anything says what was looked for", async ({ page }) => {
  const empty = new TestServer();
  try {
    await empty.serve();
    await page.goto(empty.url);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator(".command code")).toHaveText(["rathaus tournament init", "rathaus tournament run", "rathaus serve"]);
    await expectToFit(page);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  } finally {
    empty.close();
  }
});

test("the tab and the round are in the URL", async ({ page }) => {
  await page.goto(`${server.url}tournaments/dilemma#tab=pairs`);
  await expect(page.getByRole("tab", { selected: true })).toHaveAttribute("id", "tab-pairs");
  await page.keyboard.press("Tab");
  await page.getByRole("tab", { selected: true }).press("ArrowRight");
  await expect.poll(() => new URL(page.url()).hash).toBe("#tab=charts");
  const { path } = PAGES.find(({ name }) => name === "match-grid")!;
  await page.goto(`${server.url}${await path(server, page)}#round=1&turn=4`);
  await expect(page.getByRole("slider", { name: "phase" })).toHaveValue("4");
  await expect(page.locator(".rounds select")).toHaveValue("0");
});

test("matches have links to those before and after", async ({ page }) => {
  const { path } = PAGES.find(({ name }) => name === "match-dilemma")!;
  await page.goto(server.url + (await path(server, page)));
  const first = page.url();
  await page.getByRole("link", { name: /Next match/ }).click();
  await expect(page).not.toHaveURL(first);
  await page.getByRole("link", { name: /Previous match/ }).click();
  await expect(page).toHaveURL(first);
  await expect(page.getByRole("link", { name: /Previous match/ })).toHaveCount(0);
});

test("the reader's choice of a theme is kept", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(server.url);
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.getByRole("button", { name: /light and dark/ }).click();
  const dark = await ground();
  expect(dark).not.toBe(light);
  await page.reload();
  expect(await ground()).toBe(dark);
});
