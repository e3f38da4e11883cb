import { readdirSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { type Manifest, operationsOf } from "@/lib/service/http/openapi";
import type { Contract } from "@/lib/service/http/route";
import type { RouteContext } from "@/lib/service/http/route-name";
import { RouteTable } from "@/lib/service/http/route-table";
import { ROUTES } from "@/server/api";
import { checkAnswer } from "./documented";
import { listenLocally } from "./local-server";

type Handler = (request: Request, context: RouteContext) => Promise<Response>;
export type Operation = { name: string; path: string; method: string; contract: Contract; handler: Handler };

/** Every route of the API. */
export const ALL_ROUTES: Manifest = ROUTES.filter(([path]) => path.startsWith("/api/"));

/** The paths of the route files below app/api, parameters as `{name}`; the catch-all aside. */
export function pathsOnDisk(): string[] {
  return readdirSync("app/api", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("route.ts") && !file.startsWith("[[...path]]"))
    .map((file) => `/api/${file.replace(/\/route\.ts$/, "").replaceAll(/\[(\w+)\]/g, "{$1}")}`);
}

const isHandler = (value: unknown): value is Handler => typeof value === "function";

/** The export of a route file for a method. */
export function handlerOf(path: string, method: string): Handler | undefined {
  const handler = ALL_ROUTES.find(([known]) => known === path)?.[1][method];
  return isHandler(handler) ? handler : undefined;
}

/** Every documented operation. */
export const OPERATIONS: Operation[] = ALL_ROUTES.flatMap(([path, module]) =>
  operationsOf(module).flatMap(({ method, contract }) => {
    const handler = handlerOf(path, method);
    return handler ? [{ name: `${method} ${path}`, path, method, contract, handler }] : [];
  }),
);

const table = new RouteTable(ALL_ROUTES);

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length > 0 ? Buffer.concat(chunks) : undefined;
}

async function answer(request: IncomingMessage): Promise<Response> {
  const url = new URL(request.url ?? "/", "http://localhost");
  const method = request.method ?? "GET";
  const match = table.find(url.pathname);
  const handler = match?.module[method];
  if (!match || !isHandler(handler))
    return Response.json({ error: `No route for ${method} ${url.pathname}.` }, { status: 404 });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  const asked = new Request(url, { method, headers, body: await bodyOf(request) });
  const response = await handler(asked, { params: Promise.resolve(match.params) });
  const [status, mediaType] = [response.status, response.headers.get("content-type")];
  await checkAnswer(handler, { status, mediaType, text: await response.clone().text() });
  return response;
}

/**
 * Serves the route files over HTTP on a free port, without Next: for clients that know nothing but a URL. An answer that the
 * API document does not have is a 500, and an error once more as the server is closed.
 */
export async function serveRoutes(): Promise<{ url: string; close(): Promise<void> }> {
  const faults: unknown[] = [];
  const server = createServer(async (request, response) => {
    const answered = await answer(request).catch((error: unknown) => {
      faults.push(error);
      return new Response(String(error), { status: 500 });
    });
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(Buffer.from(await answered.arrayBuffer()));
  });
  const { url, close } = await listenLocally(server);
  return {
    url,
    close: async () => {
      await close();
      if (faults.length > 0) throw faults[0];
    },
  };
}
