import { defineConfig } from "@playwright/test";
import { CHROMIUM } from "./support/chromium";

export default defineConfig({
  outputDir: "../../.data/e2e",
  // A story waits more than it works: a third one uses what two leave of two cores.
  workers: 3,
  // A worker has a dashboard of its own; to start one with the samples takes longest, so the pages share theirs.
  projects: [
    { name: "pages", testDir: "pages", workers: 1 },
    { name: "stories", testDir: "stories" },
  ],
  // Only what hangs runs into these, also on a busy machine: each step has a minute, a story has many steps.
  timeout: 360_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: CHROMIUM,
    locale: "en-GB",
    timezoneId: "Europe/Zurich",
  },
});
