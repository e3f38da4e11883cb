import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Env } from "@/lib/service/env";
import { NO_PAGE_POLICY, SECURITY_HEADERS } from "@/lib/service/http/origin/security-headers.mjs";

/** Timeouts of a server, as options of `createServer`. */
export const TIMEOUTS = {
  /**
   * Exceeds the 60 seconds after which common load balancers close idle connections. The load balancer must
   * close first.
   */
  keepAliveTimeout: 65_000,
  /** For the headers of a request, measured from the first byte of the connection or of the last response. */
  headersTimeout: 10_000,
  /** For the arrival of a whole request. */
  requestTimeout: 300_000,
  connectionsCheckingInterval: 2_000,
};
/** Timeout for a connection without traffic in either direction; the largest registration takes a minute. */
const SILENT_MS = 300_000;
const MAX_CONNECTIONS = 2_000;
/** Maximum connections per peer; a browser opens six. */
const MAX_CONNECTIONS_EACH = 200;

/** Every connection of a server, upgraded ones included, with its response in progress. */
type Connections = Map<Socket, ServerResponse | undefined>;
const connectionsOf = new WeakMap<Server, Connections>();

/**
 * Limits the number and duration of a server's connections, and answers malformed requests with the same
 * headers as all others.
 */
export function boundConnections(
  server: Server,
  { TRUST_PROXY_HOPS, VERCEL }: Pick<Env, "TRUST_PROXY_HOPS" | "VERCEL">,
): void {
  server.timeout = SILENT_MS;
  server.maxConnections = MAX_CONNECTIONS;
  const connections: Connections = new Map();
  const counts = new Map<string, number>();
  // Behind a proxy, all connections come from the proxy.
  const isPeerClient = TRUST_PROXY_HOPS === 0 && VERCEL !== "1";
  connectionsOf.set(server, connections);
  server.on("connection", (socket) => {
    const peer = socket.remoteAddress ?? "";
    const count = (counts.get(peer) ?? 0) + 1;
    if (isPeerClient && count > MAX_CONNECTIONS_EACH) return void socket.destroy();
    counts.set(peer, count);
    connections.set(socket, undefined);
    socket.once("close", () => {
      connections.delete(socket);
      const left = (counts.get(peer) ?? 1) - 1;
      if (left > 0) counts.set(peer, left);
      else counts.delete(peer);
    });
  });
  server.prependListener("request", ({ socket }, response) => {
    if (!server.listening) response.setHeader("connection", "close");
    connections.set(socket, response);
    response.once("close", () => {
      if (connections.get(socket) === response) connections.set(socket, undefined);
    });
  });
  server.on("clientError", (error, duplex) => {
    const socket = duplex as Socket;
    respondToMalformedRequest(error, socket, connections.get(socket)?.headersSent === true);
  });
}

const REASONS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

function respondToMalformedRequest(error: NodeJS.ErrnoException, socket: Socket, isAnswering: boolean): void {
  if (!socket.writable || error.code === "ECONNRESET" || isAnswering) return void socket.destroy();
  const head = [
    `HTTP/1.1 ${REASONS[error.code ?? ""] ?? "400 Bad Request"}`,
    ...SECURITY_HEADERS.map(({ key, value }) => `${key}: ${value}`),
    `Content-Security-Policy: ${NO_PAGE_POLICY}`,
    "X-API-Version: 1",
    "Content-Length: 0",
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n`, () => socket.destroy());
}

/**
 * Waits up to `ms` for requests in progress, then destroys every connection. Resolves when all connections
 * are closed.
 */
export async function drain(server: Server, ms: number): Promise<void> {
  if (!server.listening) return;
  const connections: Connections = connectionsOf.get(server) ?? new Map();
  for (const [socket, response] of connections) {
    if (response?.headersSent) response.once("finish", () => socket.end());
    else response?.setHeader("connection", "close");
  }
  const timer = setTimeout(() => {
    for (const socket of connections.keys()) socket.destroy();
  }, ms);
  // Also closes idle connections.
  server.close();
  await once(server, "close");
  clearTimeout(timer);
}
