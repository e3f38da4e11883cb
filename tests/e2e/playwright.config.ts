import { defineConfig } from "@playwright/test";
import { CHROMIUM } from "./support/chromium";

export default defineConfig({
  outputDir: "../../.data/e2e",
  // A scenario mostly waits: a third worker uses the rest of two cores.
  workers: 3,
  // Each worker has a separate dashboard; starting one with the samples takes longest, so the pages share
  // one.
  projects: [
    { name: "pages", testDir: "pages", workers: 1 },
    { name: "scenarios", testDir: "scenarios" },
  ],
  // Only hanging tests reach these timeouts, also on a busy machine: each step has a minute, and a scenario has
  // many steps.
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
