import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { openThreadedEngine } from "@/db/embedded/threaded-engine";
import { type Clock, systemClock } from "@/lib/service/clock";
import type { Env } from "@/lib/service/env";
import { startFollower } from "@/lib/service/indexer/follower";
import { createLogger, type Logger, logPrintedErrors } from "@/lib/service/log";
import { provideHeavyPool } from "@/lib/service/registration/worker-jobs/run-heavy";
import { openServices, provideServices } from "@/lib/service/services";
import { startDeliverer } from "@/lib/service/webhooks/deliverer";
import { ROUTES } from "./api";
import { drain } from "./connections";
import { createHttpServer } from "./http-server";
import { listen, StartError } from "./listen";
import { openMetricsServer } from "./metrics-server";
import { openWorkerPool } from "./workers/pool";

/** How long requests in progress may take to finish once the server stops. */
const DRAIN_MS = 10_000;

export type RunningServer = {
  /** Where the server answers, such as `http://127.0.0.1:3000`. */
  url: string;
  /** Finishes the requests in progress, then closes everything. */
  close(): Promise<void>;
};

export type StartOptions = {
  env: Env;
  /** Compile pages on request instead of serving the build. */
  isDev?: boolean;
  /** Lines of JSON on standard output unless said. */
  log?: Logger;
  /** The project's folder; the current one unless said. */
  dir?: string;
  /** Keep the index up to date; one process of a service does. */
  isFollowing?: boolean;
};

/** Opens the services, prepares Next and listens. */
export async function startServer({
  env: given,
  isDev = false,
  log,
  dir = process.cwd(),
  isFollowing = true,
}: StartOptions): Promise<RunningServer> {
  if (!isDev && !existsSync(join(dir, ".next", "BUILD_ID"))) {
    throw new StartError('There is no production build: run "npm run build" first, or "npm run dev".');
  }
  const closeTracing = await openTracing(given, log);
  const ledger = await openLedger(given);
  const { env } = ledger;
  const { services, close: closeServices } = await openServices(env, {
    clock: ledger.clock,
    log,
    openEngine: openThreadedEngine,
  });
  provideServices(services);
  const pool = openWorkerPool({
    log: services.log,
    maxLeaves: Math.max(env.MAX_LEAVES, env.MAX_UPLOAD_LEAVES),
  });
  provideHeavyPool(pool);
  // The runner has source maps read and kept of whatever is loaded, the build's own 150 MB among them.
  if (!isDev) process.setSourceMapsEnabled(false);
  const endPrinted = isDev ? () => {} : logPrintedErrors(services.log);
  const { default: next } = await import("next");
  // Next listens for upgrades on whatever server it knows, and keeps every one open: it is told of one that never listens.
  const httpServer = createServer();
  const app = next({ dev: isDev, dir, hostname: env.HOST, port: env.PORT, httpServer });
  await app.prepare();
  const handle = app.getRequestHandler();
  // Routes that somebody works on are compiled anew by the router.
  const routes = isDev ? [] : ROUTES;
  const server = createHttpServer({ env, log: services.log, handle, routes, isDev });
  // Reloading while developing is all that upgrades; without a listener they are answered as plain requests.
  if (isDev) server.on("upgrade", (...upgrade) => void httpServer.emit("upgrade", ...upgrade));
  const metricsServer = await openMetricsServer(env, services);
  const follower = isFollowing ? startFollower(services) : undefined;
  const deliverer = startDeliverer(services);
  const close = async () => {
    const delivered = deliverer.close();
    await drain(server, DRAIN_MS);
    metricsServer?.close();
    metricsServer?.closeAllConnections();
    provideHeavyPool(undefined);
    await pool.close();
    await follower?.close();
    await delivered;
    await app.close();
    endPrinted();
    provideServices(undefined);
    await closeServices();
    await ledger.close();
    await closeTracing?.();
  };
  try {
    await listen(server, { port: env.PORT, host: env.HOST }, "PORT");
  } catch (error) {
    await close();
    throw error;
  }
  const url = urlOf(env.HOST, (server.address() as AddressInfo).port);
  // The first page loads the code that all pages share, which takes half a second.
  if (!isDev) fetch(url).catch(() => undefined);
  return { url, close };
}

/** Loads what sends traces where the settings say who takes them, and nothing elsewhere. */
async function openTracing(env: Env, log = createLogger(env.LOG_LEVEL)) {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  return (await import("@/lib/service/tracing/otlp")).openTracing(log);
}

/**
 * The ledger of the settings or, without SOLANA_RPC_URL, a local one in this process. A local ledger's time can be moved
 * ahead, and the service goes by it; its port is the first free one from LEDGER_PORT on.
 */
async function openLedger(env: Env): Promise<{ env: Env; clock: Clock; close(): Promise<void> }> {
  if (env.SOLANA_RPC_URL) return { env, clock: systemClock, close: async () => undefined };
  const { startLedger } = await import("@vesting-index/ledger");
  const ledger = await startLedger({
    port: env.LEDGER_PORT,
    orNextPort: true,
    dataDir: join(env.DATA_DIR, "ledger"),
    programId: env.VESTING_PROGRAM_ID,
    controls: true,
  });
  const port = Number(new URL(ledger.url).port);
  // Next's own copy of the settings reads the environment.
  process.env.LEDGER_PORT = String(port);
  const clock = { now: () => BigInt(ledger.controls.now()), nowMs: systemClock.nowMs };
  return { env: { ...env, LEDGER_PORT: port }, clock, close: () => ledger.close() };
}

/** Where a server answers that listens there. */
export const urlOf = (host: string, port: number) =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
