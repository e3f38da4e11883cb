import { Redis } from "@upstash/redis";
import { Redis as RedisConnection } from "ioredis";
import type { Env } from "@/lib/service/env";
import type { Logger } from "@/lib/service/log";
import type { KeyValueStore, RateLimiter } from "./key-value-store";
import { createMemoryRateLimiter, createMemoryStore } from "./memory";
import { failClosed, withFallback } from "./outage";
import { createRedisRateLimiter, createRedisRequester, createRedisStore, createUpstashStore } from "./redis";

/** For an answer, or a connection: a request that also meets a database that hangs is to be answered within 2 s. */
const TIMEOUT_MS = 500;
/** Over HTTPS, its one repetition included. */
const REST_TIMEOUT_MS = 700;
/** A connection on which an answer is due for so long is lost, and made anew. */
const SILENT_MS = 2_000;
/** Short enough that everything is as before five seconds after an outage. */
const MAX_RECONNECT_MS = 2_000;

type KeyValue = { kv: KeyValueStore; rateLimiter: RateLimiter };

/** `timeoutMs` replaces the limits of a request, for a caller that can wait. */
type Options = { log: Logger; timeoutMs?: number | undefined };

/** The store and the limiter that the settings ask for: Redis over TCP, Upstash over REST, or memory. */
export function openKeyValue(env: Env, log: Logger, { timeoutMs }: { timeoutMs?: number } = {}): KeyValue {
  const options = { log, timeoutMs };
  if (env.REDIS_URL) return openRedis(env.REDIS_URL, options);
  if (env.UPSTASH_REDIS_REST_URL && env.UPSTASH_REDIS_REST_TOKEN) {
    return openUpstash(env.UPSTASH_REDIS_REST_URL, env.UPSTASH_REDIS_REST_TOKEN, options);
  }
  return { kv: createMemoryStore(), rateLimiter: createMemoryRateLimiter() };
}

function openRedis(url: string, { log, timeoutMs = TIMEOUT_MS }: Options): KeyValue {
  const connection = new RedisConnection(url, {
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    socketTimeout: Math.max(SILENT_MS, timeoutMs),
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 200, MAX_RECONNECT_MS),
  });
  // Every failed command is reported where it is used; without a listener the connection would print each attempt.
  connection.on("error", (error) => log.debug({ kind: error.name }, "Redis connection failed"));
  return shared(createRedisStore(connection), new Redis(createRedisRequester(connection)), log);
}

function openUpstash(url: string, token: string, { log, timeoutMs = REST_TIMEOUT_MS }: Options): KeyValue {
  const redis = new Redis({
    url,
    token,
    automaticDeserialization: false,
    enableAutoPipelining: false,
    enableTelemetry: false,
    retry: { retries: 1, backoff: () => 100 },
    signal: () => AbortSignal.timeout(timeoutMs),
  });
  return shared(createUpstashStore(redis), redis, log);
}

const shared = (store: KeyValueStore, redis: Redis, log: Logger): KeyValue => ({
  kv: failClosed(store, log),
  rateLimiter: withFallback(createRedisRateLimiter(redis), createMemoryRateLimiter(), log),
});
