import { ApiError } from "@/lib/core/errors";
import type { Env } from "@/lib/service/env";
import { isKnownHost, namedHosts } from "@/lib/service/setup/known-hosts";
import { hostOf } from "./public-origin";

/**
 * Refuses what no page of this service sent. A page elsewhere is told by the headers that browsers add and pages cannot
 * forge; one whose name was made to point here, by its Host.
 */
export function requireOwnPage(request: Request, env: Env): void {
  const host = hostOf(request.headers, env);
  if (!isKnownHost(host, env)) {
    throw new ApiError(
      "FORBIDDEN",
      "This service does not know the host it was asked under; its operator adds it to ALLOWED_HOSTS.",
    );
  }
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const isOwn =
    origin !== null && isOwnOrigin(origin, host, env) && (site === null || site === "same-origin");
  if (!isOwn) {
    throw new ApiError(
      "FORBIDDEN",
      "Only pages of this service may ask this; ask a node of your own instead.",
    );
  }
}

function isOwnOrigin(origin: string, host: string | null, env: Env): boolean {
  if (!URL.canParse(origin)) return false;
  const { host: named, hostname, protocol } = new URL(origin);
  if (!["http:", "https:"].includes(protocol)) return false;
  return named === host?.toLowerCase() || [named, hostname].some((name) => namedHosts(env).includes(name));
}
