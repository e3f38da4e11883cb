import { createServer, type Server } from "node:http";
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
  const server = createServer(async (request, response) => {
    if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics") {
      return void response.writeHead(404, { "content-length": 0 }).end();
    }
    try {
      const text = await scrape(services);
      response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text);
    } catch (error) {
      services.log.error({ error }, "metrics could not be read");
      response.writeHead(500, { "content-length": 0 }).end();
    }
  });
  server.requestTimeout = SCRAPE_MS;
  server.headersTimeout = SCRAPE_MS;
  server.maxConnections = 16;
  const port = METRICS_PORT === 0 ? 0 : METRICS_PORT + (processNumber() ?? 1) - 1;
  // `exclusive` prevents the cluster module from sharing the port between processes.
  await listen(server, { port, host: METRICS_HOST, exclusive: true }, "METRICS_PORT");
  return server;
}
