import { RateLimiterMemory } from "rate-limiter-flexible";
import type { KeyValueStore, RateLimit, RateLimiter } from "./key-value-store";

/**
 * Maximum entries. Beyond it the oldest entry is evicted, so that a flood neither fills the memory nor locks
 * out new clients.
 */
const MAX_ENTRIES = 100_000;

type Entry = { value: string; expiresMs: number };

/** Creates a store in this process's memory; suitable for a single process, and lost when it ends. */
export function createMemoryStore(nowMs: () => number = Date.now, maxEntries = MAX_ENTRIES): KeyValueStore {
  const entries = new Map<string, Entry>();
  // Keeps one iterator. Deleted entries stay in a map's internal order for a while, and a new iterator would
  // skip all of them each time. New entries are always ahead of the iterator.
  const inOrder = entries.entries();
  let oldest: [string, Entry] | undefined;
  const remove = (key: string) => {
    if (oldest?.[0] === key) oldest = undefined;
    entries.delete(key);
  };
  const evict = (atMs: number) => {
    for (;;) {
      oldest ??= inOrder.next().value;
      if (!oldest) return;
      const [key, { expiresMs }] = oldest;
      if (entries.size <= maxEntries && expiresMs > atMs) return;
      remove(key);
    }
  };
  return {
    // A lookup in a large map costs as much as the rest of this function, so a new key needs only one.
    async put(key, value, ttlSeconds) {
      const atMs = nowMs();
      const entry = { value, expiresMs: atMs + ttlSeconds * 1000 };
      const { size } = entries;
      entries.set(key, entry);
      if (entries.size === size) {
        remove(key);
        entries.set(key, entry);
      }
      evict(atMs);
    },
    async take(key) {
      const entry = entries.get(key);
      remove(key);
      return entry && entry.expiresMs > nowMs() ? entry.value : null;
    },
    async close() {
      entries.clear();
    },
  };
}

/** Creates a rate limiter in this process's memory. */
export function createMemoryRateLimiter(nowMs: () => number = Date.now): RateLimiter {
  const counters = new Map<number, RateLimiterMemory>();
  const counterOf = (windowSeconds: number) => {
    const counter =
      counters.get(windowSeconds) ??
      new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 2 * windowSeconds });
    counters.set(windowSeconds, counter);
    return counter;
  };
  return {
    async hit(key, { limit, windowSeconds, points = 1 }) {
      const counter = counterOf(windowSeconds);
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
