import { defineConfig } from "@playwright/test";

// Tests the pages of a real server in Debian's Chromium.
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // The machines that run these tests are sometimes slow.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  workers: 1,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      // Chromium's sandbox does not work as root, as in CI. The pages are trusted.
      args: ["--no-sandbox"],
    },
    viewport: { width: 1280, height: 900 },
  },
});
