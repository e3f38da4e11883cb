import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import type { Redis as RedisConnection } from "ioredis";
import type { KeyValueStore, RateLimiter } from "./key-value-store";

/** Values on a Redis server, shared by every process that uses it. */
export const createRedisStore = (connection: RedisConnection): KeyValueStore => ({
  put: async (key, value, ttlSeconds) => void (await connection.set(key, value, "EX", ttlSeconds)),
  take: (key) => connection.getdel(key),
  close: async () => connection.disconnect(),
});

/** The same at Upstash, over HTTPS; `redis` must not deserialise, as values are text. */
export const createUpstashStore = (redis: Redis): KeyValueStore => ({
  put: async (key, value, ttlSeconds) => void (await redis.set(key, value, { ex: ttlSeconds })),
  take: (key) => redis.getdel<string>(key),
  close: async () => {},
});

/** Counts in Redis, in windows aligned to the clock, so that all processes share one count. */
export function createRedisRateLimiter(redis: Redis): RateLimiter {
  const limiters = new Map<string, Ratelimit>();
  const limiterOf = (limit: number, windowSeconds: number) => {
    const name = `${limit}/${windowSeconds}`;
    const limiter = limiters.get(name) ?? createLimiter(redis, limit, windowSeconds);
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    async hit(key, limit, windowSeconds) {
      const { success, remaining, reset } = await limiterOf(limit, windowSeconds).limit(key);
      const resetSeconds = Math.max(1, Math.ceil((reset - Date.now()) / 1000));
      return { allowed: success, remaining: Math.max(0, remaining), resetSeconds };
    },
  };
}

/** Without the library's own timeout, which lets requests pass uncounted: the caller counts in memory instead. */
const createLimiter = (redis: Redis, limit: number, windowSeconds: number) =>
  new Ratelimit({
    redis,
    limiter: Ratelimit.fixedWindow(limit, `${windowSeconds} s`),
    prefix: "limit",
    ephemeralCache: false,
    timeout: 0,
    enableTelemetry: false,
  });
