import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

const WHOLE = "/usr/bin/chromium";
/** The same engine without a window: it starts and paints faster. */
const SHELL = "/usr/bin/chromium-headless-shell";

/** The system's Chromium for the tests and the screenshots. */
export const CHROMIUM: LaunchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? (existsSync(SHELL) ? SHELL : WHOLE),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
  ],
};
