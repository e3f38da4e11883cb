import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { GET as unknownGet } from "@/app/api/[[...path]]/route";
import { POST as claim } from "@/app/api/actions/claim/[treeAddress]/route";
import { GET as campaigns } from "@/app/api/campaigns/route";
import { FAILURES, problemUri } from "@/lib/contract/openapi/failures";
import { type ErrorCode, STATUS_BY_CODE } from "@/lib/core/errors";
import { refuse } from "@/lib/service/http/request-path";
import { call, startServices } from "@/tests/support/http";

const WRONG = { path: "/api/campaigns", query: { limit: "none", status: "lost" } };
const PROBLEM = "application/problem+json";

beforeEach(() => void startServices());

describe("an error", () => {
  test("is problem details where Accept prefers them", async () => {
    const answer = await call(campaigns, { ...WRONG, headers: { accept: PROBLEM } });
    expect(answer.headers.get("content-type")).toBe(PROBLEM);
    expect(JSON.parse(answer.text)).toEqual({
      type: "/docs/errors#validation_error",
      title: FAILURES.VALIDATION_ERROR,
      status: 400,
      detail: expect.stringMatching(/^[A-Z].*\.$/),
      instance: "/api/campaigns",
      code: "VALIDATION_ERROR",
      requestId: answer.headers.get("x-request-id"),
      details: [
        { path: "status", message: expect.any(String) },
        { path: "limit", message: expect.any(String) },
      ],
    });
  });

  test.each([
    undefined,
    "*/*",
    "application/json",
    "application/*",
    `${PROBLEM};q=0.5, application/json`,
    `application/json, ${PROBLEM}`,
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  ])("has its usual body where Accept is %s", async (accept) => {
    const answer = await call(campaigns, { ...WRONG, headers: accept === undefined ? {} : { accept } });
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(Object.keys(Object(answer.body))).toEqual(["error", "code", "requestId", "details"]);
  });

  test("an unknown path, and a request that reaches no handler, can return problem details too", async () => {
    const headers = { accept: `${PROBLEM}, application/json;q=0.9` };
    const unknown = await call(unknownGet, { path: "/api/none", headers });
    expect(JSON.parse(unknown.text)).toMatchObject({ status: 404, code: "NOT_FOUND", instance: "/api/none" });
    const request = new Request("http://localhost/api/%zz", { headers });
    const refused = refuse(new Error("unforeseen"), {
      path: "/api/%zz",
      request,
      env: { ALLOWED_ORIGIN: [] },
    });
    expect(refused.headers.get("content-type")).toBe(PROBLEM);
    expect(await refused.json()).toMatchObject({ status: 500, code: "INTERNAL_ERROR" });
  });

  test("keeps the message that clients of Solana Actions show", async () => {
    const params = { treeAddress: "none" };
    const answer = await call(claim, {
      ...{ path: "/api/actions/claim/:treeAddress", params, method: "POST", body: {} },
      headers: { accept: PROBLEM },
    });
    const { message, detail } = JSON.parse(answer.text);
    expect([answer.status, message]).toEqual([400, detail]);
  });
});

test("every code has a heading in docs/errors.md, with its status and meaning, where its type leads", () => {
  const document = readFileSync("docs/errors.md", "utf8");
  const sections = document.split(/^## /m).slice(1);
  const codes = Object.keys(STATUS_BY_CODE) as ErrorCode[];
  expect(sections.map((section) => section.split("\n")[0])).toEqual(codes);
  for (const [index, code] of codes.entries()) {
    expect(sections[index]).toContain(`**${STATUS_BY_CODE[code]}** ${FAILURES[code]}`);
    expect(problemUri(code)).toBe(`/docs/errors#${code.toLowerCase()}`);
  }
});
