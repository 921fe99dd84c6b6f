import { defineConfig } from "@playwright/test";

// Real pages with real results in a real browser: the one that Debian has.
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // Machines that test are busy and slow at times.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  workers: 1,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      // As root, as in CI, Chromium has no sandbox of its own; the pages are our own.
      args: ["--no-sandbox"],
    },
    viewport: { width: 1280, height: 900 },
  },
});
