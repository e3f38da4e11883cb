import type { IncomingMessage } from "node:http";
import { ApiError } from "@/lib/core/errors";
import { METHODS } from "@/lib/service/http/methods";
import { isApi, malformedPath } from "@/lib/service/http/request-path";

/** Pages that Next generates itself; its last-resort error page is static with status 500. */
const ROUTER_PAGES = /^\/_(?:global-error|error|not-found)(?:[/.]|$)/;

export type RequestHead = Pick<IncomingMessage, "url" | "method">;

const pathOf = ({ url = "" }: RequestHead): string => url.split("?", 1)[0] ?? "";

export const isHealth = (request: RequestHead) =>
  /^\/api\/health(\/(live|ready))?$/.test(pathOf(request)) && ["GET", "HEAD"].includes(request.method ?? "");

export const isCron = (request: RequestHead) => pathOf(request) === "/api/cron/sync";

/** Returns whether a recipient needs the response to claim. */
export const isProof = (request: RequestHead) => /^\/api\/campaigns\/[^/]+\/proof$/.test(pathOf(request));

export const isStaticFile = (request: RequestHead) => pathOf(request).startsWith("/_next/static/");

/** Returns whether Next renders the response; a path with an extension is a file. */
export const isPage = (request: RequestHead) => !isApi(request.url) && !/\.\w+$/.test(pathOf(request));

/** Returns the error for a request that Next would answer with a page of its own, or fail on. */
export function refusedPath(request: RequestHead, isDev: boolean): ApiError | null {
  const { url = "", method = "" } = request;
  if (!METHODS.some((known) => known === method)) return notAllowed(METHODS.join(", "));
  if (!url.startsWith("/"))
    return new ApiError("VALIDATION_ERROR", "Send the path alone in the request line.");
  const malformed = malformedPath(pathOf(request));
  if (malformed) return malformed;
  if (ROUTER_PAGES.test(url)) return new ApiError("NOT_FOUND", "This page does not exist. Start at /.");
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead && !isDev && !isApi(url)) return notAllowed("GET, HEAD");
  return null;
}

const notAllowed = (allow: string) =>
  new ApiError("METHOD_NOT_ALLOWED", `This path supports only ${allow}.`, undefined, { allow });
