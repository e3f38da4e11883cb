import { RateLimiterMemory } from "rate-limiter-flexible";
import type { KeyValueStore, RateLimiter, RateLimitState } from "./key-value-store";

/** Entries kept at most: beyond it the oldest goes, as a flood must neither fill memory nor lock newcomers out. */
const MAX_ENTRIES = 100_000;

type Entry = { value: string; expiresMs: number };

/** Values in this process's memory; right for one process, and lost with it. */
export function createMemoryStore(nowMs: () => number = Date.now, maxEntries = MAX_ENTRIES): KeyValueStore {
  const entries = new Map<string, Entry>();
  // Goes on where it left off: what was deleted stays in a map's order for a while, and whoever begins at its start each
  // time walks past all of it. What was put last is always still before it.
  const inOrder = entries.entries();
  let oldest: [string, Entry] | undefined;
  const remove = (key: string) => {
    if (oldest?.[0] === key) oldest = undefined;
    entries.delete(key);
  };
  const makeRoom = (atMs: number) => {
    for (;;) {
      oldest ??= inOrder.next().value;
      if (!oldest) return;
      const [key, { expiresMs }] = oldest;
      if (entries.size <= maxEntries && expiresMs > atMs) return;
      remove(key);
    }
  };
  return {
    // To look for a key among so many takes as long as all else here, so that it is done once for each that is new.
    async put(key, value, ttlSeconds) {
      const atMs = nowMs();
      const entry = { value, expiresMs: atMs + ttlSeconds * 1000 };
      const { size } = entries;
      entries.set(key, entry);
      if (entries.size === size) {
        remove(key);
        entries.set(key, entry);
      }
      makeRoom(atMs);
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
