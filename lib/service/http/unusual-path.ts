import { readEnv } from "@/lib/service/env";
import { apiHeaders, secureHeaders } from "./origin/api-headers";
import { refuse } from "./refusal";
import { chooseRequestId, requestContext } from "./request-context";
import { isApi, malformedPath } from "./request-path";

/**
 * Answers a path that Next would answer itself, without the headers of the API: 400 for malformed percent-encoding, and a
 * redirect for a slash at the end. Returns null for every other path.
 */
export function answerUnusualPath(request: Request): Response | null {
  const target = new URL(request.url);
  const { pathname } = target;
  const malformed = malformedPath(pathname);
  const hasSlash = pathname.length > 1 && pathname.endsWith("/");
  if (!malformed && !hasSlash) return null;
  const env = readEnv();
  const known = requestContext().getStore()?.requestId;
  const requestId = known ?? chooseRequestId(request.headers.get("x-request-id"), env);
  if (malformed) return refuse(malformed, { path: pathname, request, requestId, env });
  target.pathname = pathname.replace(/\/+$/, "");
  const headers = isApi(pathname) ? apiHeaders(request, requestId) : secureHeaders(request);
  return new Response(null, { status: 308, headers: { ...headers, location: target.href } });
}
