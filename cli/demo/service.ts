import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/** Folders whose change makes a build out of date. */
const SOURCES = ["app", "components", "db", "lib", "next.config.ts", "package-lock.json", "proxy.ts"];
const START_MS = 120_000;

export type Service = { url: string; ledgerUrl: string; stop(): Promise<void>; ended: Promise<number> };

/** Whether `.next` holds a production build of the sources as they are. */
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

/** Builds the service; what the build prints is shown only when it fails. */
export async function build(): Promise<void> {
  const child = spawn("npm", ["run", "build"], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const code = await exitOf(child);
  if (code !== 0) throw new Error(`The build failed.\n${output}`);
}

/** Secrets of this demo, made once and kept where only the user can read them. */
function keptSecrets(dataDir: string): Record<string, string> {
  const file = join(dataDir, "secrets.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const secret = () => randomBytes(24).toString("base64url");
  const secrets = { ADMIN_API_KEY: secret(), CRON_SECRET: secret() };
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

/** Starts the production server on embedded defaults and waits until it is healthy. */
export async function startService(dataDir: string): Promise<Service> {
  const port = await freePort(Number(process.env.PORT ?? 3000));
  const ledgerPort = await freePort(Number(process.env.LEDGER_PORT ?? 8899));
  // A process of its own group, which Ctrl-C spares, with a channel whose end tells it that the demo is gone.
  const child = spawn(process.execPath, ["--import", "tsx", "server/main.ts"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    detached: true,
    env: {
      ...keptSecrets(dataDir),
      ...process.env,
      NODE_ENV: "production",
      TSX_TSCONFIG_PATH: "server/tsconfig.json",
      PORT: String(port),
      LEDGER_PORT: String(ledgerPort),
      DATA_DIR: dataDir,
    },
  });
  const ended = exitOf(child);
  const stop = async () => {
    if (child.exitCode === null) child.kill("SIGTERM");
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await Promise.race([
      healthy(url),
      ended.then((code) => Promise.reject(new Error(`The service ended (${code}).`))),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, ledgerUrl: `http://127.0.0.1:${ledgerPort}`, stop, ended };
}

async function healthy(url: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const response = await fetch(`${url}/api/health`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`The service was not healthy within ${START_MS / 1000} s.`);
}

const exitOf = (child: ChildProcess) =>
  new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 0));
  });

/** The wanted port, or the next that nobody listens on. */
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
