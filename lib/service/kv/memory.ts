import { RateLimiterMemory } from "rate-limiter-flexible";
import type { KeyValueStore, RateLimiter, RateLimitState } from "./key-value-store";

/** Entries kept at most: beyond it the oldest goes, as a flood must neither fill memory nor lock newcomers out. */
const MAX_ENTRIES = 100_000;

type Entry = { value: string; expiresMs: number };

/** Values in this process's memory; right for one process, and lost with it. */
export function createMemoryStore(nowMs: () => number = Date.now, maxEntries = MAX_ENTRIES): KeyValueStore {
  const entries = new Map<string, Entry>();
  // Goes on where it left off: what was deleted stays in a map's order for a while, and whoever begins at its start each
  // time walks past all of it.
  let inOrder = entries.entries();
  let oldest: [string, Entry] | undefined;
  const makeRoom = () => {
    for (;;) {
      oldest ??= inOrder.next().value;
      if (!oldest) {
        inOrder = entries.entries();
        return;
      }
      const [key, entry] = oldest;
      const isThere = entries.get(key) === entry;
      if (isThere && entries.size < maxEntries && entry.expiresMs > nowMs()) return;
      if (isThere) entries.delete(key);
      oldest = undefined;
    }
  };
  return {
    put(key, value, ttlSeconds) {
      entries.delete(key);
      makeRoom();
      entries.set(key, { value, expiresMs: nowMs() + ttlSeconds * 1000 });
      return undefined;
    },
    async take(key) {
      const entry = entries.get(key);
      entries.delete(key);
      return entry && entry.expiresMs > nowMs() ? entry.value : null;
    },
    async close() {
      entries.clear();
    },
  };
}

/** Counts in this process's memory, in windows that start with a key's first request. */
export function createMemoryRateLimiter(): RateLimiter {
  const windows = new Map<number, RateLimiterMemory>();
  const counterOf = (windowSeconds: number) => {
    const counter =
      windows.get(windowSeconds) ??
      new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowSeconds });
    windows.set(windowSeconds, counter);
    return counter;
  };
  return {
    async hit(key, limit, windowSeconds) {
      const { consumedPoints, msBeforeNext } = await counterOf(windowSeconds).consume(key);
      return rateLimitState(consumedPoints, limit, msBeforeNext);
    },
  };
}

/** The standing after `used` requests of a window that ends in `msLeft`. */
const rateLimitState = (used: number, limit: number, msLeft: number): RateLimitState => ({
  allowed: used <= limit,
  remaining: Math.max(0, limit - used),
  resetSeconds: Math.max(1, Math.ceil(msLeft / 1000)),
});
