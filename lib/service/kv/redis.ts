import { createHash } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import type { Redis, Requester } from "@upstash/redis";
import type { Redis as RedisConnection } from "ioredis";
import type { KeyValueStore, RateLimiter } from "./key-value-store";
import { retrySeconds } from "./memory";

/** Creates a store on a Redis server, shared by all processes that use it. */
export const createRedisStore = (connection: RedisConnection): KeyValueStore => ({
  put: async (key, value, ttlSeconds) => void (await connection.set(key, value, "EX", ttlSeconds)),
  take: (key) => connection.getdel(key),
  close: async () => connection.disconnect(),
});

/** Creates a store at Upstash over HTTPS; `redis` must not deserialize, as values are text. */
export const createUpstashStore = (redis: Redis): KeyValueStore => ({
  put: async (key, value, ttlSeconds) => void (await redis.set(key, value, { ex: ttlSeconds })),
  take: (key) => redis.getdel<string>(key),
  close: async () => {},
});

/** Creates a rate limiter in Redis, so that all processes share one counter. */
export function createRedisRateLimiter(redis: Redis): RateLimiter {
  const limiters = new Map<string, Ratelimit>();
  const getLimiter = (limit: number, windowSeconds: number) => {
    const name = `${limit}/${windowSeconds}`;
    const limiter = limiters.get(name) ?? createLimiter(redis, limit, windowSeconds);
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    async hit(key, { limit, windowSeconds, points = 1 }) {
      const limiter = getLimiter(limit, windowSeconds);
      const { success, remaining, reset } = await limiter.limit(key, { rate: points });
      const resetSeconds = Math.max(1, Math.ceil((reset - Date.now()) / 1000));
      return {
        allowed: success,
        remaining: Math.max(0, remaining),
        resetSeconds: success ? resetSeconds : retrySeconds(resetSeconds, { limit, windowSeconds, points }),
      };
    },
  };
}

/**
 * Disables the library's timeout, which lets requests pass uncounted: the caller counts in memory instead.
 */
const createLimiter = (redis: Redis, limit: number, windowSeconds: number) =>
  new Ratelimit({
    redis,
    limiter: Ratelimit.slidingWindow(limit, `${windowSeconds} s`),
    prefix: "limit",
    ephemeralCache: false,
    timeout: 0,
    enableTelemetry: false,
  });

type Command = (string | number)[];

/**
 * Lets Upstash's client and rate limiter use a Redis server over TCP.
 *
 * Upstash's scripts start with a `#!lua` line of flags that only Upstash's own servers know. This function
 * removes the line, and maps the hash of a script to the hash without that line.
 */
export function createRedisRequester(connection: RedisConnection): Requester {
  const portable = new Map<string, string>();
  const translate = ([name, script, ...rest]: Command): Command => {
    if (name === undefined || script === undefined) return name === undefined ? [] : [name];
    if (name === "eval") {
      const text = String(script).replace(/^#!lua[^\n]*\n/, "");
      portable.set(sha1(String(script)), sha1(text));
      return [name, text, ...rest];
    }
    return [name, name === "evalsha" ? (portable.get(String(script)) ?? script) : script, ...rest];
  };
  return {
    async request<T>({ body }: { body?: unknown }) {
      const [name, ...parameters] = translate(Array.isArray(body) ? body : []);
      return { result: (await connection.call(String(name), parameters)) as T };
    },
  };
}

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");
