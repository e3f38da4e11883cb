import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { listOperations, type Manifest, type RouteModule } from "@/lib/contract/openapi/document";
import type { Contract } from "@/lib/contract/route-contract";
import type { RouteContext } from "@/lib/service/http/route-name";
import { getRawPath, mountRoutes, ROUTES } from "@/server/api";
import { checkAnswer } from "./documented";
import { asNext, isOverSockets, type Transport } from "./http";
import { listenLocally } from "./local-server";
import { overHttp } from "./over-http";

type Handler = (request: Request, context: RouteContext) => Promise<Response>;
export type Operation = { name: string; path: string; method: string; contract: Contract; handler: Handler };

/** Every route of the API. */
export const ALL_ROUTES: Manifest = ROUTES.filter(([path]) => path.startsWith("/api/"));

/** Returns the paths of the route files below app/api, with parameters as `{name}`, except the catch-all. */
export function pathsOnDisk(): string[] {
  return readdirSync("app/api", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("route.ts") && !file.startsWith("[[...path]]"))
    .map((file) => `/api/${file.replace(/\/route\.ts$/, "").replaceAll(/\[(\w+)\]/g, "{$1}")}`);
}

const isHandler = (value: unknown): value is Handler => typeof value === "function";

/** Returns the export of a route file for a method. */
export function getHandler(path: string, method: string): Handler | undefined {
  const handler = ALL_ROUTES.find(([known]) => known === path)?.[1][method];
  return isHandler(handler) ? handler : undefined;
}

/** Every documented operation. */
export const OPERATIONS: Operation[] = ALL_ROUTES.flatMap(([path, module]) =>
  listOperations(module).flatMap(({ method, contract }) => {
    const handler = getHandler(path, method);
    return handler ? [{ name: `${method} ${path}`, path, method, contract, handler }] : [];
  }),
);

const app = new Hono({ getPath: getRawPath });
mountRoutes(app, ROUTES);

/** Sends a request through the self-hosted process's routes, which match the handler by the path. */
const overHono: Transport = async (_handler, request) => app.fetch(request);

/** Both servers of the API in process; with API_SERVER the named one, over sockets. */
export const TRANSPORTS: [string, Transport][] = isOverSockets
  ? [["over sockets", overHttp]]
  : [
      ["by Next", asNext],
      ["by Hono", overHono],
    ];

/** Returns the module with handlers whose responses are checked against the API document. */
const checked = (module: RouteModule, onError: (error: unknown) => void): RouteModule =>
  Object.fromEntries(
    Object.entries(module).map(([method, handler]) => {
      if (!isHandler(handler)) return [method, handler];
      const answer: Handler = async (request, context) => {
        const response = await handler(request, context);
        const [status, mediaType] = [response.status, response.headers.get("content-type")];
        const text = await response.clone().text();
        try {
          await checkAnswer(handler, { status, mediaType, text });
          return response;
        } catch (error) {
          onError(error);
          return new Response(String(error), { status: 500 });
        }
      };
      return [method, answer];
    }),
  );

/**
 * Serves the route files over HTTP on a free port, without Next, for clients that have only a URL. A response
 * that the API document does not contain becomes a 500, and `close` throws the error again.
 */
export async function serveRoutes(): Promise<{ url: string; close(): Promise<void> }> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const app = new Hono();
  mountRoutes(
    app,
    ALL_ROUTES.map(([path, module]) => [path, checked(module, onError)] as const),
  );
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const { url, close } = await listenLocally(createServer(listener));
  return {
    url,
    close: async () => {
      await close();
      if (errors.length > 0) throw errors[0];
    },
  };
}
