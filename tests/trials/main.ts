/**
 * npm run trial -- <name> — what docs/deploy.md says, done with the real programs of this machine's own packages, on
 * loopback alone. Needs a build, and root for what starts users and namespaces of their own; ends with 1 when something
 * is not as it is written there.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Trial } from "./trial";

type Run = (trial: Trial) => Promise<void>;

const TRIALS: Record<string, () => Promise<Run>> = {
  proxy: async () => (await import("./proxy")).behindProxy,
  instances: async () => (await import("./instances")).asInstances,
  alert: async () => (await import("./alert")).underPrometheus,
  backup: async () => (await import("./backup")).restored,
  upgrade: async () => (await import("./upgrade")).upgraded,
  image: async () => (await import("./image")).asImage,
};

const [name = ""] = process.argv.slice(2);
const load = TRIALS[name];
if (!load) {
  console.error(`Say which: npm run trial -- ${Object.keys(TRIALS).join(" | ")}`);
  process.exit(2);
}
if (!existsSync(".next/BUILD_ID")) throw new Error('There is no build: run "npm run build" first.');
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
const folder = await mkdtemp(join(tmpdir(), `vesting-index-trial-${name}-`));
const trial = new Trial(folder);
try {
  await (await load())(trial);
} catch (error) {
  trial.note("the trial", error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  const failed = await trial.end();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  process.exitCode = failed === 0 ? 0 : 1;
}
process.exit();
