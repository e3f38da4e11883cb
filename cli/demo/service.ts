import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { SETTING_NAMES } from "@/lib/service/env";
import type { Step } from "../progress";
import { watchOutput } from "./child-output";
import { type Health, waitUntilHealthy } from "./wait-until-healthy";

/** Folders whose change makes a build out of date. */
const SOURCES = ["app", "components", "db", "lib", "next.config.mjs", "package-lock.json", "proxy.ts"];
/** Milliseconds between checks of the service's CPU time, which `ps` reports in whole seconds. */
const WORK_CHECK_MS = 5_000;
const HEALTH_MS = 10_000;

export type Service = { url: string; ledgerUrl: string; stop(): Promise<void>; ended: Promise<number> };

/** Returns whether `.next` contains a production build of the current sources. */
export function isBuilt(): boolean {
  const built = join(".next", "BUILD_ID");
  return existsSync(built) && SOURCES.every((source) => newest(source) <= statSync(built).mtimeMs);
}

function newest(path: string): number {
  if (!existsSync(path)) return 0;
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Builds the service, and shows the last line that the build printed. */
export async function build(step: Step): Promise<void> {
  const child = spawn("npm", ["run", "build"], { stdio: ["ignore", "pipe", "pipe"] });
  const output = watchOutput(child, step);
  const code = await getExit(child).finally(output.stop);
  if (code !== 0)
    throw new Error(output.describe(`The build failed with code ${code}. Last lines of its output:`));
}

/** Returns the secrets of this demo. They are created once, in a file that only its owner can read. */
function storedSecrets(dataDir: string): Record<string, string> {
  const file = join(dataDir, "secrets.json");
  const stored: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const secret = () => randomBytes(24).toString("base64url");
  const secrets = {
    ...{ ADMIN_API_KEY: secret(), CRON_SECRET: secret(), LABELS_KEY: randomBytes(32).toString("base64") },
    ...stored,
  };
  if (Object.keys(secrets).every((name) => name in stored)) return stored;
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

/**
 * Returns the shell's settings, the demo's secrets and an empty value for every other setting: the service reads `.env`,
 * which may name the database of a real service, and an empty value wins over that file.
 */
export const demoSettings = (dataDir: string): Record<string, string | undefined> => ({
  ...Object.fromEntries(SETTING_NAMES.map((name) => [name, ""])),
  ...storedSecrets(dataDir),
  ...process.env,
  DATA_DIR: dataDir,
});

/** Starts the production server on embedded defaults and waits until it is healthy. */
export async function startService(dataDir: string, step: Step): Promise<Service> {
  const port = await freePort(Number(process.env.PORT ?? 3000));
  const ledgerPort = await freePort(Number(process.env.LEDGER_PORT ?? 8899));
  // A separate process group, so that Ctrl-C does not stop it. It exits when the IPC channel closes.
  const child = spawn(process.execPath, ["--import", "tsx", "server/main.ts"], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true,
    env: {
      ...demoSettings(dataDir),
      NODE_ENV: "production",
      TSX_TSCONFIG_PATH: "server/tsconfig.json",
      PORT: String(port),
      LEDGER_PORT: String(ledgerPort),
    },
  });
  const ended = getExit(child);
  const stop = async () => {
    if (child.exitCode === null) child.kill("SIGTERM");
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  const output = watchOutput(child, step);
  try {
    const isWorking = getProgress(child, output.quietMs);
    const failure = await Promise.race([
      waitUntilHealthy({ fetchHealth: () => requestHealth(url), isWorking }),
      ended.then((code) => `The service exited with code ${code}.`),
    ]);
    if (failure) throw new Error(output.describe(`${failure} Last lines of its output:`));
  } catch (error) {
    await stop();
    throw error;
  } finally {
    output.stop();
  }
  child.stderr?.pipe(process.stderr, { end: false });
  return { url, ledgerUrl: `http://127.0.0.1:${ledgerPort}`, stop, ended };
}

/** Returns a function that returns whether a child has printed or used CPU time since the last call. */
function getProgress({ pid }: ChildProcess, quietMs: () => number): () => boolean {
  let [used, requestedMs] = ["", performance.now()];
  return () => {
    const sinceMs = performance.now() - requestedMs;
    if (sinceMs < WORK_CHECK_MS) return false;
    requestedMs = performance.now();
    const before = used;
    used = spawnSync("ps", ["-o", "time=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
    return quietMs() < sinceMs || used !== before;
  };
}

async function requestHealth(url: string): Promise<Health> {
  const signal = AbortSignal.timeout(HEALTH_MS);
  const response = await fetch(`${url}/api/health`, { signal }).catch(() => null);
  return response && { ok: response.ok, text: await response.text().catch(() => "") };
}

const getExit = (child: ChildProcess) =>
  new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 0));
  });

/** Returns the wanted port, or the next free port. */
async function freePort(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 50; port++) if (await isFree(port)) return port;
  throw new Error(`No port is free between ${wanted} and ${wanted + 50}.`);
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
      .once("error", () => resolve(false))
      .listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
