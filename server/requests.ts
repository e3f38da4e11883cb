import type { IncomingMessage } from "node:http";
import { ApiError } from "@/lib/core/errors";
import { METHODS } from "@/lib/service/http/methods";
import { isApi, malformedPath } from "@/lib/service/http/request-path";

/** Pages that Next generates itself; its last-resort error page is static with status 500. */
const ROUTER_PAGES = /^\/_(?:global-error|error|not-found)(?:[/.]|$)/;

export type RequestHead = Pick<IncomingMessage, "url" | "method">;

const getPath = ({ url = "" }: RequestHead): string => url.split("?", 1)[0] ?? "";

export const isHealth = (request: RequestHead) =>
  /^\/api\/health(\/(live|ready))?$/.test(getPath(request)) && ["GET", "HEAD"].includes(request.method ?? "");

export const isCron = (request: RequestHead) => getPath(request) === "/api/cron/sync";

/** Returns whether a recipient needs the response to claim. */
export const isProof = (request: RequestHead) => /^\/api\/campaigns\/[^/]+\/proof$/.test(getPath(request));

export const isStaticFile = (request: RequestHead) => getPath(request).startsWith("/_next/static/");

/** Returns whether Next renders the response; a path with an extension is a file. */
export const isPage = (request: RequestHead) => !isApi(request.url) && !/\.\w+$/.test(getPath(request));

/**
 * Rejects a request that Next would answer with a page of its own, or fail on.
 * @throws METHOD_NOT_ALLOWED, VALIDATION_ERROR or NOT_FOUND
 */
export function requireServed(request: RequestHead, isDev: boolean): void {
  const { url = "", method = "" } = request;
  if (!METHODS.some((known) => known === method)) throw notAllowed(METHODS.join(", "));
  if (!url.startsWith("/"))
    throw new ApiError("VALIDATION_ERROR", "Send the path alone in the request line.");
  const malformed = malformedPath(getPath(request));
  if (malformed) throw malformed;
  if (ROUTER_PAGES.test(url)) throw new ApiError("NOT_FOUND", "This page does not exist. Start at /.");
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead && !isDev && !isApi(url)) throw notAllowed("GET, HEAD");
}

const notAllowed = (allow: string) =>
  new ApiError("METHOD_NOT_ALLOWED", `This path supports only ${allow}.`, undefined, { allow });
