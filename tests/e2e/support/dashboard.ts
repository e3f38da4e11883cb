import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test as base } from "@playwright/test";
import type { SampleTrees } from "./sample-campaigns";

/** Of a server with its samples: long work, on a busy machine for minutes. */
export const START_TIMEOUT_MS = 300_000;

type SampleDashboard = { url: string; trees: SampleTrees };

/** Tests against one dashboard a worker; nothing in them changes the samples. */
export const test = base.extend<object, { dashboard: SampleDashboard }>({
  dashboard: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures used from this pattern.
    async ({}, use) => {
      const { said, close } = await spawnDashboard<SampleDashboard>();
      await use(said);
      await close();
    },
    { scope: "worker", timeout: START_TIMEOUT_MS },
  ],
});

export { expect } from "@playwright/test";

const SERVE = ["tsx", "--tsconfig", "server/tsconfig.json", "tests/e2e/support/serve.ts"];

/** Starts a dashboard in a process of its own; what that process says of it, and how to end it. */
export async function spawnDashboard<Said>(
  ...args: string[]
): Promise<{ said: Said; close(): Promise<void> }> {
  const child = spawn("npx", [...SERVE, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const said: Said = await new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("The dashboard did not start.")));
    createInterface(child.stdout).on("line", (line) => {
      if (line.startsWith("{")) resolve(JSON.parse(line));
    });
  });
  return {
    said,
    close: async () => {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}
