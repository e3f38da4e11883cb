import { once } from "node:events";
import { setFlagsFromString } from "node:v8";
import { type Env, readEnv } from "@/lib/service/env";
import { createLogger } from "@/lib/service/log";
import { StartError } from "./listen";
import { Processes, processNumber } from "./processes";
import { buildUrl, startServer } from "./start";

/**
 * By default, V8 lets the heap grow to four times the live data before a full collection. A factor of two
 * uses a third less memory under load, without slower requests.
 */
const HEAP_GROWTH = "--heap-growing-percent=100";

/** Runs the self-hosted process on the settings of the environment, until a signal ends it. */
export function run({ isDev = false }: { isDev?: boolean } = {}): void {
  serve(isDev).catch(fail);
}

async function serve(isDev: boolean): Promise<void> {
  setFlagsFromString(HEAP_GROWTH);
  Reflect.set(process.env, "NODE_ENV", isDev ? "development" : "production");
  const env = readEnv();
  const number = processNumber();
  if (number !== undefined) return serveBesideOthers(env, number);
  if (env.WORKERS > 1) return serveWithOthers(env, isDev);
  const server = await startServer({ env, isDev });
  announce(server.url);
  stopOnSignal(() => server.close());
}

const announce = (url: string) => process.stdout.write(`Vesting Index listens on ${url}\n`);

/** Starts and replaces the worker processes; this process serves no requests itself. */
function serveWithOthers(env: Env, isDev: boolean): void {
  if (isDev)
    throw new StartError(
      "WORKERS applies only to npm start. Set WORKERS=1 for npm run dev, which uses one process.",
    );
  const processes = new Processes({
    count: env.WORKERS,
    log: createLogger(env.LOG_LEVEL, undefined, { process: 0 }),
    onListening: (address, port) => announce(buildUrl(address, port)),
    onFailed: () => giveUp(),
  });
  const giveUp = () => {
    processes.kill();
    process.exit(1);
  };
  stopOnSignal(async () => {
    if (!(await processes.close())) process.exit(1);
  }, giveUp);
}

/** One of several: ends at the first SIGTERM, of its parent or a service manager, and ignores a terminal's signals. */
async function serveBesideOthers(env: Env, number: number): Promise<void> {
  const stop = once(process, "SIGTERM");
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
  const log = createLogger(env.LOG_LEVEL, undefined, { process: number });
  const server = await startServer({ env, log });
  await stop;
  setTimeout(() => process.exit(1), STOP_MS).unref();
  await server.close();
  process.exit(0);
}

/** Exceeds the time that requests may take to finish; a process that is still open then hangs. */
const STOP_MS = 20_000;

/** Shuts down gracefully on the first signal. Exits immediately on a second signal or after `STOP_MS`. */
function stopOnSignal(close: () => Promise<void>, giveUp: () => void = () => process.exit(1)): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return giveUp();
    isStopping = true;
    setTimeout(giveUp, STOP_MS).unref();
    close().then(() => process.exit(0), fail);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  // A parent with an IPC channel, such as the demo, stops this process when it exits for any reason.
  if (process.connected) process.once("disconnect", stop);
}

/**
 * Names of errors that the operator can fix. Checking names avoids loading the ledger package where it is not
 * used.
 */
const OPERATORS: readonly string[] = ["EnvError", "StartError", "DataFolderError", "ReplicaError"];

function fail(error: unknown): never {
  const isError = error instanceof Error;
  const text = isError && !OPERATORS.includes(error.name) ? error.stack : isError && error.message;
  process.stderr.write(`${text || String(error)}\n`);
  process.exit(1);
}
