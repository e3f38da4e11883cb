import { beforeEach, describe, expect, test } from "vitest";
import { DELETE as unknownDelete, GET as unknownGet } from "@/app/api/[[...path]]/route";
import { operationName } from "@/lib/contract/openapi/operation-names";
import { STATUS_BY_CODE } from "@/lib/core/errors";
import { readEnv } from "@/lib/service/env";
import { isForActions } from "@/lib/service/http/origin/solana-actions";
import type { Services } from "@/lib/service/services";
import { getParams, PARAMETERS, type SendOperation, sendBy } from "../support/ask-operation";
import { openTestDatabase } from "../support/database";
import { type CallOptions, call, createWallet, isOverSockets, signIn, startServices } from "../support/http";
import {
  ALL_ROUTES,
  getHandler,
  OPERATIONS,
  type Operation,
  pathsOnDisk,
  TRANSPORTS,
} from "../support/routes";

const ADMIN_KEY = "an-admin-key-for-tests";
const CRON_SECRET = "a-cron-secret-for-tests";
const ORIGIN = "https://app.example.com";
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const database = openTestDatabase();
let services: Services;

const start = (settings: Record<string, string> = {}) => {
  const env = readEnv({
    LOG_LEVEL: "silent",
    ADMIN_API_KEY: ADMIN_KEY,
    CRON_SECRET,
    ALLOWED_ORIGIN: ORIGIN,
    ...settings,
  });
  services = startServices({ env, db: database.db });
};
beforeEach(() => start());

async function credentials({ contract }: Operation): Promise<Record<string, string>> {
  if (contract.auth === "admin") return { "x-admin-key": ADMIN_KEY };
  if (contract.auth === "scraper") return { authorization: `Bearer ${ADMIN_KEY}` };
  if (contract.auth === "cron") return { authorization: `Bearer ${CRON_SECRET}` };
  return contract.auth === "wallet" ? signIn(createWallet(), services) : {};
}

const named = (operations: Operation[]) =>
  operations.map((operation) => [operation.name, operation] as const);
const withBody = OPERATIONS.filter(({ contract }) => contract.body);
const withParams = OPERATIONS.filter(({ contract }) => contract.params);
const guarded = OPERATIONS.filter(({ contract }) => contract.auth);
/** A server accepts fewer concurrent requests of one address than the highest route limits. */
const MAX_OVER_SOCKETS = 300;
const limited = OPERATIONS.filter(
  ({ contract: { limit } }) => limit !== "none" && !(isOverSockets && Number(limit) > MAX_OVER_SOCKETS),
);

/** Asserts the properties of every response. */
function expectSound(operation: Operation, answer: Awaited<ReturnType<SendOperation>>) {
  expect(answer.headers.get("x-api-version")).toBe("1");
  const requestId = answer.headers.get("x-request-id");
  expect(requestId).toMatch(/^[\w-]{8,64}$/);
  expect(answer.headers.has("ratelimit")).toBe(operation.contract.limit !== "none");
  if (answer.status < 400 || operation.path.startsWith("/api/health")) return;
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.body.requestId).toBe(requestId);
  expect(STATUS_BY_CODE).toHaveProperty([answer.body.code ?? ""], answer.status);
  expect(answer.body.error).toMatch(/^[A-Z].*\.$/s);
  if (isForActions(operation.path)) expect(answer.body).toHaveProperty("message", answer.body.error);
  else expect(answer.body).not.toHaveProperty("message");
}

test("the manifest lists every route file, and each operation lists its responses", () => {
  expect(ALL_ROUTES.map(([path]) => path).toSorted()).toEqual(pathsOnDisk().toSorted());
  const summaries = OPERATIONS.map(({ contract }) => contract.summary);
  expect(new Set(summaries).size).toBe(summaries.length);
  const names = OPERATIONS.map(({ method, path }) => operationName(method, path) ?? `${method} ${path}`);
  expect(names.filter((name) => name.includes("/") || name.length > 40)).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  for (const { path, contract } of OPERATIONS) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(contract.params?.shape ?? {}).toSorted()).toEqual(inPath.toSorted());
  }
});

