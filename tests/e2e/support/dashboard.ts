import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test as base } from "@playwright/test";
import type { SampleTrees } from "./sample-campaigns";

/** The start of a server with its samples takes minutes on a busy machine. */
export const START_TIMEOUT_MS = 300_000;

type SampleDashboard = { url: string; trees: SampleTrees };

/** Tests that share one dashboard per worker; they never change the samples. */
export const test = base.extend<object, { dashboard: SampleDashboard }>({
  dashboard: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures used from this pattern.
    async ({}, use) => {
      const { report, close } = await spawnDashboard<SampleDashboard>();
      await use(report);
      await close();
    },
    { scope: "worker", timeout: START_TIMEOUT_MS },
  ],
});

export { expect } from "@playwright/test";

/** The time limit for ending a dashboard, which lets requests finish for ten seconds. */
const END_TIMEOUT_MS = 60_000;

/** Starts a dashboard in a separate process; returns that process's report, and a function to end it. */
export async function spawnDashboard<Report>(
  ...args: string[]
): Promise<{ report: Report; close(): Promise<void> }> {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/e2e/support/serve.ts", ...args], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production", TSX_TSCONFIG_PATH: "server/tsconfig.json" },
  });
  const ended = once(child, "exit").then(([code, signal]) => `${code ?? signal}`);
  const message = new Promise<Report>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      if (line.startsWith("{")) resolve(JSON.parse(line));
    });
  });
  const report = await Promise.race([
    message,
    ended.then((how) => Promise.reject(new Error(`The dashboard did not start: it ended with ${how}.`))),
  ]);
  return {
    report,
    close: async () => {
      child.stdin.end();
      const hanging = setTimeout(() => child.kill("SIGKILL"), END_TIMEOUT_MS);
      const how = await ended;
      clearTimeout(hanging);
      if (how !== "0") throw new Error(`The dashboard ended with ${how}.`);
    },
  };
}
