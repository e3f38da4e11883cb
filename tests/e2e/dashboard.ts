import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test as base } from "@playwright/test";
import type { SampleStatus } from "./sample-campaigns";

export type RunningDashboard = { url: string; trees: Record<SampleStatus, string> };

const SERVE = ["tsx", "--tsconfig", "server/tsconfig.json", "tests/e2e/serve.ts"];

async function start() {
  const child = spawn("npx", SERVE, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const said: RunningDashboard = await new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("The dashboard did not start.")));
    createInterface(child.stdout).on("line", (line) => {
      if (line.startsWith("{")) resolve(JSON.parse(line));
    });
  });
  const close = async () => {
    child.stdin.end();
    await once(child, "exit");
  };
  return { ...said, close };
}

/** Tests against one dashboard a worker; nothing in them changes the samples. */
export const test = base.extend<object, { dashboard: RunningDashboard }>({
  dashboard: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures used from this pattern.
    async ({}, use) => {
      const { close, ...dashboard } = await start();
      await use(dashboard);
      await close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

export { expect } from "@playwright/test";
