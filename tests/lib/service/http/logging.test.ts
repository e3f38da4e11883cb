import { Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { readEnv } from "@/lib/service/env";
import { route } from "@/lib/service/http/route";
import { createLogger } from "@/lib/service/log";
import { provideServices } from "@/lib/service/services";
import { call, createWallet, signIn, startServices } from "@/tests/support/http";

let lines: Record<string, unknown>[] = [];
const start = () => {
  lines = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return startServices({
    log: createLogger("info", sink),
    env: readEnv({ ADMIN_API_KEY: "an-admin-key-for-tests" }),
  });
};
beforeEach(start);

describe("the log of a request", () => {
  test("is one line that omits the client's input", async () => {
    const services = start();
    const guarded = route(
      {
        summary: "Guarded",
        auth: "wallet",
        params: z.object({ id: z.string() }),
        query: z.object({ q: z.string() }),
        body: z.object({ b: z.string() }),
      },
      () => ({ ok: true }),
    );
    const headers = await signIn(createWallet(), services);
    const at = { path: "/api/x/:id", params: { id: "path-secret" }, query: { q: "query-secret" } };
    const answer = await call(guarded, { ...at, body: { b: "body-secret" }, headers });
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.any(String),
        requestId: answer.headers.get("x-request-id"),
        route: "POST /api/x/:id",
        status: 200,
        ms: expect.any(Number),
        msg: "request",
      },
    ]);
  });

  test("has the cause of an unexpected failure, without the parameters of a statement", async () => {
    const broken = route({ summary: "Broken" }, () => {
      const cause = Object.assign(new Error("null value"), {
        code: "23502",
        detail: "Failing row contains (secret@example.org, null)",
      });
      throw new Error("Failed query: insert into waitlist values ($1)\nparams: secret@example.org", {
        cause,
      });
    });
    const answer = await call(broken);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      level: 50,
      requestId: answer.headers.get("x-request-id"),
      error: {
        message: "Failed query: insert into waitlist values ($1)",
        cause: { message: "null value", code: "23502" },
      },
    });
    expect(JSON.stringify(lines)).not.toContain("secret@example.org");
    expect(lines[1]).toMatchObject({ status: 500 });
  });

  test("is one line for a refused request too", async () => {
    const admin = route({ summary: "Admin", auth: "admin" }, () => ({}));
    await call(admin, { headers: { "x-admin-key": "a-wrong-key-that-leaks" } });
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain("leaks");
  });
});

describe("while the services cannot be opened", () => {
  const port = process.env.PORT;
  beforeEach(() => {
    provideServices(undefined);
    process.env.PORT = "not-a-port";
  });
  afterEach(() => {
    if (port === undefined) delete process.env.PORT;
    else process.env.PORT = port;
  });

  test("each route returns 503 with all headers, and works once the services open", async () => {
    const plain = route({ summary: "Plain" }, () => ({ ok: true }));
    const answer = await call(plain);
    expect(answer).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } });
    expect(answer.text).not.toContain("PORT");
    expect([answer.headers.get("x-api-version"), answer.headers.get("cache-control")]).toEqual([
      "1",
      "no-store",
    ]);
    start();
    expect((await call(plain)).status).toBe(200);
  });
});
