import { ApiError } from "@/lib/core/errors";
import type { Env } from "@/lib/service/env";
import { createMemoryRateLimiter } from "@/lib/service/kv/memory";
import { processWide } from "@/lib/service/process-wide";
import type { Services } from "@/lib/service/services";
import { UNKNOWN_CLIENT } from "./client-address";

const WINDOW_SECONDS = 60;

/** Requests of one client for all routes and pages together, in points: a page loads some thirty static files. */
const [CLIENT_POINTS, CLIENT_SECONDS] = [1_600, 10];
const [REQUEST_POINTS, STATIC_FILE_POINTS] = [4, 1];

const rateLimited = (message: string, seconds: number) =>
  new ApiError("RATE_LIMITED", message, undefined, { "retry-after": String(seconds) });

/** Counts one use of `key`. @throws RATE_LIMITED beyond `limit` a minute */
export async function spend(
  { env, rateLimiter }: Pick<Services, "env" | "rateLimiter">,
  key: string,
  limit: number,
): Promise<void> {
  if (env.RATE_LIMIT === "off") return;
  const { allowed, resetSeconds } = await rateLimiter.hit(key, { limit, windowSeconds: WINDOW_SECONDS });
  if (allowed) return;
  throw rateLimited(`Wait ${resetSeconds} seconds: ${limit} of these a minute are allowed.`, resetSeconds);
}

const shared = processWide<ReturnType<typeof createMemoryRateLimiter>>("client-rate-limit");

/** Counts a request of a client for any route or page, in this process. @throws RATE_LIMITED */
export async function countClientRequest(
  { RATE_LIMIT }: Pick<Env, "RATE_LIMIT">,
  { client, isStaticFile }: { client: string; isStaticFile: boolean },
): Promise<void> {
  if (RATE_LIMIT === "off" || client === UNKNOWN_CLIENT) return;
  const limiter = shared.get() ?? createMemoryRateLimiter();
  shared.set(limiter);
  const points = isStaticFile ? STATIC_FILE_POINTS : REQUEST_POINTS;
  const limits = { limit: CLIENT_POINTS, windowSeconds: CLIENT_SECONDS, points };
  const { allowed, resetSeconds } = await limiter.hit(client, limits);
  if (!allowed)
    throw rateLimited(`Wait ${resetSeconds} s: your address asks more than one client may.`, resetSeconds);
}
