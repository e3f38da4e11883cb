import { Redis } from "@upstash/redis";
import { Redis as RedisConnection } from "ioredis";
import type { Env } from "@/lib/service/env";
import type { Logger } from "@/lib/service/log";
import { failClosed, withFallback } from "./circuit-breaker";
import type { KeyValueStore, RateLimiter } from "./key-value-store";
import { createMemoryRateLimiter, createMemoryStore } from "./memory";
import { createRedisRateLimiter, createRedisRequester, createRedisStore, createUpstashStore } from "./redis";

/**
 * Timeout of a response or a connection. A request that also meets an unresponsive database must be answered
 * within 2 s.
 */
const TIMEOUT_MS = 500;
/** Timeout over HTTPS, including one retry. */
const REST_TIMEOUT_MS = 700;
/** A connection with an overdue response for this long is considered lost and reopened. */
const SILENT_MS = 2_000;
/** Short enough that the service recovers within five seconds after an outage. */
const MAX_RECONNECT_MS = 2_000;

type KeyValue = { kv: KeyValueStore; rateLimiter: RateLimiter };

/** `timeoutMs` replaces the limits of a request, for a caller that can wait. */
type Options = { log: Logger; timeoutMs?: number | undefined };

/** Opens the store and the rate limiter of the settings: Redis over TCP, Upstash over REST, or memory. */
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
  // Callers report every failed command. Without a listener, the connection would print each attempt.
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
