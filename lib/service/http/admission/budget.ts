import { ApiError } from "@/lib/core/errors";
import type { Services } from "@/lib/service/services";

const WINDOW_SECONDS = 60;

/** Counts one use of `key`, and refuses it with RATE_LIMITED beyond `limit` a minute. */
export async function spend(
  { env, rateLimiter }: Pick<Services, "env" | "rateLimiter">,
  key: string,
  limit: number,
): Promise<void> {
  if (env.RATE_LIMIT === "off") return;
  const { allowed, resetSeconds } = await rateLimiter.hit(key, limit, WINDOW_SECONDS);
  if (allowed) return;
  throw new ApiError(
    "RATE_LIMITED",
    `Wait ${resetSeconds} seconds: ${limit} of these a minute are allowed.`,
    undefined,
    { "retry-after": String(resetSeconds) },
  );
}
