import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono, type MiddlewareHandler } from "hono";
import type { Manifest } from "@/lib/contract/openapi/document";
import { ApiError } from "@/lib/core/errors";
import { isScheduler } from "@/lib/service/auth/admin";
import type { Env } from "@/lib/service/env";
import { clientAddress } from "@/lib/service/http/limits/client-address";
import { ConcurrencyLimit } from "@/lib/service/http/limits/concurrency-limit";
import { countClientRequest } from "@/lib/service/http/limits/rate-limit";
import { apiHeaders, secureHeaders } from "@/lib/service/http/origin/api-headers";
import { chooseRequestId, requestContext } from "@/lib/service/http/request-context";
import { isApi, refuse } from "@/lib/service/http/request-path";
import type { Logger } from "@/lib/service/log";
import { queryContexts } from "@/lib/service/query-context";
import { observeProxy } from "@/lib/service/setup/observed";
import { traced } from "@/lib/service/tracing/requests";
import { tracing } from "@/lib/service/tracing/tracing";
import { getRawPath, matchRoute, mountRoutes } from "./api";
import { boundConnections, TIMEOUTS } from "./connections";
import { isCron, isHealth, isPage, isProof, isStaticFile, requireServed } from "./requests";

/** Database deadline of a page; API routes have their own deadline. */
const PAGE_MS = 20_000;

/** Limits for requests in progress. Beyond them the service is overloaded, and responds 503. */
const REQUESTS = { concurrency: 32, queued: 1_024, perClient: 96, waitMs: 500 };
/** Pages are rendered on the event loop: few at once, so that other requests need not wait for all of them. */
const PAGES = { concurrency: 8, queued: 128, perClient: 96, waitMs: 5_000 };

export type HttpServerOptions = {
  env: Env;
  log: Logger;
  /** Handles requests that no entry of `routes` matches, like Next's request handler. */
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** API routes that this process handles itself. Default: none. */
  routes?: Manifest;
  isDev?: boolean;
};

type Bindings = { Bindings: HttpBindings & { isSent?: boolean } };

/**
 * Creates a Node server that serves the API with Hono and everything else with Next. Assigns each request an
 * id and its peer address, and applies the rate limit before any handler runs.
 */
export function createHttpServer(options: HttpServerOptions): Server {
  const app = new Hono<Bindings>({ getPath: getRawPath });
  app.use(openContext(options));
  mountRoutes(app, options.routes ?? []);
  app.all("*", async ({ req, env }) => {
    const { incoming, outgoing } = env;
    const requestId = requestContext.getStore()?.requestId ?? "";
    const common = isApi(incoming.url) ? apiHeaders(req.raw, requestId) : secureHeaders(req.raw);
    for (const [name, value] of Object.entries(common)) outgoing.setHeader(name, value);
    const context = isApi(incoming.url) ? {} : { deadlineMs: performance.now() + PAGE_MS };
    await queryContexts.run(context, () => options.handle(incoming, outgoing));
    env.isSent = true;
    return RESPONSE_ALREADY_SENT;
  });
  app.onError((error, { req, env: { incoming } }) => {
    const requestId = requestContext.getStore()?.requestId;
    options.log.error({ requestId, error }, "the router failed");
    const failure = new ApiError("INTERNAL_ERROR", "An internal error occurred. Try again.");
    return refuse(failure, { path: incoming.url, request: req.raw, requestId, env: options.env });
  });
  const head = async (request: Request, env: Bindings["Bindings"]) => {
    const response = await app.fetch(request, env);
    // Hono responds to HEAD with a copy of the response to GET, which is not recognized as already sent.
    return env.isSent ? RESPONSE_ALREADY_SENT : response;
  };
  const listener = getRequestListener(
    (request, env) =>
      request.method === "HEAD" ? head(request, env as HttpBindings) : app.fetch(request, env),
    { hostname: "localhost", errorHandler: refuseMalformed },
  );
  const tracedListener = traced(listener, {
    isParentTrusted: options.env.TRUST_PROXY_HOPS > 0,
    getRoute: matchRoute,
  });
  const server = createServer(TIMEOUTS, tracedListener);
  boundConnections(server, options.env);
  return server;
}

/** Returns 400 if the Host header and the target do not form a URL. */
function refuseMalformed(error: unknown): Response {
  if (!(error instanceof RequestError)) throw error;
  const failure = new ApiError("VALIDATION_ERROR", "Correct the path or the Host header.");
  return refuse(failure, { path: "/api", request: new Request("http://localhost/api"), env: {} });
}

/** Runs the next handlers in the request context, or rejects the request. */
function openContext(options: HttpServerOptions): MiddlewareHandler<Bindings> {
  const { env, isDev = false } = options;
  const limits = { pages: new ConcurrencyLimit(PAGES), requests: new ConcurrencyLimit(REQUESTS) };
  const admission = { ...options, limits };
  return async (c, next) => {
    const { incoming, outgoing } = c.env;
    const requestId = chooseRequestId(incoming.headers["x-request-id"], env);
    tracing()?.describe({ "vesting.request.id": requestId });
    let release: () => void;
    try {
      requireServed(incoming, isDev);
      release = await admit(incoming, c.req.raw, admission);
    } catch (error) {
      return refuse(error, { path: incoming.url, request: c.req.raw, requestId, env });
    }
    // A client can disconnect before the handler ends, and an event stream lasts longer than its handler.
    outgoing.once("close", release);
    const remoteAddress = incoming.socket.remoteAddress ?? "";
    await requestContext.run({ remoteAddress, requestId }, next).finally(release);
  };
}

/**
 * Applies the rate limit of the client, and waits for a permit among the requests in progress. Proofs and the
 * scheduler are next, then the client with the fewest recent requests. Health checks are exempt from both, the
 * scheduler from the rate limit. Returns the release function of the permit.
 */
async function admit(
  incoming: IncomingMessage,
  request: Request,
  { env, log, limits }: HttpServerOptions & { limits: Record<"pages" | "requests", ConcurrencyLimit> },
): Promise<() => void> {
  const peer = incoming.socket.remoteAddress ?? "";
  const { headers } = incoming;
  const forwarded = headers["x-forwarded-for"]?.toString();
  const isExempt = isHealth(incoming) || (isCron(incoming) && isScheduler(request, env));
  if (forwarded !== undefined || !isExempt) {
    const hosts = [headers.host, headers["x-forwarded-host"]?.toString()];
    observeProxy({ forwarded, peer, hosts }, { env, log });
  }
  if (isHealth(incoming)) return () => undefined;
  const client = clientAddress(request, env, peer);
  const counted = { client, isStaticFile: isStaticFile(incoming) };
  const remaining = isExempt ? undefined : await countClientRequest(env, counted);
  const priority = isExempt || isProof(incoming) ? Number.MAX_SAFE_INTEGER : remaining;
  return limits[isPage(incoming) ? "pages" : "requests"].acquire(client, priority);
}
