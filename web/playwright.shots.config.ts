import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

export default defineConfig({ ...tests, testMatch: ["shots.ts", "doc-shots.ts"] });
