import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { type Env, readEnv } from "@/lib/service/env";
import { createLogger, type Logger } from "@/lib/service/log";
import { type RunningServer, startServer } from "./start";

/**
 * The engine lets garbage grow to four times what is in use before it collects all of it. Twice is a third less memory under
 * load, and no request is slower for it.
 */
const HEAP_GROWTH = "--heap-growing-percent=100";

/** The self-hosted process: `npm start` serves the build, `npm run dev` compiles on request. */
async function main(): Promise<void> {
  setFlagsFromString(HEAP_GROWTH);
  const isDev = process.argv.includes("--dev");
  if (existsSync(".env")) process.loadEnvFile(".env");
  Reflect.set(process.env, "NODE_ENV", isDev ? "development" : "production");
  const env = readEnv();
  const server = await startServer({ env, isDev, ...(isDev && { log: await readableLog(env) }) });
  process.stdout.write(`Vesting Index answers on ${server.url}\n`);
  stopOnSignal(server);
}

/** For whoever develops: an entry is a line to read, without a second process that would have to be stopped too. */
async function readableLog({ LOG_LEVEL }: Env): Promise<Logger> {
  const { default: pretty } = await import("pino-pretty");
  const destination = pretty({
    colorize: process.stdout.isTTY,
    translateTime: "SYS:HH:MM:ss",
    singleLine: true,
    sync: true,
  });
  return createLogger(LOG_LEVEL, destination);
}

/** Longer than requests may take to finish; what is not closed then never will be. */
const STOP_MS = 20_000;

/** The first signal lets requests finish; a second one does not wait. */
function stopOnSignal(server: RunningServer): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    server.close().then(() => process.exit(0), fail);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  // Whoever started it with a channel of its own, as the demo does, ends it by ending, however that comes about.
  if (process.connected) process.once("disconnect", stop);
}

/** What the operator can mend, by name: the ledger is not loaded where it is not used. */
const OPERATORS: readonly string[] = ["EnvError", "StartError", "DataFolderError", "LedgerFolderError"];

function fail(error: unknown): never {
  const isError = error instanceof Error;
  const text = isError && !OPERATORS.includes(error.name) ? error.stack : isError && error.message;
  process.stderr.write(`${text || String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
