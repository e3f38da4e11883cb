import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readEnv } from "@/lib/service/env";
import { openServices, provideServices } from "@/lib/service/services";
import { ROUTES } from "@/server/api";
import { createHttpServer } from "@/server/http-server";

/** Serves the production build twice in one process, by the service and by plain Next, and sends both ports to its parent. */

async function listen(server: Server): Promise<number> {
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
const handle = app.getRequestHandler();
process.send?.({
  service: await listen(createHttpServer({ env, log: services.log, handle, routes: ROUTES })),
  next: await listen(createServer((request, response) => void handle(request, response))),
});
process.once("disconnect", () => process.exit());
