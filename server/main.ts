import { existsSync } from "node:fs";
import { EnvError, readEnv } from "@/lib/env";
import { type RunningServer, StartError, startServer } from "./start";

/** The self-hosted process: `npm start` serves the build, `npm run dev` compiles on request. */
async function main(): Promise<void> {
  const isDev = process.argv.includes("--dev");
  if (existsSync(".env")) process.loadEnvFile(".env");
  Reflect.set(process.env, "NODE_ENV", isDev ? "development" : "production");
  const server = await startServer({ env: readEnv(), isDev });
  process.stdout.write(`Vesting Index answers on ${server.url}\n`);
  stopOnSignal(server);
}

/** The first signal lets requests finish; a second one does not wait. */
function stopOnSignal(server: RunningServer): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    server.close().then(() => process.exit(0), fail);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

function fail(error: unknown): never {
  const isOurs = error instanceof EnvError || error instanceof StartError;
  const text =
    error instanceof Error ? (isOurs ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

main().catch(fail);
