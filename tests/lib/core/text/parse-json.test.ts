import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { isApiError } from "@/lib/core/errors";
import { parseJson } from "@/lib/core/text/parse-json";
import { readEnv } from "@/lib/service/env";
import { route } from "@/lib/service/http/route";
import { listBodyParser } from "@/lib/service/registration/list-body-parser";
import { registrationBody } from "@/lib/service/registration/schemas";
import { call, startServices } from "@/tests/support/http";

const toBytes = (text: string) => new TextEncoder().encode(text);

function refusal(text: string) {
  try {
    parseJson(toBytes(text));
  } catch (error) {
    return isApiError(error) ? error : null;
  }
  return null;
}

describe("parseJson", () => {
  test("returns the value that JSON.parse returns, however the text is spaced", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        fc.pre(!text.includes("\\u") && !text.includes("__proto__"));
        expect(parseJson(toBytes(text))).toEqual(JSON.parse(text));
      }),
    );
    expect(parseJson(toBytes(""))).toBeUndefined();
  });

  test.each([
    '{"items":[1,]}',
    '{"items":[1 2]}',
    '{"items":[1}',
    '{"items":[1',
    '{"items":["a]}',
    '{"items":[1]]}',
    '{"items"::[1]}',
    '["items":[1]]',
    '{"items":[nul]}',
  ])("refuses the malformed text %s", (text) => {
    expect(refusal(text)).toMatchObject({ code: "VALIDATION_ERROR", message: /well-formed/ });
  });

  test.each(['{"items":[1],"items":[2]}', '{"items":1,"\\u0069tems":2}'])(
    "refuses %s, which contains a field twice",
    (text) => {
      expect(refusal(text)).toMatchObject({ code: "VALIDATION_ERROR", message: /twice/ });
    },
  );

  test("accepts quotes, brackets and colons within strings", () => {
    const value = { 'a":[{': ':"\\', b: ']}:"' };
    expect(parseJson(toBytes(JSON.stringify(value)))).toEqual(value);
  });

  test("names the position of a character that no field may contain", () => {
    const failure = refusal('{"items":[{"a":1},{"a":["\\u0000"]}]}');
    expect(failure?.details?.map(({ path }) => path)).toEqual(["items.1.a.0"]);
  });
});

describe("a route with a long list", () => {
  const LIMIT = 4_000_000;
  const register = route(
    {
      summary: "Reads",
      body: registrationBody,
      parseBody: listBodyParser("registration"),
      largeBody: true,
    },
    () => ({}),
  );
  const post = (body: string) =>
    call<{ code: string; error: string }>(register, {
      body,
      headers: { "content-type": "application/json" },
    });

  beforeEach(() => {
    startServices({
      env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", MAX_BODY_BYTES: String(LIMIT) }),
    });
  });

  test.each([
    ["empty objects", '{"leaves":[', "{},", "]}"],
    ["lists in lists", '{"leaves":[', "[[[[]]]],", "]}"],
    ["nesting", '{"leaves":[', "[", ""],
    ["keys of one leaf", '{"leaves":[{', '"a":1,', "}]}"],
    ["escapes", '{"leaves":["', "\\u0061", '"]}'],
    ["one long string", '{"leaves":["', "aaaaaaaa", '"]}'],
    ["more leaves than a campaign has", '{"leaves":[', "1,", "1]}"],
    ["keys beside the leaves", "{", '"a":1,', '"a":1}'],
    ["objects beside the leaves", '{"a":[', "{},", "1]}"],
    ["another root", "[", "1,", "1]"],
  ])("returns 400 for the largest body of %s", async (_name, start, unit, end) => {
    const text = start + unit.repeat((LIMIT - start.length - end.length) / unit.length) + end;
    expect(await post(text)).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  });

  test("names the list that is too long", async () => {
    const { body } = await post(JSON.stringify({ leaves: Array(100_001).fill(0) }));
    expect(body).toMatchObject({ details: [{ path: "leaves", message: /at most 100000/ }] });
  });
});

test("returns 413 for a body that is declared too long, before reading any of it", async () => {
  startServices({ env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" }) });
  const route1 = route({ summary: "Reads", body: registrationBody, largeBody: true }, () => ({}));
  let isRequested = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: () => {
        isRequested = true;
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { "content-type": "application/json", "content-length": "33554433" };
  expect((await call(route1, { body, headers })).status).toBe(413);
  expect(isRequested).toBe(false);
});
