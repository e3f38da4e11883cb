import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { openThreadedEngine } from "@/db/embedded/threaded-engine";
import { type Clock, systemClock } from "@/lib/service/clock";
import type { Env } from "@/lib/service/env";
import { startFollower } from "@/lib/service/indexer/follower";
import { createLogger, type Logger, logPrintedErrors } from "@/lib/service/log";
import { provideWorkerPool } from "@/lib/service/registration/worker-jobs/run-worker-job";
import { startReminders } from "@/lib/service/reminders/run-reminders";
import { openServices, provideServices } from "@/lib/service/services";
import { closeStreams } from "@/lib/service/stream/open-stream";
import { startDeliverer } from "@/lib/service/webhooks/deliverer";
import { ROUTES } from "./api";
import { drain } from "./connections";
import { createHttpServer } from "./http-server";
import { listen, StartError } from "./listen";
import { openMetricsServer } from "./metrics-server";
import { followsNetwork } from "./processes";
import { openWorkerPool } from "./workers/pool";

/** Time that requests in progress have to finish when the server stops. */
const DRAIN_MS = 10_000;

export type RunningServer = {
  /** The URL of the server, such as `http://127.0.0.1:3000`. */
  url: string;
  /** Waits for requests in progress, then closes everything. */
  close(): Promise<void>;
};

export type StartOptions = {
  env: Env;
  /** Compile pages on request instead of serving the build. */
  isDev?: boolean;
  /** Default: JSON lines on standard output. */
  log?: Logger;
  /** The project folder. Default: the current folder. */
  dir?: string;
};

/** Opens the services, prepares Next and listens. */
export async function startServer({
  env: settings,
  isDev = false,
  log,
  dir = process.cwd(),
}: StartOptions): Promise<RunningServer> {
  if (!isDev && !existsSync(join(dir, ".next", "BUILD_ID"))) {
    throw new StartError('No production build found. Run "npm run build" first, or "npm run dev".');
  }
  const closeTracing = await openTracing(settings, log);
  const ledger = await openLedgerWallet(settings, log);
  const { env } = ledger;
  const opened = await openServices(env, { clock: ledger.clock, log, openEngine: openThreadedEngine });
  const { services } = opened;
  provideServices(services);
  const maxLeaves = Math.max(env.MAX_LEAVES, env.MAX_UPLOAD_LEAVES);
  const pool = openWorkerPool({ log: services.log, maxLeaves });
  provideWorkerPool(pool);
  // The runner enables source maps, which would keep 150 MB of maps of the build in memory.
  if (!isDev) process.setSourceMapsEnabled(false);
  const endPrinted = isDev ? () => {} : logPrintedErrors(services.log);
  const { default: next } = await import("next");
  // Next listens for upgrades on the given server and keeps every upgraded connection open. This server never
  // listens.
  const httpServer = createServer();
  const app = next({ dev: isDev, dir, hostname: env.HOST, port: env.PORT, httpServer });
  await app.prepare();
  const handle = app.getRequestHandler();
  // In development, Next recompiles the routes.
  const routes = isDev ? [] : ROUTES;
  const server = createHttpServer({ env, log: services.log, handle, routes, isDev });
  // Only hot reloading upgrades connections. Without a listener, upgrade requests are served as plain
  // requests.
  if (isDev) server.on("upgrade", (...upgrade) => void httpServer.emit("upgrade", ...upgrade));
  const metricsServer = await openMetricsServer(env, services);
  const follower = followsNetwork() ? startFollower(services) : undefined;
  const loops = [startDeliverer(services), startReminders(services)];
  const close = async () => {
    const ended = Promise.all(loops.map((loop) => loop.close()));
    closeStreams(services);
    await drain(server, DRAIN_MS);
    metricsServer?.close();
    metricsServer?.closeAllConnections();
    provideWorkerPool(undefined);
    await pool.close();
    // The follower is aborted first. Otherwise it would log the aborted calls as failures.
    const followerClosed = follower?.close();
    opened.stop();
    await followerClosed;
    await ended;
    await app.close();
    endPrinted();
    provideServices(undefined);
    await opened.close();
    await ledger.close();
    await closeTracing?.();
  };
  try {
    await listen(server, { port: env.PORT, host: env.HOST }, "PORT");
  } catch (error) {
    await close();
    throw error;
  }
  // Without a listener, a connection that cannot be accepted would end the process.
  server.on("error", (error) => services.log.error({ error }, "a connection could not be accepted"));
  const url = buildUrl(env.HOST, (server.address() as AddressInfo).port);
  // The first page loads the code that all pages share, which takes half a second. An unread response would
  // stay in progress, and delay a shutdown.
  if (!isDev)
    fetch(url)
      .then((response) => response.text())
      .catch(() => undefined);
  return { url, close };
}

/** Loads the trace exporter only if an endpoint is set. */
async function openTracing(env: Env, log = createLogger(env.LOG_LEVEL)) {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  return (await import("@/lib/service/tracing/otlp")).openTracing(log);
}

/**
 * Returns the network of the settings or, without SOLANA_RPC_URL, starts a local ledger in this process. The
 * local ledger's clock can be moved ahead, and the service uses that clock. Its port is the first free one
 * from LEDGER_PORT.
 */
async function openLedgerWallet(env: Env, log = createLogger(env.LOG_LEVEL)) {
  if (env.SOLANA_RPC_URL) return { env, clock: systemClock, close: async () => undefined };
  const { startLedger } = await import("@vesting-index/ledger");
  const ledger = await startLedger({
    port: env.LEDGER_PORT,
    orNextPort: true,
    dataDir: join(env.DATA_DIR, "ledger"),
    programId: env.VESTING_PROGRAM_ID,
    controls: true,
    onError: (error, work) => log.error({ error, work }, "ledger: a request or a slot failed"),
  });
  const port = Number(new URL(ledger.url).port);
  // Next's copy of the settings reads the environment.
  process.env.LEDGER_PORT = String(port);
  const clock: Clock = { now: () => BigInt(ledger.controls.now()), nowMs: systemClock.nowMs };
  return { env: { ...env, LEDGER_PORT: port }, clock, close: () => ledger.close() };
}

/** Returns the URL of a server. */
export const buildUrl = (host: string, port: number) =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
