import { randomUUID } from "node:crypto";
import { isDatabaseUnavailable } from "@/db/failures";
import { retryLater, STATUS_BY_CODE } from "@/lib/core/errors";
import { toJson } from "@/lib/core/text/to-json";
import { writeSentences } from "@/lib/service/env";
import { createLogger } from "@/lib/service/log";
import { countResponse } from "@/lib/service/metrics/count";
import { services as openedServices, type Services } from "@/lib/service/services";
import { errorContent, JSON_TYPE, toApiError } from "./errors";
import { clientAddress } from "./limits/client-address";
import { requireAllowed, WINDOW_SECONDS } from "./limits/rate-limit";
import { apiHeaders } from "./origin/api-headers";
import { corsHeaders } from "./origin/cors";
import { NO_PAGE_POLICY } from "./origin/security-headers.mjs";
import { computeEtag, Reply, reply } from "./reply";
import { getRequestId } from "./request-context";
import { refuse } from "./request-path";

/** The state of one request while it is handled, with the headers that every response to it contains. */
export type RequestContext = {
  request: Request;
  services: Services;
  /** Method and path pattern; names the route in logs and rate limits. */
  route: string;
  requestId: string;
  headers: Record<string, string>;
  startedMs: number;
};

/**
 * Returns the response of `handle` to a request, or the response for the error that it throws. Returns 503 if
 * the services cannot be opened.
 */
export async function respond(
  request: Request,
  path: string,
  handle: (context: RequestContext) => Promise<Response> | Response,
): Promise<Response> {
  let context: RequestContext | undefined;
  try {
    context = openRequestContext(request, await openedServices(), path);
    return await handle(context);
  } catch (error) {
    return context ? errorResponse(context, error) : unavailableResponse(error, request);
  }
}

function openRequestContext(request: Request, services: Services, path: string): RequestContext {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const requestId = getRequestId(request, services.env);
  const headers = Object.assign(apiHeaders(request, requestId), corsHeaders(request, services.env));
  return { request, services, route: `${method} ${path}`, requestId, headers, startedMs: performance.now() };
}

/**
 * Counts the request against the rate limit of its client address, unless limits are off. `form` selects a
 * separate counter.
 */
export async function countRequest(
  context: RequestContext,
  limit: number | "none",
  form = "",
): Promise<void> {
  const { services, route, request, headers } = context;
  if (limit === "none" || services.env.RATE_LIMIT === "off") return;
  const key = `${route} ${form && `${form} `}${clientAddress(request, services.env)}`;
  const state = await services.rateLimiter.hit(key, { limit, windowSeconds: WINDOW_SECONDS });
  headers["ratelimit-policy"] = `"default";q=${limit};w=${WINDOW_SECONDS}`;
  headers.ratelimit = `"default";r=${state.remaining};t=${state.resetSeconds}`;
  requireAllowed(state, `This route allows ${limit} requests per minute.`);
}

/** Shared caches serve a response for one second, and revalidate by ETag during the next five. */
const PUBLIC = "public, max-age=1, stale-while-revalidate=5";

/**
 * Converts a handler's result to the response: a Response or Reply, or an object as 200. A public response
 * has an ETag, and is 304 if the client already has it.
 */
export function toResponse(context: RequestContext, result: object, isPublicGet: boolean): Response {
  if (result instanceof Response)
    return finish(context, result.body, result.status, Object.fromEntries(result.headers));
  const { status, headers, body } = result instanceof Reply ? result : reply(200, result);
  const text = typeof body === "string" ? body : toJson(body);
  const typed = { "content-type": JSON_TYPE, ...headers };
  if (!isPublicGet || status !== 200 || headers["cache-control"] === "no-store")
    return finish(context, text, status, { "cache-control": "no-store", ...typed });
  const etag = computeEtag(text);
  const own = { "cache-control": PUBLIC, ...headers, etag };
  if (matchesTag(context.request.headers.get("if-none-match"), etag)) return finish(context, null, 304, own);
  return finish(context, text, 200, { "content-type": JSON_TYPE, ...own });
}

/** Compares If-None-Match weakly: a tag matches with or without its `W/`. Source: RFC 9110 13.1.2. */
export function matchesTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  const opaque = tag.replace(/^W\//, "");
  return header.split(",").some((part) => [opaque, "*"].includes(part.trim().replace(/^W\//, "")));
}

/**
 * Returns the response for an error. Logs unexpected errors and network failures with their cause, and
 * database failures with their message.
 */
function errorResponse(context: RequestContext, thrown: unknown): Response {
  const error = toApiError(thrown);
  if (error.code === "INTERNAL_ERROR") {
    context.services.log.error({ requestId: context.requestId, error: thrown }, "request failed");
  } else if (isDatabaseUnavailable(thrown)) {
    const reason = thrown instanceof Error ? thrown.message.split("\nparams:")[0] : undefined;
    context.services.log.warn({ requestId: context.requestId, reason }, "the database is unavailable");
  } else if (error.code === "LEDGER_UNAVAILABLE") {
    context.services.log.warn({ requestId: context.requestId, error: thrown }, "the network is unavailable");
  }
  const { body, mediaType } = errorContent(error, context);
  const headers = { "content-type": mediaType, ...error.headers, "cache-control": "no-store" };
  return finish(context, body, STATUS_BY_CODE[error.code], headers);
}

/**
 * Creates the response with the headers that every response of the exchange contains; writes its log line.
 */
export function finish(
  context: RequestContext,
  body: BodyInit | null,
  status: number,
  own: Record<string, string>,
): Response {
  const took = performance.now() - context.startedMs;
  const ms = Math.round(took * 10) / 10;
  countResponse(context.route, status, took / 1000);
  context.services.log.info({ requestId: context.requestId, route: context.route, status, ms }, "request");
  const policy = own["content-security-policy"] ?? NO_PAGE_POLICY;
  const link = [own.link, context.headers.link].filter(Boolean).join(", ");
  // Much faster than a literal with several spreads; every response comes through here.
  const headers = Object.assign({}, own, context.headers, { "content-security-policy": policy });
  if (link) headers.link = link;
  return new Response(body, { status, headers });
}

/**
 * Returns the response if the services cannot be opened: because of invalid settings, or a database that is
 * unavailable at the first request.
 */
function unavailableResponse(cause: unknown, request: Request): Response {
  const requestId = randomUUID();
  const failure = writeSentences(cause);
  createLogger("error").error({ requestId, error: cause }, failure ?? "services could not be opened");
  const path = new URL(request.url).pathname;
  // Health names the settings at fault for the operator. The sentences hold no values.
  const message =
    failure && path === "/api/health"
      ? `The service cannot start with its current settings. ${failure.replaceAll("\n", " ")}`
      : "The service is not ready. Try again shortly.";
  return refuse(retryLater("SERVICE_UNAVAILABLE", message, 5), { path, request, requestId, env: {} });
}
