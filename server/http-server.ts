import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { STATUS_BY_CODE } from "@/lib/core/views/error-codes";
import { askers } from "@/lib/service/asker";
import type { Env } from "@/lib/service/env";
import { admission, type Ticket } from "@/lib/service/http/admission/admission";
import { clientAddress } from "@/lib/service/http/admission/client-address";
import { ApiError, toApiError } from "@/lib/service/http/errors";
import { API_VERSION, errorBody } from "@/lib/service/http/exchange";
import { corsHeaders } from "@/lib/service/http/origin/cors";
import { NO_PAGE_POLICY, OVER_HTTPS, SECURITY_HEADERS } from "@/lib/service/http/origin/security-headers";
import { chooseRequestId, type RequestContext, requestContext } from "@/lib/service/http/request-context";
import type { Logger } from "@/lib/service/log";
import { observeProxy } from "@/lib/service/setup/observed";
import { tracing } from "@/lib/service/tracing/tracing";
import { answerFound, type Found } from "./api";
import { boundConnections, CONNECTION_CHECKS } from "./connections";
import { explainOutage } from "./pages/outage-page";
import { givePagePolicy } from "./pages/page-policy";
import { bodyStream, closeUnlessRead, discardLateUpload, hasBody, withoutBody } from "./request-body";
import { entryLaneOf, headersOf, isApi, isHealth, METHODS, refusedPath, weightOf } from "./requests";
import { traced } from "./tracing/requests";

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
  const isStopping = () => !server.listening;
  const of = { env, log, handle, find, isDev, isStopping };
  const listener: RequestListener = (request, response) => new Arrival(of, request, response).answer();
  const server = createServer(CONNECTION_CHECKS, traced(listener, env));
  boundConnections(server, env);
  return server;
}

type Of = HttpServerOptions & { isDev: boolean; isStopping: () => boolean };

/**
 * A request until somebody answers it. No step of it waits for anything unless there is something to wait for, nor makes
 * a function: the runner names each one that is made, which takes longer than to call it.
 */
class Arrival {
  readonly requestId: string;
  private readonly hasBody: boolean;

  constructor(
    private readonly of: Of,
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
  ) {
    this.requestId = chooseRequestId(request.headers["x-request-id"], of.env);
    tracing()?.describe({ "vesting.request.id": this.requestId });
    this.hasBody = hasBody(request);
  }

  answer(): void {
    if (this.hasBody) discardLateUpload(this.request, this.response);
    try {
      const admitted = this.admit();
      if (admitted instanceof Promise) this.passLater(admitted);
      else this.pass(admitted);
    } catch (error) {
      this.refuse(error);
    }
  }

  /** The place of a request, none for health, which is always answered; or the error to refuse it with. */
  private admit(): Ticket | undefined | Promise<Ticket> {
    const { env, log, isDev } = this.of;
    const { request } = this;
    const fault = refusedPath(request, isDev);
    if (fault) throw fault;
    if (isHealth(request)) return undefined;
    const peer = request.socket.remoteAddress ?? "";
    const forwarded = request.headers["x-forwarded-for"]?.toString();
    if (forwarded !== undefined) observeProxy({ forwarded, peer }, { env, log });
    const client = clientAddress({ headers: headersOf(request) }, env, peer);
    const gate = admission(env);
    const seconds = gate.secondsToWait(client, weightOf(request));
    if (seconds > 0) {
      const message = `Wait ${seconds} s: your address asks more than one client may.`;
      throw new ApiError("RATE_LIMITED", message, undefined, { "retry-after": String(seconds) });
    }
    const lane = entryLaneOf(request);
    return gate.enterAtOnce(lane, client) ?? gate.enter(lane, client);
  }

  private passLater(admitted: Promise<Ticket>): void {
    admitted.then(
      (ticket) => this.pass(ticket),
      (error: unknown) => this.refuse(error),
    );
  }

  private pass(ticket: Ticket | undefined): void {
    const { request, response, of } = this;
    if (ticket) leaveAtEnd(ticket, response);
    try {
      const body = this.hasBody && isApi(request.url) ? bodyStream(request) : undefined;
      const remoteAddress = request.socket.remoteAddress ?? "";
      const context = { remoteAddress, requestId: this.requestId, ticket, body };
      const found = of.find?.(request);
      const answering = found ? this.answerBy(found, context) : this.passToRouter(context);
      answering?.catch((error: unknown) => this.fail(error));
    } catch (error) {
      this.fail(error);
    }
  }

  private answerBy(found: Found, context: RequestContext): Promise<void> | undefined {
    const { request, response, of } = this;
    if (context.body) closeUnlessRead(request, response, of.isStopping);
    return answerFound(found, { request, response, context, common: this });
  }

  /** Has the router answer, in the context that its route handlers and pages run in. */
  private async passToRouter(context: RequestContext): Promise<void> {
    const { request, response, of } = this;
    closeUnlessRead(request, response, of.isStopping);
    for (const [name, value] of Object.entries(commonHeaders(request, this.requestId)))
      response.setHeader(name, value);
    const asker = isApi(request.url) ? {} : { signal: AbortSignal.timeout(PAGE_MS) };
    if (!isApi(request.url)) {
      explainOutage(response, asker);
      givePagePolicy(request, response, of.isDev);
    }
    await requestContext().run(context, () =>
      askers().run(asker, () => of.handle(context.body ? withoutBody(request) : request, response)),
    );
  }

  /** What a route's answer gets besides what it says itself. */
  headers(): readonly string[] {
    const common = this.request.headers["x-forwarded-proto"] === "https" ? FOUND_OVER_HTTPS : FOUND;
    return this.of.isStopping() ? [...common, "connection", "close"] : common;
  }

  private refuse(error: unknown): void {
    const { request, response, of } = this;
    closeUnlessRead(request, response, of.isStopping);
    answerRefusal({ request, response, requestId: this.requestId, env: of.env }, error);
  }

  private fail(error: unknown): void {
    this.of.log.error({ requestId: this.requestId, error }, "the router failed");
    this.refuse(new ApiError("INTERNAL_ERROR", "Something went wrong on our side; try again."));
  }
}

function leaveAtEnd(ticket: Ticket, response: ServerResponse): void {
  if (response.destroyed) ticket.leave();
  else response.on("close", () => ticket.leave());
}

type FlatHeaders = Readonly<Record<string, string>>;

const SECURE: FlatHeaders = Object.fromEntries(SECURITY_HEADERS.map(({ key, value }) => [key, value]));
const NO_PAGE: FlatHeaders = { "Content-Security-Policy": NO_PAGE_POLICY };

const FOUND = Object.entries({ ...SECURE, ...NO_PAGE }).flat();
const FOUND_OVER_HTTPS = [...FOUND, OVER_HTTPS.key, OVER_HTTPS.value];

/** What every answer says, whoever makes it. */
const commonHeaders = ({ url }: IncomingMessage, requestId: string): FlatHeaders =>
  isApi(url) ? { ...SECURE, "x-api-version": API_VERSION, "x-request-id": requestId } : SECURE;

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
