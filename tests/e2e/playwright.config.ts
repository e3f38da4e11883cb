import { defineConfig } from "@playwright/test";
import { CHROMIUM } from "./chromium";

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../../.data/e2e",
  workers: 1,
  timeout: 60_000,
  reporter: "list",
  use: { launchOptions: CHROMIUM, locale: "en-GB", timezoneId: "Europe/Zurich" },
});
