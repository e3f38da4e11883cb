import { ApiError } from "@/lib/core/errors";
import type { Env } from "@/lib/service/env";
import { globalSingleton } from "@/lib/service/global-singleton";
import type { RateLimit } from "@/lib/service/kv/key-value-store";
import { createMemoryRateLimiter } from "@/lib/service/kv/memory";
import type { Services } from "@/lib/service/services";
import { clientAddress, networkOf, UNKNOWN_CLIENT } from "./client-address";

/** Sliding window of the rate limits per route. */
export const WINDOW_SECONDS = 60;
const DAY_SECONDS = 86_400;

/** Points of one client for all routes and pages together; a page loads about thirty static files. */
const [CLIENT_POINTS, CLIENT_SECONDS] = [1_600, 10];
const [REQUEST_POINTS, STATIC_FILE_POINTS] = [4, 1];

const rateLimited = (message: string, seconds: number) =>
  new ApiError("RATE_LIMITED", message, undefined, { "retry-after": String(seconds) });

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
  const { allowed, resetSeconds } = await rateLimiter.hit(key, { limit, windowSeconds: WINDOW_SECONDS });
  if (allowed) return;
  throw rateLimited(
    `At most ${limit} of these requests are allowed per minute. Try again in ${resetSeconds} seconds.`,
    resetSeconds,
  );
}

type NetworkShare = Omit<RateLimit, "windowSeconds"> & {
  name: string;
  /** Default: one day. */
  windowSeconds?: number;
};

/**
 * Counts a request that uses a quota shared by all clients, such as the number of webhook endpoints. Counts
 * it against the share of the client's network, since new wallets cost nothing.
 * @throws RATE_LIMITED
 */
export async function consumeNetworkShare(
  { env, rateLimiter }: Pick<Services, "env" | "rateLimiter">,
  request: Request,
  { name, limit, windowSeconds = DAY_SECONDS, points = 1 }: NetworkShare,
): Promise<void> {
  const client = clientAddress(request, env);
  if (env.RATE_LIMIT === "off" || client === UNKNOWN_CLIENT) return;
  const key = `${name} ${networkOf(client)}`;
  const { allowed, resetSeconds } = await rateLimiter.hit(key, { limit, windowSeconds, points });
  if (allowed) return;
  throw rateLimited(
    `Your network has used its quota of ${name}. Try again in ${resetSeconds} s.`,
    resetSeconds,
  );
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
  const limiter = shared.get() ?? createMemoryRateLimiter();
  shared.set(limiter);
  const points = isStaticFile ? STATIC_FILE_POINTS : REQUEST_POINTS;
  const limits = { limit: CLIENT_POINTS, windowSeconds: CLIENT_SECONDS, points };
  const { allowed, remaining, resetSeconds } = await limiter.hit(client, limits);
  if (!allowed)
    throw rateLimited(
      `Your address exceeds the rate limit of one client. Try again in ${resetSeconds} s.`,
      resetSeconds,
    );
  return remaining;
}
