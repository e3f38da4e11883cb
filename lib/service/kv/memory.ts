import { LRUCache } from "lru-cache";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { KeyValueStore, RateLimit, RateLimiter } from "./key-value-store";

/**
 * Maximum entries. Beyond it the oldest entry is evicted, so that a flood neither fills the memory nor locks
 * out new clients.
 */
const MAX_ENTRIES = 100_000;

/** Creates a store in this process's memory; suitable for a single process, and lost when it ends. */
export function createMemoryStore(nowMs: () => number = Date.now, maxEntries = MAX_ENTRIES): KeyValueStore {
  const entries = new LRUCache<string, string>({
    // `max` would reserve memory for this number of entries at once.
    maxSize: maxEntries,
    sizeCalculation: () => 1,
    ttlResolution: 0,
    perf: { now: nowMs },
  });
  return {
    async put(key, value, ttlSeconds) {
      // The cache returns an entry until its age exceeds the time to live, and so also at that age.
      entries.set(key, value, { ttl: ttlSeconds * 1000 - 1 });
    },
    async take(key) {
      const value = entries.get(key) ?? null;
      entries.delete(key);
      return value;
    },
    async close() {
      entries.clear();
    },
  };
}

/** Creates a rate limiter in this process's memory. */
export function createMemoryRateLimiter(nowMs: () => number = Date.now): RateLimiter {
  const counters = new Map<number, RateLimiterMemory>();
  const getCounter = (windowSeconds: number) => {
    const counter =
      counters.get(windowSeconds) ??
      new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 2 * windowSeconds });
    counters.set(windowSeconds, counter);
    return counter;
  };
  return {
    async hit(key, { limit, windowSeconds, points = 1 }) {
      const counter = getCounter(windowSeconds);
      const atWindows = nowMs() / 1000 / windowSeconds;
      const current = Math.floor(atWindows);
      const elapsed = atWindows - current;
      const resetSeconds = Math.max(1, Math.ceil((1 - elapsed) * windowSeconds));
      // Counts before the first await, so that concurrent requests do not read the same count.
      const counted = counter.consume(`${key} ${current}`, points);
      const before = await counter.get(`${key} ${current - 1}`);
      const used = (before?.consumedPoints ?? 0) * (1 - elapsed) + (await counted).consumedPoints;
      if (used <= limit) return { allowed: true, remaining: Math.floor(limit - used), resetSeconds };
      await counter.reward(`${key} ${current}`, points);
      const waitSeconds = retrySeconds(resetSeconds, { limit, windowSeconds, points });
      return { allowed: false, remaining: 0, resetSeconds: waitSeconds };
    },
  };
}

/**
 * After the window ends, a full window still counts completely, so the share of one more request has to pass
 * too.
 */
export const retrySeconds = (resetSeconds: number, { limit, windowSeconds, points = 1 }: RateLimit): number =>
  resetSeconds + Math.ceil((windowSeconds * points) / limit);
