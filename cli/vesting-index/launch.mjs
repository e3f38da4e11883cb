#!/usr/bin/env node
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Runs the command's TypeScript in a process of its own, whose signals and exit code are this one's. */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const child = spawn(
  process.execPath,
  ["--import", import.meta.resolve("tsx"), here("./main.ts"), ...process.argv.slice(2)],
  { stdio: "inherit", env: { ...process.env, TSX_TSCONFIG_PATH: here("../../server/tsconfig.json") } },
);
// A terminal's signals reach the child as well; what else ends this process ends the child.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => signal === "SIGTERM" && child.kill(signal));
}
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
