import { randomUUID } from "node:crypto";
import { ApiError, STATUS_BY_CODE } from "@/lib/core/errors";
import { type Env, readEnv } from "@/lib/service/env";
import { errorContent, toApiError } from "./errors";
import { apiHeaders, secureHeaders } from "./origin/api-headers";
import { corsHeaders } from "./origin/cors";
import { getRequestId } from "./request-context";

/** Returns whether a path, as sent, gets JSON responses. */
export const isApi = (path = "") => /^\/+(?:api|rpc|actions\.json)(?:[/?]|$)/.test(path);

/** Returns the error for a path that cannot be decoded, or null. */
export function malformedPath(path: string): ApiError | null {
  if (!path.includes("%")) return null;
  try {
    decodeURIComponent(path);
    return null;
  } catch {
    return new ApiError("VALIDATION_ERROR", "Correct the percent-encoding of the path.");
  }
}

type Refused = {
  /** The path as sent. */
  path: string | undefined;
  request: Request;
  requestId?: string;
  env: Partial<Pick<Env, "ALLOWED_ORIGIN">>;
};

/**
 * Returns the response to a request that reaches no handler: JSON on API paths, only the message elsewhere.
 */
export function refuse(thrown: unknown, { path, request, requestId = randomUUID(), env }: Refused): Response {
  const error = toApiError(thrown);
  const { body, mediaType } = isApi(path)
    ? errorContent(error, { requestId, request })
    : { body: `${error.message}\n`, mediaType: "text/plain; charset=utf-8" };
  return new Response(body, {
    status: STATUS_BY_CODE[error.code],
    headers: {
      ...apiHeaders(request, requestId),
      ...corsHeaders(request, env),
      "content-type": mediaType,
      "cache-control": "no-store",
      ...error.headers,
    },
  });
}

/**
 * Handles paths that Next would answer itself without the headers of the API. Returns 400 for malformed
 * percent-encoding, and a redirect for a trailing slash. Returns null for every other path.
 */
export function unusualPathResponse(request: Request): Response | null {
  const target = new URL(request.url);
  const { pathname } = target;
  const malformed = malformedPath(pathname);
  const hasSlash = pathname.length > 1 && pathname.endsWith("/");
  if (!malformed && !hasSlash) return null;
  const env = readEnv();
  const requestId = getRequestId(request, env);
  if (malformed) return refuse(malformed, { path: pathname, request, requestId, env });
  target.pathname = pathname.replace(/\/+$/, "");
  const headers = isApi(pathname) ? apiHeaders(request, requestId) : secureHeaders(request);
  return new Response(null, { status: 308, headers: { ...headers, location: target.href } });
}
