import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const SERVE = ["tsx", "--tsconfig", "server/tsconfig.json", "tests/e2e/serve.ts"];

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
