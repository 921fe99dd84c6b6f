// `npm run shots`: a picture of each page, in both schemes, on a wide window and on a phone.

import { test } from "@playwright/test";
import { PAGES, serveAllPages } from "./all-pages";
import type { TestServer } from "./server";

const FOLDER = process.env.SHOTS ?? "shots";
const WIDTHS = [1280, 390];

let server: TestServer;
test.beforeAll(async () => {
  server = await serveAllPages();
});
test.afterAll(() => server.close());

for (const { name, path, content } of PAGES) {
  test(name, async ({ page }) => {
    const url = server.url + (await path(server, page));
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of WIDTHS) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: width > 600 ? 900 : 844 });
        await page.goto("about:blank");
        await page.goto(url);
        await page.locator(content).first().waitFor();
        // Small pictures are loaded when they come into view.
        for (const picture of await page.locator(".thumb").all()) await picture.scrollIntoViewIfNeeded();
        const isDrawn = () => [...document.querySelectorAll(".thumb")].every((picture) => picture.firstChild);
        await page.waitForFunction(isDrawn, null, { timeout: 5_000 });
        await page.evaluate(() => scrollTo(0, 0));
        // Charts take a moment to follow the size of the window.
        await page.waitForTimeout(300);
        await page.screenshot({ path: `${FOLDER}/${name}-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
  });
}
