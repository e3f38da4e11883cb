import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono, type MiddlewareHandler } from "hono";
import { ApiError } from "@/lib/core/errors";
import { askers } from "@/lib/service/asker";
import type { Env } from "@/lib/service/env";
import { admission, type Ticket } from "@/lib/service/http/admission/admission";
import { clientAddress } from "@/lib/service/http/admission/client-address";
import type { Manifest } from "@/lib/service/http/openapi";
import { apiHeaders, secureHeaders } from "@/lib/service/http/origin/api-headers";
import { refuse } from "@/lib/service/http/refusal";
import { chooseRequestId, requestContext } from "@/lib/service/http/request-context";
import { isApi } from "@/lib/service/http/request-path";
import type { Logger } from "@/lib/service/log";
import { observeProxy } from "@/lib/service/setup/observed";
import { tracing } from "@/lib/service/tracing/tracing";
import { mountRoutes, rawPathOf } from "./api";
import { boundConnections, CONNECTION_CHECKS } from "./connections";
import { entryLaneOf, isHealth, refusedPath, weightOf } from "./requests";
import { traced } from "./tracing/requests";

/** How long a page may query the database; a route of the API has a deadline of its own. */
const PAGE_MS = 20_000;

export type HttpServerOptions = {
  env: Env;
  log: Logger;
  /** Answers whatever `routes` do not, as Next's request handler does. */
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** The routes of the API that this process answers itself; none unless given. */
  routes?: Manifest;
  isDev?: boolean;
};

type Bindings = { Bindings: HttpBindings };

/**
 * A Node server that answers the API by Hono and everything else by Next. It knows the peer's address, gives each request
 * an id and a place, and refuses requests that exceed a limit before a handler runs.
 */
export function createHttpServer(options: HttpServerOptions): Server {
  const app = new Hono<Bindings>({ getPath: rawPathOf });
  app.use(admitRequest(options));
  mountRoutes(app, options.routes ?? []);
  app.all("*", async ({ req, env: { incoming, outgoing } }) => {
    const requestId = requestContext().getStore()?.requestId ?? "";
    const common = isApi(incoming.url) ? apiHeaders(req.raw, requestId) : secureHeaders(req.raw);
    for (const [name, value] of Object.entries(common)) outgoing.setHeader(name, value);
    const asker = isApi(incoming.url) ? {} : { signal: AbortSignal.timeout(PAGE_MS) };
    await askers().run(asker, () => options.handle(incoming, outgoing));
    return RESPONSE_ALREADY_SENT;
  });
  app.onError((error, { req, env: { incoming } }) => {
    const requestId = requestContext().getStore()?.requestId;
    options.log.error({ requestId, error }, "the router failed");
    const failure = new ApiError("INTERNAL_ERROR", "Something went wrong on our side; try again.");
    return refuse(failure, { path: incoming.url, request: req.raw, requestId, env: options.env });
  });
  const listener = getRequestListener(app.fetch, {
    hostname: "localhost",
    overrideGlobalObjects: false,
    errorHandler: refuseMalformed,
  });
  const server = createServer(CONNECTION_CHECKS, traced(listener, options.env));
  boundConnections(server, options.env);
  return server;
}

/** Answers a request whose Host header and target make no URL. */
function refuseMalformed(error: unknown): Response {
  if (!(error instanceof RequestError)) throw error;
  const headers = {
    ...secureHeaders({ headers: new Headers() }),
    "content-type": "text/plain; charset=utf-8",
  };
  return new Response("Correct the path or the Host header.\n", { status: 400, headers });
}

/** Runs what follows in the request's context, or refuses the request. */
function admitRequest(options: HttpServerOptions): MiddlewareHandler<Bindings> {
  const { env, isDev = false } = options;
  return async (c, next) => {
    const { incoming, outgoing } = c.env;
    const requestId = chooseRequestId(incoming.headers["x-request-id"], env);
    tracing()?.describe({ "vesting.request.id": requestId });
    const refusal = { path: incoming.url, request: c.req.raw, requestId, env };
    let ticket: Ticket | undefined;
    try {
      const fault = refusedPath(incoming, isDev);
      if (fault) throw fault;
      // Health is always answered.
      if (!isHealth(incoming)) ticket = await admit(incoming, c.req.raw, options);
    } catch (error) {
      return refuse(error, refusal);
    }
    if (ticket) leaveAtEnd(ticket, outgoing);
    const remoteAddress = incoming.socket.remoteAddress ?? "";
    await requestContext().run({ remoteAddress, requestId, ticket }, next);
  };
}

async function admit(
  incoming: IncomingMessage,
  request: Request,
  { env, log }: HttpServerOptions,
): Promise<Ticket> {
  const peer = incoming.socket.remoteAddress ?? "";
  const forwarded = incoming.headers["x-forwarded-for"]?.toString();
  if (forwarded !== undefined) observeProxy({ forwarded, peer }, { env, log });
  const client = clientAddress(request, env, peer);
  const gate = admission(env);
  const seconds = gate.secondsToWait(client, weightOf(incoming));
  if (seconds > 0) {
    const message = `Wait ${seconds} s: your address asks more than one client may.`;
    throw new ApiError("RATE_LIMITED", message, undefined, { "retry-after": String(seconds) });
  }
  return gate.enter(entryLaneOf(incoming, request), client);
}

function leaveAtEnd(ticket: Ticket, response: ServerResponse): void {
  if (response.destroyed) ticket.leave();
  else response.on("close", () => ticket.leave());
}
