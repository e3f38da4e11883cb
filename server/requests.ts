import type { IncomingMessage } from "node:http";
import { ApiError } from "@/lib/core/errors";

/** The methods that a web `Request` can have and the router knows. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Pages of the router's own making: its last resort is a static page with status 500. */
const ROUTER_PAGES = /^\/_(?:global-error|error|not-found)(?:[/.]|$)/;

type Asked = Pick<IncomingMessage, "url" | "method">;

function pathOf({ url = "" }: Asked): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}

/** Paths that are answered with JSON. */
export const isApi = (url = "") => /^\/+(?:api|rpc|actions\.json)(?:[/?]|$)/.test(url);

export const isHealth = (request: Asked) =>
  request.url?.startsWith("/api/health") === true &&
  /^\/api\/health(\/(live|ready))?$/.test(pathOf(request)) &&
  ["GET", "HEAD"].includes(request.method ?? "");

export const isCron = (request: Asked) => pathOf(request) === "/api/cron/sync";

export const isStaticFile = (request: Asked) => pathOf(request).startsWith("/_next/static/");

/** What the router would answer with a page of its own, or fail on. */
export function refusedPath(request: Asked, isDev: boolean): ApiError | null {
  const { url = "", method = "" } = request;
  if (!METHODS.includes(method))
    return new ApiError("METHOD_NOT_ALLOWED", `Use one of ${METHODS.join(", ")}.`);
  if (!url.startsWith("/"))
    return new ApiError("VALIDATION_ERROR", "Send the path alone in the request line.");
  if (url.includes("%") && !isWellEncoded(pathOf(request)))
    return new ApiError("VALIDATION_ERROR", "Correct the percent-encoding of the path.");
  if (ROUTER_PAGES.test(url)) return new ApiError("NOT_FOUND", "There is no such page; start at /.");
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead && !isDev && !isApi(url))
    return new ApiError("METHOD_NOT_ALLOWED", "Use GET, HEAD on this path.", undefined, {
      allow: "GET, HEAD",
    });
  return null;
}

function isWellEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
