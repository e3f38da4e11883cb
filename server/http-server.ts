import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { askers } from "@/lib/service/asker";
import type { Env } from "@/lib/service/env";
import { admission, type Ticket } from "@/lib/service/http/admission/admission";
import { clientAddress } from "@/lib/service/http/admission/client-address";
import { ApiError, STATUS_BY_CODE, toApiError } from "@/lib/service/http/errors";
import { API_VERSION, errorBody } from "@/lib/service/http/exchange";
import { corsHeaders } from "@/lib/service/http/origin/cors";
import { NO_PAGE_POLICY, OVER_HTTPS, SECURITY_HEADERS } from "@/lib/service/http/origin/security-headers";
import { chooseRequestId, type RequestContext, requestContext } from "@/lib/service/http/request-context";
import type { Logger } from "@/lib/service/log";
import { observeProxy } from "@/lib/service/setup/observed";
import { answerFound, type Found } from "./api";
import { boundConnections, CONNECTION_CHECKS } from "./connections";
import { explainOutage } from "./outage-page";
import { bodyStream, closeUnlessRead, discardLateUpload, hasBody, withoutBody } from "./request-body";
import { entryLaneOf, headersOf, isApi, isHealth, METHODS, refusedPath, weightOf } from "./requests";

/** How long a page may ask the database; a route of the API has a deadline of its own. */
const PAGE_MS = 20_000;

export type HttpServerOptions = {
  env: Env;
  log: Logger;
  /** Answers a request, as Next's request handler does. */
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Finds what answers a request without the router; null where the router does, as it does for all unless given. */
  find?: (request: IncomingMessage) => Found | null;
  isDev?: boolean;
};

/**
 * A Node server around Next that adds what only the holder of the socket can: the peer's address and a request id, in
 * the context that route handlers run in; a place for the request, or a refusal that never reaches Next; and bodies
 * that are read no faster than they are used.
 */
export function createHttpServer({ env, log, handle, find, isDev = false }: HttpServerOptions): Server {
  const listener: RequestListener = (request, response) => {
    const requestId = chooseRequestId(request.headers["x-request-id"], env);
    const remoteAddress = request.socket.remoteAddress ?? "";
    if (hasBody(request)) discardLateUpload(request, response);
    const isStopping = () => !server.listening;
    const refuse = (error: unknown) => {
      closeUnlessRead(request, response, isStopping);
      answerRefusal({ request, response, requestId, env }, error);
    };
    const pass = async (ticket?: Ticket) => {
      const body = isApi(request.url) ? bodyStream(request) : undefined;
      const context = { remoteAddress, requestId, ticket, body };
      const found = find?.(request);
      if (!found) return passToRouter({ request, response, isStopping, context, handle });
      if (body) closeUnlessRead(request, response, isStopping);
      return answerFound(found, {
        request,
        response,
        context,
        common: () => foundHeaders(request, isStopping),
      });
    };
    admit({ request, response, env, log, isDev }, remoteAddress)
      .then(pass, refuse)
      .catch((error: unknown) => {
        log.error({ requestId, error }, "the router failed");
        refuse(new ApiError("INTERNAL_ERROR", "Something went wrong on our side; try again."));
      });
  };
  const server = createServer(CONNECTION_CHECKS, listener);
  boundConnections(server, env);
  return server;
}

type Passing = Pick<HttpServerOptions, "handle"> & {
  request: IncomingMessage;
  response: ServerResponse;
  isStopping: () => boolean;
  context: RequestContext;
};

/** Has the router answer, in the context that its route handlers and pages run in. */
async function passToRouter({ request, response, isStopping, context, handle }: Passing): Promise<void> {
  closeUnlessRead(request, response, isStopping);
  for (const [name, value] of Object.entries(commonHeaders(request, context.requestId)))
    response.setHeader(name, value);
  const asker = isApi(request.url) ? {} : { signal: AbortSignal.timeout(PAGE_MS) };
  if (!isApi(request.url)) explainOutage(response, asker);
  await requestContext().run(context, () =>
    askers().run(asker, () => handle(context.body ? withoutBody(request) : request, response)),
  );
}

type FlatHeaders = Readonly<Record<string, string>>;

const SECURE: FlatHeaders = Object.fromEntries(SECURITY_HEADERS.map(({ key, value }) => [key, value]));
const NO_PAGE: FlatHeaders = { "Content-Security-Policy": NO_PAGE_POLICY };

/** What a route's answer gets besides what it says itself. */
const FOUND = Object.entries({ ...SECURE, ...NO_PAGE }).flat();
const FOUND_OVER_HTTPS = [...FOUND, OVER_HTTPS.key, OVER_HTTPS.value];

function foundHeaders({ headers }: IncomingMessage, isStopping: () => boolean): readonly string[] {
  const common = headers["x-forwarded-proto"] === "https" ? FOUND_OVER_HTTPS : FOUND;
  return isStopping() ? [...common, "connection", "close"] : common;
}

/** What every answer says, whoever makes it. */
const commonHeaders = ({ url }: IncomingMessage, requestId: string): FlatHeaders =>
  isApi(url) ? { ...SECURE, "x-api-version": API_VERSION, "x-request-id": requestId } : SECURE;

type Arrival = {
  request: IncomingMessage;
  response: ServerResponse;
  env: Env;
  log: Logger;
  isDev: boolean;
};

/** The place of a request, none for health, which is always answered; or the error to refuse it with. */
async function admit(arrival: Arrival, peer: string): Promise<Ticket | undefined> {
  const { request, response, env, log, isDev } = arrival;
  const fault = refusedPath(request, isDev);
  if (fault) throw fault;
  if (isHealth(request)) return undefined;
  observeProxy({ forwarded: request.headers["x-forwarded-for"]?.toString(), peer }, { env, log });
  const client = clientAddress({ headers: headersOf(request) }, env, peer);
  const seconds = admission(env).secondsToWait(client, weightOf(request));
  if (seconds > 0) {
    const message = `Wait ${seconds} s: your address asks more than one client may.`;
    throw new ApiError("RATE_LIMITED", message, undefined, { "retry-after": String(seconds) });
  }
  const ticket = await admission(env).enter(entryLaneOf(request), client);
  if (response.destroyed) ticket.leave();
  else response.once("close", ticket.leave);
  return ticket;
}

type Refused = {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  env: Env;
};

/** Answers instead of the router: JSON on API paths, the sentence alone elsewhere. */
function answerRefusal({ request, response, requestId, env }: Refused, thrown: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const error = toApiError(thrown);
  const { method = "GET", url = "/" } = request;
  const cors = corsHeaders({ method, url, headers: headersOf(request) }, env);
  const isJson = isApi(url);
  response.writeHead(STATUS_BY_CODE[error.code], {
    ...commonHeaders(request, requestId),
    ...cors,
    "content-type": isJson ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
    "cache-control": "no-store",
    ...NO_PAGE,
    ...(error.code === "METHOD_NOT_ALLOWED" && { allow: METHODS.join(", ") }),
    ...error.headers,
  });
  response.end(isJson ? errorBody(error, { requestId, url }) : `${error.message}\n`);
}
