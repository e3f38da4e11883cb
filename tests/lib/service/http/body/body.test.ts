import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { LONG } from "@/ledger/tests/support/long";
import { readEnv } from "@/lib/service/env";
import { collectBytes, withMinRate } from "@/lib/service/http/body/body";
import { route } from "@/lib/service/http/route";
import { call, startServices } from "@/tests/support/http";

const LIMIT = 2000;
const json = { "content-type": "application/json" };
beforeEach(() => {
  startServices({ env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", MAX_BODY_BYTES: String(LIMIT) }) });
});

const echo = route({ summary: "Echo", body: z.unknown(), largeBody: true }, ({ body }) => ({
  body: body ?? null,
}));
const small = route({ summary: "Small", body: z.unknown() }, () => ({}));
const optional = route({ summary: "Optional", body: z.object({ a: z.number() }).optional() }, ({ body }) => ({
  body: body ?? "none",
}));

/** A body that arrives in chunks of `size` bytes, without Content-Length. */
const inChunks = (bytes: Uint8Array, size: number) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
const toBytes = (text: string) => new TextEncoder().encode(text);
const gzip = (data: string | Uint8Array) => new Uint8Array(gzipSync(data));

describe("a JSON body", () => {
  test("arrives whole in any chunks and with any compression", LONG, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary", maxLength: 80 }),
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        async (text, size, isGzipped) => {
          fc.pre(!text.includes("\0"));
          const bytes = toBytes(JSON.stringify({ text }));
          const headers = isGzipped ? { ...json, "content-encoding": "gzip" } : json;
          const answer = await call(echo, { body: inChunks(isGzipped ? gzip(bytes) : bytes, size), headers });
          expect(answer).toMatchObject({ status: 200, body: { body: { text } } });
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each(["application/json; charset=utf-8", "APPLICATION/JSON", "application/merge-patch+json"])(
    "may be sent as %s",
    async (type) => {
      expect((await call(echo, { body: "1", headers: { "content-type": type } })).body).toEqual({ body: 1 });
    },
  );

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=latin1",
    "json",
    "",
  ])("returns 415 as %j", async (type) => {
    expect(await call(echo, { body: "1", headers: { "content-type": type } })).toMatchObject({
      status: 415,
      body: { code: "UNSUPPORTED_MEDIA_TYPE" },
    });
  });

  test("returns 415 in another encoding than gzip", async () => {
    expect((await call(echo, { body: "1", headers: { ...json, "content-encoding": "br" } })).status).toBe(
      415,
    );
  });

  test.each(["{", "", " ", "undefined", "[1,]", "'a'", "\u0000", "{}{}", "nul"])(
    "does not return 500 for %j",
    async (text) => {
      const answer = await call(optional, { body: text, headers: json });
      expect(answer.status).toBe(text === "" ? 200 : 400);
    },
  );

  test("returns 400 when its bytes are not UTF-8 or not gzip", async () => {
    const bad: [Uint8Array, Record<string, string>][] = [
      [new Uint8Array([0x22, 0xff, 0x22]), {}],
      [new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]), {}],
      [toBytes('"plain"'), { "content-encoding": "gzip" }],
      [gzip('"cut off"').slice(0, 12), { "content-encoding": "gzip" }],
    ];
    for (const [body, headers] of bad) {
      expect(await call(echo, { body, headers: { ...json, ...headers } })).toMatchObject({
        status: 400,
        body: { code: "VALIDATION_ERROR" },
      });
    }
  });
});

describe("the size limit", () => {
  const exactly = (length: number) => JSON.stringify("a".repeat(length - 2));

  test("applies to the byte, whatever Content-Length claims", async () => {
    for (const [length, status] of [
      [LIMIT, 200],
      [LIMIT + 1, 413],
    ] as const) {
      const body = inChunks(toBytes(exactly(length)), 64);
      const answer = await call(echo, { body, headers: { ...json, "content-length": "10" } });
      expect(answer.status).toBe(status);
    }
  });

  test("applies to the size after inflation", async () => {
    for (const [length, status] of [
      [LIMIT, 200],
      [LIMIT + 1, 413],
      [50_000_000, 413],
    ] as const) {
      const answer = await call(echo, {
        body: gzip(exactly(length)),
        headers: { ...json, "content-encoding": "gzip" },
      });
      expect(answer.status).toBe(status);
    }
  });

  test("applies to compressed bytes that inflate to nothing", async () => {
    const empty = gzip("");
    const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(empty) });
    const answer = await call(echo, { body: endless, headers: { ...json, "content-encoding": "gzip" } });
    expect(answer.status).toBe(413);
  });

  test("allows any compression ratio up to 1 MiB, and a ratio of a hundred beyond", async () => {
    startServices({ env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" }) });
    const headers = { ...json, "content-encoding": "gzip" };
    for (const [length, status] of [
      [1_048_576, 200],
      [1_500_000, 413],
    ] as const) {
      expect((await call(echo, { body: gzip(exactly(length)), headers })).status).toBe(status);
    }
  });

  test("is 1 MiB unless a route sets more", async () => {
    expect((await call(small, { body: exactly(1_048_576), headers: json })).status).toBe(200);
    expect((await call(small, { body: exactly(1_048_577), headers: json })).status).toBe(413);
  });
});

