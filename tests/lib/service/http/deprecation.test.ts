import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { openApiDocument } from "@/lib/contract/openapi/document";
import { notFound } from "@/lib/core/errors";
import { cursor, pageReply } from "@/lib/service/http/paging";
import { route } from "@/lib/service/http/route";
import { call, startServices } from "@/tests/support/http";

const deprecated = { since: "2026-11-01", sunset: "2027-05-01", link: "/docs/versions#api" };
const list = route(
  { summary: "A list that is deprecated", deprecated, query: z.object({ cursor }) },
  ({ request, query }) => {
    if (query.cursor === "none") throw notFound("page");
    return pageReply(request, { nextCursor: "next" });
  },
);
const LINK = '</docs/versions#api>; rel="deprecation"; type="text/html"';

beforeEach(() => void startServices());

describe("a deprecated route", () => {
  test("sends Deprecation, Sunset and a link to its replacement, beside the link to the next page", async () => {
    const { headers } = await call(list, { path: "/api/list" });
    expect(headers.get("deprecation")).toBe("@1793491200");
    expect(headers.get("sunset")).toBe("Sat, 01 May 2027 00:00:00 GMT");
    expect(headers.get("link")).toBe(`</api/list?cursor=next>; rel="next", ${LINK}`);
  });

  test("sends them with its errors", async () => {
    const { headers, status } = await call(list, { path: "/api/list", query: { cursor: "none" } });
    expect([status, headers.get("deprecation"), headers.get("link")]).toEqual([404, "@1793491200", LINK]);
  });

  test("is deprecated in the document, which describes the headers", () => {
    const examples = { calls: {}, refusal: undefined, clientCalls: {} };
    const { paths, components } = openApiDocument([["/api/list", { GET: list }]], "1.0.0", examples) as {
      paths: Record<string, { get: { deprecated: boolean; responses: Record<string, { headers: object }> } }>;
      components: { headers: object };
    };
    expect(paths["/api/list"]?.get.deprecated).toBe(true);
    expect(paths["/api/list"]?.get.responses[200]?.headers).toMatchObject({
      Deprecation: { $ref: "#/components/headers/Deprecation" },
      Sunset: { $ref: "#/components/headers/Sunset" },
      Link: { $ref: "#/components/headers/DeprecationLink" },
    });
    expect(components.headers).toHaveProperty("Deprecation");
  });
});
