import { expect, test } from "vitest";
import { GET } from "@/app/api/auth/nonce/route";
import { fixedClock } from "@/lib/service/clock";
import { call, startServices } from "../support/http";

test("returns a fresh nonce that lives five minutes by the server's clock and is never cached", async () => {
  startServices(fixedClock(1_760_000_000_123));
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => call<{ nonce: string }>(GET, { path: "/api/auth/nonce" })),
  );
  for (const { status, body, headers } of answers) {
    expect(status).toBe(200);
    expect(body).toEqual({
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      serverTime: 1_760_000_000_123,
      expiresAt: 1_760_000_300_123,
    });
    expect(headers.get("cache-control")).toBe("no-store");
  }
  expect(new Set(answers.map(({ body }) => body.nonce)).size).toBe(3);
});

test("returns no nonce while the store is unreachable", async () => {
  const away = async () => {
    throw Object.assign(new Error("away"), { name: "StoreUnavailableError" });
  };
  startServices({ kv: { put: away, take: away, close: async () => {} } });
  expect(await call(GET)).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } });
});
