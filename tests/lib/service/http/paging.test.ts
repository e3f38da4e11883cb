import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { limit, page, repeatable } from "@/lib/contract/parameters";
import { readEnv } from "@/lib/service/env";
import { cursor, pageReply } from "@/lib/service/http/paging";
import { route } from "@/lib/service/http/route";
import { call, startServices } from "@/tests/support/http";

beforeEach(() => {
  startServices({ env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" }) });
});

const list = route(
  {
    summary: "List",
    query: z.object({
      page,
      limit: limit(100, 20),
      type: repeatable(z.string()).optional(),
      cursor,
    }),
  },
  ({ request, query }) =>
    pageReply(request, {
      items: [],
      ...query,
      nextCursor: query.limit === 99 ? null : "bmV4dA",
    }),
);
const send = (query: string) => call(list, { path: "/api/list", query });

describe("a page", () => {
  test("links to the next one with the same filters, without a host and without a page number", async () => {
    const { headers, status } = await send("page=2&limit=10&type=a&type=b%26c");
    expect(status).toBe(200);
    expect(headers.get("link")).toBe(`</api/list?limit=10&type=a&type=b%26c&cursor=bmV4dA>; rel="next"`);
    expect(headers.get("etag")).not.toBeNull();
  });

  test("has no next link when it is the last one", async () => {
    expect((await send("limit=99")).headers.get("link")).toBeNull();
  });

  test.each(["0", "-1", "1.0", "a", "", "99999999999999999999"])(
    "returns 400 for number %j",
    async (value) => {
      expect((await send(`page=${value}`)).status).toBe(400);
    },
  );
});
