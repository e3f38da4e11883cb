import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { readEnv } from "@/lib/env";
import { cursor, encodeCursor, pageReply } from "@/lib/http/paging";
import { limit, page, repeatable, u64 } from "@/lib/http/parameters";
import { route } from "@/lib/http/route";
import { call, startServices } from "../../support/http";

beforeEach(() => {
  startServices({ env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" }) });
});

const position = z.object({ slot: u64, id: z.int() });
const list = route(
  {
    summary: "List",
    query: z.object({
      page,
      limit: limit(100, 20),
      type: repeatable(z.string()).optional(),
      cursor: cursor(position),
    }),
  },
  ({ request, query }) =>
    pageReply(request, {
      items: [],
      ...query,
      nextCursor: query.limit === 99 ? null : encodeCursor({ slot: 5n, id: 1 }),
    }),
);
const ask = (query: string) => call<{ cursor?: object; page: number }>(list, { path: "/api/list", query });

describe("a cursor", () => {
  test("gives back the position it was made of, whatever that is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.maxSafeInteger(), async (slot, id) => {
        const { body } = await ask(`cursor=${encodeCursor({ slot, id })}`);
        expect(body.cursor).toEqual({ slot: String(slot), id });
      }),
      { numRuns: 50 },
    );
  });

  test("that this route did not make is a 400, never the first page", async () => {
    const made = [{}, { slot: 1n }, { slot: -1n, id: 1 }, { slot: 1n, id: 1.5 }].map(encodeCursor);
    for (const text of ["", "x", "null", "e30", "%00", "a".repeat(2000), ...made]) {
      expect(await ask(`cursor=${text}`)).toMatchObject({
        status: 400,
        body: { details: [{ path: "cursor" }] },
      });
    }
  });
});

describe("a page", () => {
  test("links to the next one with the same filters, without a host and without a page number", async () => {
    const { headers, status } = await ask("page=2&limit=10&type=a&type=b%26c");
    expect(status).toBe(200);
    expect(headers.get("link")).toBe(
      `</api/list?limit=10&type=a&type=b%26c&cursor=${encodeCursor({ slot: 5n, id: 1 })}>; rel="next"`,
    );
    expect(headers.get("etag")).not.toBeNull();
  });

  test("that is the last links nowhere", async () => {
    expect((await ask("limit=99")).headers.get("link")).toBeNull();
  });

  test.each(["0", "-1", "1.0", "a", "", "99999999999999999999"])("number %j is a 400", async (value) => {
    expect((await ask(`page=${value}`)).status).toBe(400);
  });
});
