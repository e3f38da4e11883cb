import { describe, expect, test } from "vitest";
import { createMemoryRateLimiter } from "@/lib/service/kv/memory";

// The limiters on Redis and Upstash are tested in key-value-store.test.ts.
describe("the rate limiter in memory, with its sliding window", () => {
  test("allows no double limit of requests at the edge between two windows", async () => {
    let atMs = 59_000;
    const limiter = createMemoryRateLimiter(() => atMs);
    const allowedAt = async (ms: number) => {
      atMs = ms;
      let allowed = 0;
      while ((await limiter.hit("key", { limit: 60, windowSeconds: 60 })).allowed) allowed++;
      return allowed;
    };
    expect(await allowedAt(59_000)).toBe(60);
    expect(await allowedAt(60_000)).toBe(0);
    expect(await allowedAt(63_000)).toBe(3);
    expect(await allowedAt(90_000)).toBe(27);
    expect(await allowedAt(180_000)).toBe(60);
  });
});
