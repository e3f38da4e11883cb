import { retryLater } from "@/lib/core/errors";
import type { Env } from "@/lib/service/env";
import { globalSingleton } from "@/lib/service/global-singleton";
import type { RateLimit, RateLimitState } from "@/lib/service/kv/key-value-store";
import { createMemoryRateLimiter } from "@/lib/service/kv/memory";
import type { Services } from "@/lib/service/services";
import { clientAddress, getSubnet, UNKNOWN_CLIENT } from "./client-address";

/** Sliding window of the rate limits per route. */
export const WINDOW_SECONDS = 60;
const DAY_SECONDS = 86_400;

/** Points of one client for all routes and pages together; a page loads about thirty static files. */
const [CLIENT_POINTS, CLIENT_SECONDS] = [1_600, 10];
const [REQUEST_POINTS, STATIC_FILE_POINTS] = [4, 1];

/** Throws RATE_LIMITED if a request was rejected; `reason` is the first sentence of the message. */
export function requireAllowed({ allowed, resetSeconds }: RateLimitState, reason: string): void {
  if (!allowed) throw retryLater("RATE_LIMITED", `${reason} Try again in ${resetSeconds} s.`, resetSeconds);
}

/**
 * Counts one use of `key`.
 * @throws RATE_LIMITED beyond `limit` per minute
 */
export async function consume(
  { env, rateLimiter }: Pick<Services, "env" | "rateLimiter">,
  key: string,
  limit: number,
): Promise<void> {
  if (env.RATE_LIMIT === "off") return;
  const state = await rateLimiter.hit(key, { limit, windowSeconds: WINDOW_SECONDS });
  requireAllowed(state, `At most ${limit} of these requests are allowed per minute.`);
}

/** Without `windowSeconds`, a quota per day. */
type NetworkShare = Partial<RateLimit> & Pick<RateLimit, "limit"> & { name: string };

/**
 * Counts a request that uses a quota shared by all clients, such as the number of webhook endpoints. Counts
 * it against the share of the client's network, since new wallets cost nothing.
 * @throws RATE_LIMITED
 */
export async function consumeNetworkShare(
  { env, rateLimiter }: Pick<Services, "env" | "rateLimiter">,
  request: Pick<Request, "headers">,
  { name, limit, windowSeconds = DAY_SECONDS, points = 1 }: NetworkShare,
): Promise<void> {
  const client = clientAddress(request, env);
  if (env.RATE_LIMIT === "off" || client === UNKNOWN_CLIENT) return;
  const state = await rateLimiter.hit(`${name} ${getSubnet(client)}`, { limit, windowSeconds, points });
  requireAllowed(state, `Your network has used its quota of ${name}.`);
}

const shared = globalSingleton<ReturnType<typeof createMemoryRateLimiter>>("client-rate-limit");

/**
 * Counts a request of a client for any route or page, in this process. Returns the remaining points of the
 * client, and undefined if it is not counted.
 * @throws RATE_LIMITED
 */
export async function countClientRequest(
  { RATE_LIMIT }: Pick<Env, "RATE_LIMIT">,
  { client, isStaticFile }: { client: string; isStaticFile: boolean },
): Promise<number | undefined> {
  if (RATE_LIMIT === "off" || client === UNKNOWN_CLIENT) return undefined;
  const points = isStaticFile ? STATIC_FILE_POINTS : REQUEST_POINTS;
  const limits = { limit: CLIENT_POINTS, windowSeconds: CLIENT_SECONDS, points };
  const state = await shared.getOrCreate(createMemoryRateLimiter).hit(client, limits);
  requireAllowed(state, "Your address exceeds the rate limit of one client.");
  return state.remaining;
}
