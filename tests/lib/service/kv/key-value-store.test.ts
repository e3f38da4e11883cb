import { randomUUID } from "node:crypto";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { PATIENT } from "@/ledger/tests/support/long";
import { readEnv } from "@/lib/service/env";
import { withFallback } from "@/lib/service/kv/circuit-breaker";
import type { KeyValueStore, RateLimiter } from "@/lib/service/kv/key-value-store";
import { createMemoryRateLimiter, createMemoryStore } from "@/lib/service/kv/memory";
import { openKeyValue } from "@/lib/service/kv/open";
import { startUpstash } from "./upstash";

const TOKEN = "a-token-for-the-tests";
const redisUrl = process.env.TEST_REDIS_URL;

type Opened = { kv: KeyValueStore; rateLimiter: RateLimiter };
type Upstash = Awaited<ReturnType<typeof startUpstash>>;

let upstash: Upstash;
beforeAll(async () => {
  // Disables timeouts, so that a busy machine cannot make an answer late.
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
  upstash = await startUpstash(TOKEN);
});
afterAll(() => {
  vi.restoreAllMocks();
  return upstash.close();
});

function open(settings: Record<string, string>) {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { ...openKeyValue(readEnv(settings), pino({ level: "info" }, sink)), lines };
}

const kinds: [string, () => Record<string, string>][] = [
  ["memory", () => ({})],
  ["upstash", () => ({ UPSTASH_REDIS_REST_URL: upstash.url, UPSTASH_REDIS_REST_TOKEN: TOKEN })],
];
if (redisUrl) kinds.push(["redis", () => ({ REDIS_URL: redisUrl })]);

describe.each(kinds)("%s", (kind, settings) => {
  let opened: Opened;
  beforeAll(async () => {
    // The clock is fixed, away from the edge of a window.
    vi.useFakeTimers({
      toFake: ["Date", "setTimeout", "clearTimeout"],
      now: new Date("2027-01-02T03:30:00.5Z"),
    });
    opened = open(settings());
    await vi.waitFor(() => opened.kv.put(randomUUID(), "1", 1), PATIENT);
  });
  afterAll(async () => {
    vi.useRealTimers();
    await opened.kv.close();
  });

  /** A server has its own clock. */
  const pass = async (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1000 + 100);
    if (kind === "redis") await sleep(seconds * 1000 + 100);
  };

  test("gives a value to exactly one of many takers", async () => {
    const key = randomUUID();
    await opened.kv.put(key, "17", 60);
    const taken = await Promise.all(Array.from({ length: 8 }, () => opened.kv.take(key)));
    expect(taken.filter((value) => value !== null)).toEqual(["17"]);
    expect(await opened.kv.take(randomUUID())).toBeNull();
  });

  test("expires a value after its time", async () => {
    const key = randomUUID();
    await opened.kv.put(key, "1", 1);
    await pass(1);
    expect(await opened.kv.take(key)).toBeNull();
  });

  test("the rate limiter allows exactly the limit, also for concurrent requests", async () => {
    const key = randomUUID();
    const states = await Promise.all(
      Array.from({ length: 12 }, () => opened.rateLimiter.hit(key, { limit: 5, windowSeconds: 3600 })),
    );
    expect(states.filter((state) => state.allowed)).toHaveLength(5);
    expect(states.map((state) => state.remaining).toSorted((a, b) => b - a)).toEqual([
      4,
      3,
      2,
      1,
      ...Array(8).fill(0),
    ]);
    for (const { resetSeconds } of states) {
      expect(resetSeconds).toBeGreaterThanOrEqual(1);
      expect(resetSeconds).toBeLessThanOrEqual(3600 + 720);
    }
    expect(await opened.rateLimiter.hit(randomUUID(), { limit: 5, windowSeconds: 3600 })).toMatchObject({
      allowed: true,
      remaining: 4,
    });
  });

  test("the rate limiter allows a refused client one more request after the returned number of seconds", async () => {
    const key = randomUUID();
    const limit = { limit: 2, windowSeconds: 1 };
    let state = await opened.rateLimiter.hit(key, limit);
    while (state.allowed) state = await opened.rateLimiter.hit(key, limit);
    await pass(state.resetSeconds);
    expect(await opened.rateLimiter.hit(key, limit)).toMatchObject({ allowed: true });
  });
});

/** Any time but zero, at which lru-cache starts no time to live. */
const START_MS = 1;

