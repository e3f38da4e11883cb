import type { Env } from "@/lib/service/env";
import { ACTIONS_HEADERS, isForActions } from "./solana-actions";

const EXPOSED =
  "X-API-Version, x-request-id, RateLimit, RateLimit-Policy, Retry-After, ETag, Link, Allow, WWW-Authenticate, " +
  "Content-Disposition, Deprecation, Sunset";

/**
 * Headers that a browser may send from another site. The admin headers are omitted, as browsers never send
 * them.
 */
const ACCEPTED = "authorization, content-type, content-encoding, if-none-match, last-event-id";
const PREFLIGHT_SECONDS = "600";

/**
 * Returns the headers that let a page of an allowed origin read the response; none without `ALLOWED_ORIGIN`.
 * Paths for clients of Solana Actions allow every origin.
 */
export function corsHeaders(
  request: { method: string; url: string; headers: Pick<Headers, "get"> },
  env: Partial<Pick<Env, "ALLOWED_ORIGIN">>,
): Record<string, string> {
  if (isForActions(request.url)) {
    const preflight = request.method === "OPTIONS" && { "access-control-max-age": PREFLIGHT_SECONDS };
    return { ...ACTIONS_HEADERS, ...preflight };
  }
  if (!env.ALLOWED_ORIGIN) return {};
  const vary: Record<string, string> = { vary: "Origin" };
  const origin = request.headers.get("origin");
  if (!origin || !env.ALLOWED_ORIGIN.includes(origin)) return vary;
  return {
    ...vary,
    "access-control-allow-origin": origin,
    "access-control-expose-headers": EXPOSED,
    ...(request.method === "OPTIONS" && {
      "access-control-allow-headers": ACCEPTED,
      "access-control-max-age": PREFLIGHT_SECONDS,
    }),
  };
}
