import { NextRequest } from "next/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { DatabaseUnavailable } from "@/db/failures";
import { provideServices } from "@/lib/service/services";
import { proxy } from "@/proxy";
import { openTestDatabase } from "./support/database";
import { startServices } from "./support/http";

const database = openTestDatabase();
beforeEach(() => provideServices(undefined));
afterEach(() => provideServices(undefined));

const ask = (path: string, headers: Record<string, string> = {}) =>
  proxy(new NextRequest(`http://localhost${path}`, { headers }));

const awayDatabase = new Proxy({} as Database, {
  get: () => {
    throw new DatabaseUnavailable(new Error("connection refused"));
  },
});

describe("proxy", () => {
  test("sets a policy with a fresh nonce on each page and passes it to Next, whatever the client sends", async () => {
    const headers = { "content-security-policy": "script-src 'nonce-mine'", "user-agent": "Android" };
    const nonces = new Set<string>();
    for (const path of ["/", "/campaigns?page=2", "/docs/api", "/nowhere"]) {
      const answer = await ask(path, headers);
      const policy = answer.headers.get("content-security-policy") ?? "";
      expect(answer.headers.get("x-middleware-request-content-security-policy")).toBe(policy);
      expect(policy).toContain("ws://localhost");
      nonces.add(/'nonce-([\w+/]{22}==)'/.exec(policy)?.[1] ?? "none");
    }
    expect(nonces.size).toBe(4);
    expect(nonces).not.toContain("none");
  });

  test("redirects a chosen language to the same page without the parameter", async () => {
    const answer = await ask("/campaigns?page=2&language=de");
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      "http://localhost/campaigns?page=2",
    ]);
    expect(answer.headers.get("set-cookie")).toContain("language=de");
  });

  test("answers 503 with a page that reloads itself while the database of the page is away", async () => {
    startServices({ db: awayDatabase });
    for (const path of ["/", "/campaigns", "/campaigns/x/rotate", "/claim/x", "/portfolio?address=x"]) {
      const answer = await ask(path);
      expect([path, answer.status]).toEqual([path, 503]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      const text = await answer.text();
      expect(text).toContain("<h1>The index cannot be read</h1>");
      expect(text).toContain('http-equiv="refresh"');
    }
  });

  test("lets a page that needs no database pass while the database is away", async () => {
    startServices({ db: awayDatabase });
    for (const path of ["/docs", "/create", "/portfolio"]) expect((await ask(path)).status).toBe(200);
  });

  test("lets a page pass while the database answers", async () => {
    startServices({ db: database.db });
    expect((await ask("/campaigns")).status).toBe(200);
  });
});
