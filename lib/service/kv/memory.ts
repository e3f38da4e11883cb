import { RateLimiterMemory } from "rate-limiter-flexible";
import type { KeyValueStore, RateLimit, RateLimiter } from "./key-value-store";

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

/** Counts in this process's memory. */
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
      // Counted before anything is awaited, so that requests that come at once do not see the same count.
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

/** After the window ends, a full one still counts whole: its share for one more request has to pass too. */
export const retrySeconds = (resetSeconds: number, { limit, windowSeconds, points = 1 }: RateLimit): number =>
  resetSeconds + Math.ceil((windowSeconds * points) / limit);
