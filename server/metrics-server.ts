import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import type { Env } from "@/lib/service/env";
import { scrape } from "@/lib/service/monitoring/scrape";
import type { Services } from "@/lib/service/services";
import { listen } from "./listen";
import { processNumber } from "./processes";

const SCRAPE_MS = 5_000;

/**
 * Serves `GET /metrics` without a key on METRICS_PORT of METRICS_HOST, if the port is set. Each of several
 * processes uses the next port, because each has its own counters. Resolves once the server listens.
 */
export async function openMetricsServer(
  { METRICS_PORT, METRICS_HOST }: Pick<Env, "METRICS_PORT" | "METRICS_HOST">,
  services: Services,
): Promise<Server | undefined> {
  if (METRICS_PORT === undefined) return undefined;
  const app = new Hono();
  const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };
  app.get("/metrics", async (context) => context.body(await scrape(services), 200, headers));
  app.onError((error, context) => {
    services.log.error({ error }, "metrics could not be read");
    return context.body(null, 500);
  });
  const timeouts = { requestTimeout: SCRAPE_MS, headersTimeout: SCRAPE_MS };
  const server = createServer(timeouts, getRequestListener(app.fetch));
  server.maxConnections = 16;
  const port = METRICS_PORT === 0 ? 0 : METRICS_PORT + (processNumber() ?? 1) - 1;
  // `exclusive` prevents the cluster module from sharing the port between processes.
  await listen(server, { port, host: METRICS_HOST, exclusive: true }, "METRICS_PORT");
  return server;
}
