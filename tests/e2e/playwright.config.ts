import { defineConfig } from "@playwright/test";
import { CHROMIUM } from "./chromium";

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../../.data/e2e",
  workers: 1,
  // Only what hangs runs into these: a busy machine is no failure.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  use: { launchOptions: CHROMIUM, locale: "en-GB", timezoneId: "Europe/Zurich" },
});
