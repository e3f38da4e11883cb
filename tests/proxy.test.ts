// @vitest-environment node
// Next's testing server replaces methods of the console, so this file needs a separate process.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import {
  unstable_getResponseFromNextConfig as answerByConfig,
  unstable_doesMiddlewareMatch as doesProxyMatch,
} from "next/experimental/testing/server";
import { NextRequest } from "next/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GET as health } from "@/app/api/health/route";
import type { Database } from "@/db/client";
import { DatabaseUnavailableError } from "@/db/failures";
import { readEnv } from "@/lib/service/env";
import { provideServices } from "@/lib/service/services";
import nextConfig from "@/next.config.mjs";
import { config, proxy } from "@/proxy";
import { openTestDatabase } from "./support/database";
import { startServices } from "./support/http";

const database = openTestDatabase();
beforeEach(() => provideServices(undefined));
afterEach(() => provideServices(undefined));

const matches = (path: string) => doesProxyMatch({ config, url: `http://localhost${path}` });

const readHealth = (request: Request) => health(request, { params: Promise.resolve({}) });

const query = (path: string, headers: Record<string, string> = {}) =>
  proxy(new NextRequest(`http://localhost${path}`, { headers }));

function expectApiHeaders({ headers }: Response) {
  expect(headers.get("x-api-version")).toBe("1");
  expect(headers.get("x-request-id")).toMatch(/^[\w-]{8,64}$/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
}

const awayDatabase = new Proxy({} as Database, {
  get: () => {
    throw new DatabaseUnavailableError(new Error("connection refused"));
  },
});

test.each([
  ...["/", "/campaigns", "/docs/api", "/campaigns/", "/rpc/", "/api/health/", "/api/campaigns/%ff"].map(
    (path) => [path, true],
  ),
  ...["/api/campaigns", "/api/uploads/x/parts/0", "/rpc", "/actions.json", "/_next/static/x.js"].map(
    (path) => [path, false],
  ),
] as [string, boolean][])("the proxy runs for %s: %s", (path, expected) => {
  expect(matches(path)).toBe(expected);
});

test("names on each page and in the health which settings do not let the service start", async () => {
  vi.stubEnv("VERCEL", "1");
  const [page, health] = [
    await query("/docs/api"),
    await readHealth(new Request("http://localhost/api/health")),
  ];
  vi.unstubAllEnvs();
  for (const answer of [page, health]) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toMatch(/Set DATABASE_URL .* REDIS_URL\..*Set SOLANA_RPC_URL/s);
  }
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
});