test("JSON may be nested 64 levels deep", async () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  expect((await call(echo, { body: nested(64), headers: json })).status).toBe(200);
  expect((await call(echo, { body: nested(65), headers: json })).status).toBe(400);
});

describe("text that no field may contain", () => {
  test.each([
    ['{"a":{"b":["\\u0000"]}}', "a.b.0"],
    ['{"a":"x\\u0000y"}', "a"],
    ['{"a":"\\ud800"}', "a"],
    ['{"a":"\\udc00\\ud800"}', "a"],
    ['{"a":{"__proto__":{"admin":true}}}', "a"],
    ['{"\\u005f_proto__":1}', ""],
    ['"\\u0000"', ""],
  ])("refuses %s and names its position", async (body, path) => {
    expect(await call(echo, { body, headers: json })).toMatchObject({
      status: 400,
      body: { details: [{ path }] },
    });
  });

  test.each(['{"a":"\\ud83d\\ude00"}', '{"a":"\\u00e9"}', '{"a":"say __proto__"}', '{"constructor":1}'])(
    "accepts %s",
    async (body) => {
      expect((await call(echo, { body, headers: json })).body).toEqual({ body: JSON.parse(body) });
    },
  );

  test("is refused quickly at any depth or width", async () => {
    startServices({ env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" }) });
    const deep = `${"[".repeat(20_000)}"\\u0000"${"]".repeat(20_000)}`;
    const wide = `[${'"\\u0000",'.repeat(50_000)}1]`;
    for (const body of [deep, wide]) expect((await call(echo, { body, headers: json })).status).toBe(400);
  });
});

test("a validation error lists each invalid field, up to a hundred", async () => {
  const list = route(
    { summary: "List", body: z.object({ items: z.array(z.object({ n: z.number("must be a number") })) }) },
    () => ({}),
  );
  const answer = await call<{ details: unknown[]; error: string }>(list, {
    body: { items: Array.from({ length: 150 }, () => ({})) },
  });
  expect(answer.status).toBe(400);
  expect(answer.body.details).toHaveLength(100);
  expect(answer.body.details[99]).toEqual({ path: "items.99.n", message: "must be a number" });
  expect(answer.body.error).toBe("Correct items.0.n: must be a number (and 149 more, see details).");
});

describe("a file that the handler receives as a whole", () => {
  const upload = route({ summary: "Upload", accepts: ["text/csv"], largeBody: true }, ({ file }) => ({
    text: Buffer.from(file).toString(),
  }));
  const csv = { "content-type": "text/csv; charset=utf-8" };
  const gzipped = { ...csv, "content-encoding": "gzip" };

  test("arrives inflated, also when it is empty", async () => {
    expect((await call(upload, { body: "a,b", headers: csv })).body).toEqual({ text: "a,b" });
    expect((await call(upload, { body: gzip("a,b"), headers: gzipped })).body).toEqual({ text: "a,b" });
    expect((await call(upload, { method: "POST", headers: csv })).body).toEqual({ text: "" });
  });

  test("keeps the limits and responses of any other body", async () => {
    expect((await call(upload, { body: "a".repeat(LIMIT + 1), headers: csv })).status).toBe(413);
    expect((await call(upload, { body: gzip("a".repeat(LIMIT + 1)), headers: gzipped })).status).toBe(413);
    expect((await call(upload, { body: "no gzip", headers: gzipped })).status).toBe(400);
    expect((await call(upload, { body: "{}", headers: json })).status).toBe(415);
  });
});

describe("a slow body", () => {
  const dripping = (parts: number, ms: number) => {
    let left = parts;
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, ms));
        if (left-- === 0) controller.close();
        else controller.enqueue(new Uint8Array(100));
      },
    });
  };
  const length = async (chunks: AsyncIterable<Uint8Array<ArrayBuffer>>) =>
    (await collectBytes(chunks)).length;

  test("is abandoned once its rate falls below the minimum", async () => {
    const endless = dripping(Number.POSITIVE_INFINITY, 20);
    await expect(length(withMinRate(endless, { timeoutMs: 50, minRate: 1e9 }))).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });

  test("is read to its end while its rate is sufficient", async () => {
    expect(await length(withMinRate(dripping(8, 20), { timeoutMs: 60_000, minRate: 1 }))).toBe(800);
  });

  test("is abandoned when no bytes arrive", async () => {
    const silent = new ReadableStream<Uint8Array<ArrayBuffer>>({ pull: () => new Promise(() => undefined) });
    await expect(length(withMinRate(silent, { timeoutMs: 20 }))).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });
});
