import { ApiError } from "@/lib/core/errors";
import type { Env } from "@/lib/service/env";
import { isKnownHost, isOwnDomain, namedHosts } from "@/lib/service/setup/known-hosts";

type HeaderReader = { get(name: string): string | null };

/** Returns the requested host. A trusted proxy may forward the host in a separate header. */
function getHost(headers: HeaderReader, env: Pick<Env, "TRUST_PROXY_HOPS">): string | null {
  const forwarded = env.TRUST_PROXY_HOPS > 0 ? headers.get("x-forwarded-host") : null;
  return (forwarded ?? headers.get("host"))?.split(",")[0]?.trim() ?? null;
}

/**
 * Returns the origin of this service for links: `https://app.example.com`. Uses the requested host if it belongs
 * to the service (loopback only where no host is named), otherwise the first host of the settings. Returns null
 * if there is none, since any client can send any Host header.
 */
export function publicOrigin(headers: HeaderReader, env: Env): string | null {
  const host = getHost(headers, env);
  const [named] = namedHosts(env);
  if (host !== null && (named === undefined ? isKnownHost : isOwnDomain)(host, env)) {
    const isSecure = headers.get("x-forwarded-proto")?.split(",")[0]?.trim() === "https";
    return `${isSecure ? "https" : "http"}://${host.toLowerCase()}`;
  }
  return named === undefined ? null : `https://${named}`;
}

const unknownHost = () =>
  new ApiError(
    "FORBIDDEN",
    "The host of this request is not allowed. The operator can add it to ALLOWED_HOSTS.",
  );

/**
 * Returns the public origin.
 * @throws FORBIDDEN if there is none
 */
export function requireOrigin(headers: HeaderReader, env: Env): string {
  const origin = publicOrigin(headers, env);
  if (origin === null) throw unknownHost();
  return origin;
}

/**
 * Rejects a request that was not sent by a page of this service. Headers that browsers add and pages cannot
 * forge identify another site's page. The Host header identifies a page whose host name was pointed to this
 * service (DNS rebinding).
 */
export function requireOwnPage(request: Request, env: Env): void {
  const host = getHost(request.headers, env);
  if (!isKnownHost(host, env)) throw unknownHost();
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const isOwn =
    origin !== null && isOwnOrigin(origin, host, env) && (site === null || site === "same-origin");
  if (!isOwn) {
    throw new ApiError(
      "FORBIDDEN",
      "Only pages of this service can call this route. Use your own node instead.",
    );
  }
}

function isOwnOrigin(origin: string, host: string | null, env: Env): boolean {
  if (!URL.canParse(origin)) return false;
  const { host: named, hostname, protocol } = new URL(origin);
  if (!["http:", "https:"].includes(protocol)) return false;
  return named === host?.toLowerCase() || [named, hostname].some((name) => namedHosts(env).includes(name));
}
