import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readEnv } from "@/lib/service/env";
import { openServices, provideServices } from "@/lib/service/services";
import { ROUTES } from "@/server/api";
import { createHttpServer, type HttpServerOptions } from "@/server/http-server";

/** The production build, once answering by itself and once with Next's router for everything; tells its parent both ports. */

async function listen(options: HttpServerOptions): Promise<number> {
  const server = createHttpServer(options);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const env = readEnv();
const { services } = await openServices(env);
provideServices(services);
process.setSourceMapsEnabled(false);
const { default: next } = await import("next");
const app = next({ dev: false, dir: process.cwd(), httpServer: createServer() });
await app.prepare();
const options = { env, log: services.log, handle: app.getRequestHandler() };
process.send?.({ own: await listen({ ...options, routes: ROUTES }), next: await listen(options) });
process.once("disconnect", () => process.exit());
