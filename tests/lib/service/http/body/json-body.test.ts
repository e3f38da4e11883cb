import { createGzip } from "node:zlib";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { ApiError } from "@/lib/core/errors";
import { readEnv } from "@/lib/service/env";
import { JsonReader } from "@/lib/service/http/body/json-body";
import { withLeastRate } from "@/lib/service/http/body/upload-pace";
import { route } from "@/lib/service/http/route";
import { leafList } from "@/lib/service/registration/leaves";
import { registrationBody } from "@/lib/service/registration/schemas";
import { call, startServices } from "@/tests/support/http";

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function read(text: string, size: number, max = 1_000) {
  const kept: unknown[] = [];
  const list = {
    field: "items",
    max,
    read: (item: unknown, index: number) => kept.push({ index, item }),
    end: () => kept,
  };
  const reader = new JsonReader(list);
  const bytes = bytesOf(text);
  for (let at = 0; at < bytes.length; at += size) await reader.add(bytes.subarray(at, at + size));
  return reader.end();
}

const refusal = (text: string, size = 7, max?: number) =>
  read(text, size, max).then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error : null),
  );

describe("a body with a long list", () => {
  test("holds what JSON.parse holds, however it is cut, spaced and ordered", async () => {
    const body = fc.record({ a: fc.jsonValue(), items: fc.array(fc.jsonValue()), z: fc.jsonValue() });
    await fc.assert(
      fc.asyncProperty(body, fc.integer({ min: 1, max: 40 }), fc.nat(3), async (value, size, indent) => {
        const text = JSON.stringify(value, null, indent);
        fc.pre(!text.includes("\\u") && !text.includes("__proto__"));
        const expected = JSON.parse(text);
        expected.items = expected.items.map((item: unknown, index: number) => ({ index, item }));
        expect(await read(text, size)).toEqual(expected);
      }),
    );
  });

  test("keeps lists of that name elsewhere, and reads the list under an escaped name", async () => {
    expect(await read('{"a":{"items":[1]},"b":["items",[2]]}', 3)).toEqual({
      a: { items: [1] },
      b: ["items", [2]],
    });
    expect(await read('{"\\u0069tems":[5]}', 3)).toEqual({ items: [{ index: 0, item: 5 }] });
    expect(await read("[1]", 1)).toEqual([1]);
    expect(await read("", 1)).toBeUndefined();
  });

  test.each([
    '{"items":[1,]}',
    '{"items":[,1]}',
    '{"items":[1 2]}',
    '{"items":[1}',
    '{"items":[1',
    '{"items":[{"a":1]}]}',
    '{"items":["a]}',
    '{"items":[1]]}',
    '{"items":[1]}}',
    '{"x":"items":[1]}',
    '{"items"::[1]}',
    '{"items":[1],}',
    '["items":[1]]',
    '{"items":[nul]}',
    '{"items":[1],"items":[2]}',
  ])("is refused as %s", async (text) => {
    expect(() => JSON.parse(text.replace(',"items":[2]', "x"))).toThrow();
    for (const size of [1, 5, 100])
      expect(await refusal(text, size)).toMatchObject({ code: "VALIDATION_ERROR" });
  });

  test("names the item in which text is not clean", async () => {
    const fault = await refusal('{"items":[{"a":1},{"a":["\\u0000"]}]}');
    expect(fault?.details?.map(({ path }) => path)).toEqual(["items.1.a.0"]);
  });

  test("is refused for one item more than allowed", async () => {
    expect(await refusal('{"items":[1,2,3]}', 4, 3)).toBeNull();
    expect(await refusal('{"items":[1,2,3,4]}', 4, 3)).toMatchObject({ details: [{ path: "items" }] });
  });
});

describe("a body that never ends is refused at its first fault", () => {
  beforeEach(() => startServices({ env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" }) }));
  const register = route(
    { summary: "Reads", body: registrationBody, list: leafList, largeBody: true },
    () => ({}),
  );

  const leaf = JSON.stringify({
    leafIndex: 0,
    beneficiary: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
    amount: "1",
    releaseType: 0,
    startTime: 1,
    cliffTime: 1,
    endTime: 1,
  });

  test.each([
    ["empty objects", '{"leaves":[', "{},"],
    ["lists in lists", '{"leaves":[', "[[[[]]]],"],
    ["nesting", '{"leaves":[', "["],
    ["keys of one leaf", '{"leaves":[{', '"a":1,'],
    ["a long proof", '{"leaves":[{"proof":[', "[1,2,3],"],
    ["escapes", '{"leaves":["', "\\u0061"],
    ["one long string", '{"leaves":["', "aaaaaaaa"],
    ["more leaves than a campaign has", '{"leaves":[', `${leaf},`],
    ["keys beside the leaves", "{", '"a":1,'],
    ["objects beside the leaves", '{"a":[', "{},"],
    ["nesting beside the leaves", '{"a":', "["],
    ["a string beside the leaves", '{"a":"', "aaaaaaaa"],
    ["another root", "[", "1,"],
  ])("for %s, plain and gzipped", async (_name, start, unit) => {
    for (const isGzip of [false, true]) {
      const piece = Buffer.from(unit.repeat(Math.ceil(65_536 / unit.length)));
      const gzip = createGzip();
      const compressed = gzip[Symbol.asyncIterator]();
      if (isGzip) gzip.write(start);
      let taken = isGzip ? 1 : 0;
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const plain = taken === 0 ? Buffer.from(start) : piece;
          taken++;
          if (!isGzip) return controller.enqueue(new Uint8Array(plain));
          for (let more = 0; more < 8; more++) gzip.write(piece);
          await new Promise<void>((flushed) => gzip.flush(flushed));
          const { value } = await compressed.next();
          controller.enqueue(new Uint8Array(value));
        },
      });
      const headers: Record<string, string> = { "content-type": "application/json" };
      if (isGzip) headers["content-encoding"] = "gzip";
      const answer = await call<{ code: string; error: string }>(register, { body, headers });
      // The limit of 64 MiB would be answered with its own number.
      expect([400, 413]).toContain(answer.status);
      expect(answer.body.error).not.toMatch(/67108864/);
    }
  });
});

test("a body declared too long is refused before any of it is asked for", async () => {
  startServices({ env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" }) });
  const route1 = route({ summary: "Reads", body: registrationBody, largeBody: true }, () => ({}));
  let isAsked = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: () => {
        isAsked = true;
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { "content-type": "application/json", "content-length": "67108865" };
  expect((await call(route1, { body, headers })).status).toBe(413);
  expect(isAsked).toBe(false);
});

describe("a slow body", () => {
  const dripping = (pieces: number, ms: number) => {
    let left = pieces;
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, ms));
        if (left-- === 0) controller.close();
        else controller.enqueue(new Uint8Array(100));
      },
    });
  };
  const length = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) =>
    (await new Response(stream).arrayBuffer()).byteLength;

  test("is given up once its bytes are not worth the wait", async () => {
    const endless = dripping(Number.POSITIVE_INFINITY, 20);
    await expect(length(withLeastRate(endless, { patienceMs: 50, leastRate: 1e9 }))).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });

  test("is read to its end while its bytes earn the time", async () => {
    expect(await length(withLeastRate(dripping(8, 20), { patienceMs: 60_000, leastRate: 1 }))).toBe(800);
  });

  test("is given up when nothing comes at all", async () => {
    const silent = new ReadableStream<Uint8Array<ArrayBuffer>>({ pull: () => new Promise(() => undefined) });
    await expect(length(withLeastRate(silent, { patienceMs: 20 }))).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });
});
