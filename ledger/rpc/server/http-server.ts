import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { isIP } from "node:net";
import { type Dispatcher, parseErrorAnswer } from "../dispatcher";
import { parseJson } from "../encode/json";
import type { HttpAnswer } from "./faults";

const MAX_BODY_BYTES = 50 * 1024;

const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST, GET, OPTIONS",
  "access-control-max-age": "86400",
};

export type HttpOptions = {
  dispatchers: Record<Exclude<Client, "rebound page">, Dispatcher>;
  /** Receives a whole request before it is answered, and may respond in the node's place. */
  intercept: (request: unknown) => Promise<HttpAnswer | undefined>;
};

/** A busy client must not reuse a connection just as the server closes it. */
const KEEP_ALIVE_MS = 65_000;

/** Creates the HTTP server: POST with JSON, preflights for browsers, and GET /health. */
export function createHttpServer(options: HttpOptions): Server {
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    handle(request, response, options).catch(() => response.destroy());
  });
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  options: HttpOptions,
): Promise<void> {
  if (request.method === "OPTIONS") return preflight(request, response);
  if (request.method === "GET" && request.url === "/health") return sendText(response, 200, "ok");
  if (request.method !== "POST") {
    return sendText(response, 405, "Used HTTP Method is not allowed. POST or OPTIONS is required\n");
  }
  const client = getClient(request.headers);
  if (client === "rebound page") {
    return sendText(response, 403, "Pages must call this ledger as localhost or by its address\n");
  }
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    return sendText(
      response,
      415,
      "Supplied content type is not allowed. Content-Type: application/json is required\n",
    );
  }
  const body = await readBody(request, MAX_BODY_BYTES);
  if (body === null) return sendText(response, 413, "Payload too large\n");
  const value = parseJson(body);
  if (value === undefined) return sendJson(response, parseErrorAnswer());
  const intercepted = await options.intercept(value);
  if (intercepted === "hang up") {
    response.destroy();
    return;
  }
  if (intercepted !== undefined) {
    response.writeHead(intercepted.status, { ...CORS_HEADERS, ...intercepted.headers }).end(intercepted.body);
    return;
  }
  sendJson(response, await options.dispatchers[client].answer(value));
}

function preflight(request: IncomingMessage, response: ServerResponse): void {
  const requested = request.headers["access-control-request-headers"];
  response.writeHead(204, {
    ...CORS_HEADERS,
    "access-control-allow-headers": requested ?? "content-type",
    // Browsers send this preflight before a public page may reach a ledger on the visitor's own machine.
    ...(request.headers["access-control-request-private-network"] === "true" && {
      "access-control-allow-private-network": "true",
    }),
    vary: "access-control-request-headers",
  });
  response.end();
}

/** Returns the request's body, or null as soon as it exceeds the limit. */
async function readBody(request: IncomingMessage, limit: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > limit) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function sendJson(response: ServerResponse, body = ""): void {
  response.writeHead(200, { ...CORS_HEADERS, "content-type": "application/json; charset=utf-8" }).end(body);
}

function sendText(response: ServerResponse, status: number, body: string): void {
  response
    .writeHead(status, {
      ...CORS_HEADERS,
      "content-type": "text/plain",
      ...(status === 413 && { connection: "close" }),
    })
    .end(body);
}

/**
 * The client: a program, a page of this machine, a page from elsewhere, or a page under a name that was
 * rebound to this machine. Browsers send a page's origin with each POST.
 */
type Client = "program" | "local page" | "foreign page" | "rebound page";

function getClient({ origin, host, ...others }: IncomingHttpHeaders): Client {
  if (origin === undefined && others["sec-fetch-site"] === undefined) return "program";
  if (!isLocalName(getName(`http://${host ?? ""}`))) return "rebound page";
  return isLoopback(getName(origin ?? "")) ? "local page" : "foreign page";
}

const getName = (url: string) => (URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, "") : "");

const isLoopback = (name: string) => ["localhost", "127.0.0.1", "::1"].includes(name);

/** An IP address cannot be rebound through DNS. */
const isLocalName = (name: string) => isLoopback(name) || isIP(name) !== 0;