describe("memory", () => {
  test("stays bounded by evicting expired entries first, then the oldest", async () => {
    let nowMs = START_MS;
    const store = createMemoryStore(() => nowMs, 3);
    for (const key of ["a", "b", "c", "d"]) await store.put(key, key, 10);
    expect(await store.take("a")).toBeNull();
    nowMs = START_MS + 10_000;
    await store.put("e", "e", 10);
    expect([await store.take("b"), await store.take("d"), await store.take("e")]).toEqual([null, null, "e"]);
  });

  test("keeps a value until it expires, and evicts nothing when a key is put again", async () => {
    let nowMs = START_MS;
    const store = createMemoryStore(() => nowMs, 2);
    await store.put("a", "1", 10);
    await store.put("b", "2", 10);
    await store.put("b", "3", 10);
    expect(await store.take("a")).toBe("1");
    nowMs = START_MS + 9_999;
    await store.put("c", "4", 10);
    expect(await store.take("c")).toBe("4");
    nowMs = START_MS + 10_000;
    expect(await store.take("b")).toBeNull();
  });
});

test("keeps the last values that were put and neither taken nor expired, in any order of calls", async () => {
  const key = fc.constantFrom("a", "b", "c", "d", "e");
  const step = fc.oneof(
    fc.record({ do: fc.constant("put" as const), key, ttlSeconds: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ do: fc.constant("take" as const), key }),
    fc.record({ do: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 2 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      let nowMs = START_MS;
      const store = createMemoryStore(() => nowMs, 3);
      let stored: { key: string; value: string; untilMs: number }[] = [];
      for (const [position, step] of steps.entries()) {
        if (step.do === "wait") nowMs += step.seconds * 1000;
        else if (step.do === "put") {
          await store.put(step.key, String(position), step.ttlSeconds);
          stored = stored.filter((entry) => entry.key !== step.key);
          // The oldest entry is evicted when it has expired or the store is full.
          while (stored[0] && (stored.length >= 3 || stored[0].untilMs <= nowMs)) stored.shift();
          stored.push({ key: step.key, value: String(position), untilMs: nowMs + step.ttlSeconds * 1000 });
        } else {
          const entry = stored.find((item) => item.key === step.key);
          stored = stored.filter((item) => item !== entry);
          expect(await store.take(step.key)).toBe(entry && entry.untilMs > nowMs ? entry.value : null);
        }
      }
    }),
  );
});

describe("while Redis is unreachable", () => {
  afterEach(() => void vi.useRealTimers());

  const away: [string, () => Record<string, string>][] = [
    ["upstash", () => ({ UPSTASH_REDIS_REST_URL: upstash.url, UPSTASH_REDIS_REST_TOKEN: TOKEN })],
    ["redis", () => ({ REDIS_URL: "redis://127.0.0.1:1" })],
  ];

  test.each(away)(
    "%s: refuses nonces, applies limits in memory, and logs the failure once",
    async (_kind, settings) => {
      upstash.setDown(true);
      const { kv, rateLimiter, lines } = open(settings());
      await expect(kv.put("nonce:secret", "1", 60)).rejects.toMatchObject({ name: "StoreUnavailableError" });
      await expect(kv.take("nonce:secret")).rejects.toMatchObject({ name: "StoreUnavailableError" });
      const key = randomUUID();
      const states = [];
      for (let i = 0; i < 4; i++)
        states.push((await rateLimiter.hit(key, { limit: 3, windowSeconds: 60 })).allowed);
      expect(states).toEqual([true, true, true, false]);
      expect(lines.filter((line) => line.includes("is unavailable"))).toHaveLength(2);
      expect(lines.join("")).not.toContain("secret");
      upstash.setDown(false);
      await kv.close();
    },
  );

  test("pauses for five seconds and then retries Redis", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    let requested = 0;
    const away: RateLimiter = {
      hit: () => {
        requested += 1;
        return Promise.reject(new Error("away"));
      },
    };
    const limiter = withFallback(away, createMemoryRateLimiter(), pino({ level: "silent" }));
    for (let hit = 0; hit < 3; hit++) await limiter.hit("key", { limit: 9, windowSeconds: 60 });
    expect(requested).toBe(1);
    vi.setSystemTime(Date.now() + 5_000);
    expect(await limiter.hit("key", { limit: 9, windowSeconds: 60 })).toMatchObject({ remaining: 5 });
    expect(requested).toBe(2);
  });

  test("uses a store again that has recovered", async () => {
    const { kv, lines } = open({ UPSTASH_REDIS_REST_URL: upstash.url, UPSTASH_REDIS_REST_TOKEN: TOKEN });
    upstash.setDown(true);
    await expect(kv.put("k", "1", 60)).rejects.toThrow();
    upstash.setDown(false);
    await kv.put("k", "1", 60);
    expect(await kv.take("k")).toBe("1");
    expect(lines.at(-1)).toContain("is available again");
  });
});