describe("proxy", () => {
  test("sets a policy with a fresh nonce on each page and passes it to Next, whatever the client sends", async () => {
    const headers = { "content-security-policy": "script-src 'nonce-mine'", "user-agent": "Android" };
    const nonces = new Set<string>();
    for (const path of ["/", "/campaigns?page=2", "/docs/api", "/nowhere"]) {
      const answer = await query(path, headers);
      const policy = answer.headers.get("content-security-policy") ?? "";
      expect(answer.headers.get("x-middleware-request-content-security-policy")).toBe(policy);
      expect(policy).toContain("ws://localhost");
      nonces.add(/'nonce-([\w+/]{22}==)'/.exec(policy)?.[1] ?? "none");
    }
    expect(nonces.size).toBe(4);
    expect(nonces).not.toContain("none");
  });

  test("lets only the operator's origins frame the pages under /embed, and no site any other page", async () => {
    const framing = async (path: string) =>
      /frame-ancestors ([^;]+)/.exec((await query(path)).headers.get("content-security-policy") ?? "")?.[1];
    expect(await framing("/embed/claim/x")).toBe("'none'");
    vi.stubEnv("EMBED_ORIGINS", "https://a.example.com,https://b.example.com");
    for (const path of ["/embed/claim/x", "/embed/progress/x"]) {
      expect(await framing(path)).toBe("https://a.example.com https://b.example.com");
    }
    for (const path of ["/", "/claim/x", "/campaigns/embed", "/embedded", "/create"]) {
      expect(await framing(path)).toBe("'none'");
    }
    vi.unstubAllEnvs();
  });

  test("redirects a chosen language to the same page without the parameter", async () => {
    const answer = await query("/campaigns?page=2&language=de");
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      "http://localhost/campaigns?page=2",
    ]);
    expect(answer.headers.get("set-cookie")).toContain("language=de");
  });

  test("shows a frame in the language of its address without a redirect, whatever its cookies say", async () => {
    for (const [cookie, expected] of [
      ["", "language=de"],
      ["language=en; theme=dark", "language=en; theme=dark; language=de"],
    ] as const) {
      const { status, headers } = await query("/embed/claim/x?language=de", { cookie });
      expect([status, headers.get("x-middleware-request-cookie")]).toEqual([200, expected]);
    }
  });

  test("returns 503 with a page that reloads itself while the database of the page is unreachable", async () => {
    startServices({ db: awayDatabase });
    for (const path of ["/", "/campaigns", "/campaigns/x/rotate", "/claim/x", "/portfolio?address=x"]) {
      const answer = await query(path);
      expect([path, answer.status]).toEqual([path, 503]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      const text = await answer.text();
      expect(text).toContain("<h1>The service is temporarily unavailable</h1>");
      expect(text).toContain('http-equiv="refresh"');
    }
  });

  test("shows in a frame of the operator's sites that the database is unreachable", async () => {
    const env = readEnv({ EMBED_ORIGINS: "https://a.example.com", BRAND_NAME: "Atlas & Co" });
    startServices({ db: awayDatabase, env });
    const answer = await query("/embed/claim/x");
    expect(answer.status).toBe(503);
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors https://a.example.com");
    expect(await answer.text()).toContain(" · Atlas &amp; Co</title>");
    const other = await query("/claim/x");
    expect(other.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  test("serves a page that needs no database while the database is unreachable", async () => {
    startServices({ db: awayDatabase });
    for (const path of ["/docs", "/create", "/portfolio"]) expect((await query(path)).status).toBe(200);
  });

  test("serves a page while the database answers", async () => {
    startServices({ db: database.db });
    expect((await query("/campaigns")).status).toBe(200);
  });

  test.each([
    ["/api/health/", "/api/health"],
    ["/api/campaigns/?limit=2", "/api/campaigns?limit=2"],
    ["/rpc/", "/rpc"],
  ])("redirects %s to the path without the slash, with the headers of the API", async (path, target) => {
    const answer = await query(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([308, `http://localhost${target}`]);
    expectApiHeaders(answer);
  });

  test("redirects a page with a slash at the end of its path, without the version of the API", async () => {
    const answer = await query("/campaigns/?page=2");
    expect([answer.status, answer.headers.get("location")]).toEqual([
      308,
      "http://localhost/campaigns?page=2",
    ]);
    expect(answer.headers.has("x-api-version")).toBe(false);
  });

  test.each(["/api/%ff", "/api/campaigns/%", "/api/campaigns/%E0%A4%A/proof"])(
    "returns 400 as JSON for the malformed path %s",
    async (path) => {
      const answer = await query(path, { origin: "https://app.example.com" });
      expectApiHeaders(answer);
      const requestId = answer.headers.get("x-request-id");
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { error: "Correct the percent-encoding of the path.", code: "VALIDATION_ERROR", requestId },
      ]);
    },
  );

  test("returns 400 as text for the malformed path of a page", async () => {
    const answer = await query("/campaigns/%ff");
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
      400,
      "text/plain; charset=utf-8",
      "Correct the percent-encoding of the path.\n",
    ]);
  });

  test("serves a well-formed path of the API without the policy of a page", async () => {
    const answer = await query("/api/campaigns/a%2525b");
    expect([answer.status, answer.headers.has("content-security-policy")]).toEqual([200, false]);
  });
});

test("the earlier path of the dashboard redirects permanently with its query", async () => {
  const { status, headers } = await answerByConfig({ url: "http://localhost/desk?address=x", nextConfig });
  expect([status, headers.get("location")]).toEqual([308, "http://localhost/dashboard?address=x"]);
});

test.each([
  ["/", "DENY"],
  ["/claim/x", "DENY"],
  ["/embedded", "DENY"],
  ["/api/campaigns", "DENY"],
  ["/embed/claim/x", null],
])("the header that refuses every frame is, for %s, %s", async (path, expected) => {
  const { headers } = await answerByConfig({ url: `http://localhost${path}`, nextConfig });
  expect(headers.get("x-frame-options")).toBe(expected);
});

describe("public/", () => {
  const files = readdirSync("public", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative("public", join(parentPath, name)));
  const read = (file: string) => readFileSync(join("public", file), "utf8");

  test.each(files)("%s does not pass the proxy and is cached for a day", async (file) => {
    const url = `http://localhost/${file}`;
    expect(matches(`/${file}`)).toBe(false);
    const { headers } = await answerByConfig({ url, nextConfig });
    expect(headers.get("cache-control")).toBe("public, max-age=86400");
  });

  test("the web app manifest names icons that exist", () => {
    const { icons } = JSON.parse(read("site.webmanifest")) as { icons: { src: string }[] };
    for (const { src } of icons) expect(files).toContain(src.slice(1));
  });

  test("crawlers may read neither the API nor pages about one address", () => {
    const refused = [...read("robots.txt").matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path);
    expect(refused).toEqual(["/api/", "/rpc", "/portfolio?", "/activity?"]);
  });
});
