import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

const WHOLE = "/usr/bin/chromium";
/** The same engine without what a window needs: it starts and paints in less time. */
const SHELL = "/usr/bin/chromium-headless-shell";

/** The system's Chromium, as the tests and the pictures use it. */
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