describe.each(TRANSPORTS)("%s", (server, transport) => {
  const request = sendBy(transport);
  describe.each(named(OPERATIONS))("%s", (_name, operation) => {
    test("returns 400 with all headers for any unknown query", async () => {
      const headers = await credentials(operation);
      const answer = await request(operation, { query: "no-such-parameter=1", headers });
      expectSound(operation, answer);
      if (operation.contract.ignoresQuery) {
        const plain = await request(operation, { headers });
        return expect([answer.status, answer.body.code]).toEqual([plain.status, plain.body.code]);
      }
      expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    });

    test("lets an allowed origin read its response, and no other", async () => {
      const headers = await credentials(operation);
      const allowed = await request(operation, { query: "x=1", headers: { ...headers, origin: ORIGIN } });
      const isForAll = isForActions(operation.path);
      expect(allowed.headers.get("access-control-allow-origin")).toBe(isForAll ? "*" : ORIGIN);
      expect(allowed.headers.get("access-control-expose-headers")).toMatch(/x-request-id/);
      const other = await request(operation, {
        query: "x=1",
        headers: { origin: "https://evil.example.com" },
      });
      expect(other.headers.get("access-control-allow-origin")).toBe(isForAll ? "*" : null);
      // Next adds its own names.
      if (isForAll) return expect(other.headers.get("vary") ?? "").not.toMatch(/Origin/);
      expect(other.headers.get("vary")).toMatch(/Origin/);
    });
  });

  describe.each(named(withParams))("%s", (_name, operation) => {
    test.each(["x", "0OIl", "\u0000", "1".repeat(500), "é".repeat(40), "..", "-1", "256", "1e3"])(
      "returns 4xx for the path value %j",
      async (value) => {
        // A URL cannot contain this value: it is resolved before it is sent.
        if (value === ".." && server !== "by Next") return;
        for (const name of Object.keys(getParams(operation))) {
          start();
          const params = { ...getParams(operation), [name]: value };
          const answer = await request(operation, { params, headers: await credentials(operation) });
          // Some of these values are part numbers of another upload, or slots without a snapshot.
          const isNumber = /^\d{1,3}$/.test(value);
          const possible = name === "part" ? 415 : name === "slot" || name === "row" ? 404 : 400;
          expect(answer.status).toBe(isNumber ? possible : 400);
          expectSound(operation, answer);
        }
      },
    );
  });

  describe.each(named(withBody))("%s", (_name, operation) => {
    test.each(["{", "[]", "null", "1", '"text"', '{"__proto__":{}}', '{"a":"\\u0000"}', "[".repeat(5000)])(
      "returns 4xx for the body %j",
      async (body) => {
        const headers = { ...(await credentials(operation)), "content-type": "application/json" };
        const answer = await request(operation, { body, headers });
        expect(answer.status).toBe(400);
        expectSound(operation, answer);
      },
    );

    test("returns 415 for another media type, and 413 for a body over the limit", async () => {
      start({ MAX_BODY_BYTES: "2000000" });
      const text = await request(operation, {
        body: "a=1",
        headers: { ...(await credentials(operation)), "content-type": "text/plain" },
      });
      expect(text.status).toBe(415);
      const size = operation.contract.largeBody ? 2_000_001 : 1_048_577;
      const long = await request(operation, {
        body: `"${"a".repeat(size)}"`,
        headers: { ...(await credentials(operation)), "content-type": "application/json" },
      });
      expect(long.status).toBe(413);
      expectSound(operation, long);
    });
  });

  describe.each(named(guarded))("%s", (_name, operation) => {
    test("returns 401 before any other check", async () => {
      const attempts: CallOptions[] = [
        {},
        { headers: { authorization: "Bearer x" } },
        { headers: { authorization: "Bearer e30.e30", "x-admin-key": "wrong-admin-key-here" } },
        { query: "no-such-parameter=1", params: { treeAddress: "x", idx: "x" } },
      ];
      const bodies = operation.method === "GET" ? [undefined] : [undefined, "{"];
      for (const attempt of attempts) {
        for (const body of bodies) {
          start();
          const answer = await request(operation, { ...attempt, body });
          expect([answer.status, answer.headers.has("www-authenticate")]).toEqual([401, true]);
          expectSound(operation, answer);
        }
      }
    });
  });

  describe.each(named(limited))("%s", (_name, operation) => {
    test("returns 429 after its limit, before authentication", async () => {
      const limit = Number(operation.contract.limit ?? (operation.contract.auth === "wallet" ? 30 : 60));
      for (let left = limit - 1; left >= 0; left--) {
        const { headers } = await request(operation, { query: "no-such-parameter=1" });
        expect(headers.get("ratelimit")).toMatch(new RegExp(`^"default";r=${left};t=\\d+$`));
      }
      const headers = { ...(await credentials(operation)), "x-forwarded-for": "6.6.6.6" };
      const answer = await request(operation, { headers });
      expect(answer).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
      expect(answer.headers.get("ratelimit-policy")).toBe(`"default";q=${limit};w=60`);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expectSound(operation, answer);
    });
  });

  describe.each(ALL_ROUTES.map(([path]) => path))("%s", (path) => {
    const supported = OPERATIONS.filter((operation) => operation.path === path).map(({ method }) => method);
    const others = METHODS.filter(
      (method) => !supported.includes(method) && !(method === "HEAD" && supported.includes("GET")),
    );

    test.each(others)("accepts %s", async (method) => {
      const handler = getHandler(path, method);
      if (!handler) throw new Error(`${path} does not export ${method}.`);
      const params = Object.fromEntries(
        Object.entries(PARAMETERS).filter(([name]) => path.includes(`{${name}}`)),
      );
      const answer = await call(
        handler,
        {
          path: path.replaceAll(/\{(\w+)\}/g, ":$1"),
          method,
          params,
          headers: { origin: ORIGIN },
        },
        transport,
      );
      expect(answer.status).toBe(method === "OPTIONS" ? 204 : 405);
      expect(answer.headers.get("allow")?.split(", ")).toEqual(
        expect.arrayContaining([...supported, "OPTIONS"]),
      );
      expect(answer.headers.get("x-api-version")).toBe("1");
      expect(answer.headers.get("x-request-id")).not.toBeNull();
      if (method === "HEAD" && server !== "by Next") return expect(answer.text).toBe("");
      if (method !== "OPTIONS") return expect(answer.body).toMatchObject({ code: "METHOD_NOT_ALLOWED" });
      const methods = isForActions(path) ? "GET,POST,PUT,OPTIONS" : answer.headers.get("allow");
      expect(answer.headers.get("access-control-allow-methods")).toBe(methods);
    });
  });

  test("returns 404 as JSON for a path without a route, with any method", async () => {
    for (const [method, handler] of [
      ["GET", unknownGet],
      ["DELETE", unknownDelete],
    ] as const) {
      const answer = await call(handler, { path: "/api/no/such/path", method }, transport);
      expect(answer).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
      expect(answer.headers.get("x-api-version")).toBe("1");
    }
  });
});
