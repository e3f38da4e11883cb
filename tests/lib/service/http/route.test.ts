import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { flag, limit, repeatable, u64 } from "@/lib/contract/parameters";
import { notFound } from "@/lib/core/errors";
import { readEnv } from "@/lib/service/env";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import type { Services } from "@/lib/service/services";
import { call, createWallet, signIn, startServices } from "@/tests/support/http";

let services: Services;
beforeEach(() => {
  services = startServices();
});

const echo = route(
  {
    summary: "Echo",
    params: z.object({ id: z.string().max(5, "must be short") }),
    query: z.object({
      n: u64.optional(),
      limit: limit(100, 20),
      all: flag.optional(),
      type: repeatable(z.enum(["a", "b"])).optional(),
    }),
  },
  ({ params, query }) => ({ ...params, ...query }),
);
const at = { path: "/api/echo/:id", params: { id: "x" } };

describe("a response", () => {
  test("carries the API version, a request id and 64-bit integers as decimal strings", async () => {
    const answer = await call(echo, { ...at, query: { n: "18446744073709551615" } });
    expect(answer).toMatchObject({ status: 200, body: { id: "x", n: "18446744073709551615", limit: 20 } });
    expect(answer.headers.get("x-api-version")).toBe("1");
    expect(answer.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  test("a public GET has a weak ETag that turns a conditional request into 304", async () => {
    const first = await call(echo, at);
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
    for (const value of [tag, tag.slice(2), `"other", ${tag}`, "*"]) {
      const again = await call(echo, { ...at, headers: { "if-none-match": value } });
      expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", tag]);
      expect(again.headers.get("x-request-id")).not.toBeNull();
    }
    const changed = await call(echo, { ...at, query: { limit: 5 }, headers: { "if-none-match": tag } });
    expect(changed.status).toBe(200);
  });

  test("a public read may be cached for a second, one of a wallet or an operator never", async () => {
    const isPublic = await call(echo, at);
    expect(isPublic.headers.get("cache-control")).toBe("public, max-age=1, stale-while-revalidate=5");
    const known = await call(echo, { ...at, headers: { "if-none-match": "*" } });
    expect([known.status, known.headers.get("cache-control")]).toEqual([
      304,
      "public, max-age=1, stale-while-revalidate=5",
    ]);
    const own = route({ summary: "Own", auth: "cron" }, () => ({ ok: true }));
    startServices({ env: readEnv({ CRON_SECRET: "a-secret-of-the-scheduler" }) });
    const headers = { authorization: "Bearer a-secret-of-the-scheduler" };
    const answer = await call(own, { headers });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  });

  test("may have another status, headers, or be a whole Response", async () => {
    const created = route({ summary: "Create" }, () => reply(201, { ok: true }, { "x-extra": "1" }));
    const file = route(
      { summary: "File" },
      () => new Response("a,b", { headers: { "content-type": "text/csv" } }),
    );
    const answer = await call(created, { method: "POST" });
    expect([answer.status, answer.body, answer.headers.get("x-extra")]).toEqual([201, { ok: true }, "1"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const csv = await call(file);
    expect([csv.text, csv.headers.get("content-type"), csv.headers.get("x-api-version")]).toEqual([
      "a,b",
      "text/csv",
      "1",
    ]);
  });
});

describe("an error response", () => {
  test("has a sentence, a code and the request id, and is never stored", async () => {
    const missing = route({ summary: "Missing" }, () => {
      throw notFound("campaign");
    });
    const answer = await call<{ requestId: string }>(missing);
    expect(answer).toMatchObject({
      status: 404,
      body: { error: "This campaign does not exist. Check the address.", code: "NOT_FOUND" },
    });
    expect(answer.body.requestId).toBe(answer.headers.get("x-request-id"));
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("etag")).toBeNull();
  });

  test("reveals nothing of an unexpected error", async () => {
    const broken = route({ summary: "Broken" }, () => {
      throw new Error("password=hunter2 at /srv/app");
    });
    const answer = await call(broken);
    expect(answer.status).toBe(500);
    expect(answer.text).not.toMatch(/hunter2|srv/);
    expect(answer.body).toMatchObject({ code: "INTERNAL_ERROR" });
  });

  test.each(["NetworkUnavailableError", "InvalidRpcResponseError"])(
    "is 503 for %s, whichever copy of the module threw the error",
    async (name) => {
      const away = route({ summary: "Away" }, () => {
        throw Object.assign(new Error("refused"), { name });
      });
      const copied = route({ summary: "Copied" }, () => {
        throw Object.assign(new Error("Taken."), { name: "ApiError", code: "CONFLICT" });
      });
      expect(await call(away)).toMatchObject({ status: 503, body: { code: "LEDGER_UNAVAILABLE" } });
      expect(await call(copied)).toMatchObject({ status: 409, body: { code: "CONFLICT", error: "Taken." } });
    },
  );
});

describe("the query", () => {
  test.each([
    ["limit=0", "limit"],
    ["limit=", "limit"],
    ["limit=1.5", "limit"],
    ["limit=-1", "limit"],
    ["limit=1&limit=2", "limit"],
    ["n=18446744073709551616", "n"],
    ["n=-1", "n"],
    ["n=0x10", "n"],
    ["all=yes", "all"],
    ["type=c", "type.0"],
    ["type=a&type=c", "type.1"],
    ["limt=5", "limt"],
    ["__proto__=1", "__proto__"],
    ["n=%00", "n"],
  ])("refuses %s and names %s", async (query, path) => {
    const answer = await call(echo, { ...at, query });
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR", details: [{ path }] } });
  });

  test("clamps a limit above its maximum, and collects a repeatable name", async () => {
    const answer = await call(echo, { ...at, query: "limit=99999999999999999999&type=a&type=b" });
    expect(answer.body).toMatchObject({ limit: 100, type: ["a", "b"] });
    expect((await call(echo, { ...at, query: "type=a" })).body).toMatchObject({ type: ["a"] });
  });

  test("is refused where a route accepts none", async () => {
    const plain = route({ summary: "Plain" }, () => ({}));
    expect((await call(plain, { query: "a=1" })).status).toBe(400);
    expect((await call(plain)).status).toBe(200);
  });
});

describe("the order of checks", () => {
  const guarded = route(
    { summary: "Guarded", auth: "wallet", limit: 2, body: z.object({ a: z.number() }) },
    ({ wallet, body }) => ({ wallet, ...body }),
  );

  test("is rate limit, then authentication, then input", async () => {
    const wallet = createWallet();
    expect((await call(guarded, { body: {} })).status).toBe(401);
    expect((await call(guarded, { body: {}, headers: await signIn(wallet, services) })).status).toBe(400);
    const third = await call(guarded, { body: {} });
    expect(third).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
    expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(third.headers.get("ratelimit")).toMatch(/^"default";r=0;t=\d+$/);
    expect(third.headers.get("ratelimit-policy")).toBe('"default";q=2;w=60');
  });

  test("passes the signer to the handler", async () => {
    const wallet = createWallet();
    const answer = await call(guarded, { body: { a: 1 }, headers: await signIn(wallet, services) });
    expect(answer).toMatchObject({ status: 200, body: { wallet: wallet.address, a: 1 } });
  });
});

describe("other methods", () => {
  const { POST, HEAD, OPTIONS } = otherMethods("PUT");

  test("return 405 with Allow", async () => {
    for (const method of ["POST", "HEAD"]) {
      const answer = await call(method === "POST" ? POST : HEAD, { method });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "PUT, OPTIONS"]);
    }
  });

  test("answer a preflight for allowed origins alone", async () => {
    startServices({
      env: readEnv({ LOG_LEVEL: "silent", ALLOWED_ORIGIN: "https://a.example, https://b.example" }),
    });
    const request = (origin: string) =>
      call(OPTIONS, { method: "OPTIONS", headers: { origin, "access-control-request-method": "PUT" } });
    const allowed = await request("https://b.example");
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get("access-control-allow-origin")).toBe("https://b.example");
    expect(allowed.headers.get("access-control-allow-methods")).toBe("PUT, OPTIONS");
    expect(allowed.headers.get("vary")).toBe("Origin");
    for (const origin of ["https://a.example.evil.example", "null", "https://A.example"]) {
      const refused = await request(origin);
      expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([204, null]);
      expect(refused.headers.get("vary")).toBe("Origin");
    }
  });
});

test("returns 401 for an unconfigured admin route", async () => {
  const admin = route({ summary: "Admin", auth: "admin" }, () => ({}));
  for (const key of ["", "undefined", "x".repeat(32)]) {
    const answer = await call(admin, { headers: { "x-admin-key": key } });
    expect([answer.status, answer.headers.has("www-authenticate")]).toEqual([401, true]);
  }
});
