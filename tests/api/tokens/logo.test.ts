import type { IncomingMessage, ServerResponse } from "node:http";
import { Keypair } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GET } from "@/app/api/tokens/[mint]/logo/route";
import { upsertTokenLogo } from "@/db/queries/tokens";
import { tokenLogos, tokenMetadata } from "@/db/schema";
import type { ApiError } from "@/lib/core/errors";
import { readEnv } from "@/lib/service/env";
import { createPublicFetch } from "@/lib/service/outbound/fetch-public";
import { isPublicAddress } from "@/lib/service/outbound/public-address";
import { readTokens } from "@/lib/service/pages/tokens";
import type { Services } from "@/lib/service/services";
import { readTokenLogo } from "@/lib/service/tokens/token-logo";
import { openTestDatabase } from "@/tests/support/database";
import { startServices } from "@/tests/support/http";
import { addCampaign } from "@/tests/support/rows";
import { startSecureServer, TEST_CERTIFICATE } from "@/tests/support/secure-server";

const HOUR_MS = 3_600_000;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

const database = openTestDatabase();
let nowMs = 1_800_000_000_000;
let server: Awaited<ReturnType<typeof startSecureServer>>;
let paths: Record<string, (request: IncomingMessage, response: ServerResponse) => void>;
let requested: string[];
let mint: string;
let used: Services;

/** The service's own function, on an internet where this machine is a public server. */
const fetchPublic = createPublicFetch({
  resolve: async (name) => (name === "inside.test" ? ["10.0.0.7"] : ["127.0.0.1"]),
  mayReach: (address) => address === "127.0.0.1" || isPublicAddress(address),
  ca: TEST_CERTIFICATE,
});

const json = (value: unknown) => (_request: IncomingMessage, response: ServerResponse) =>
  response.end(typeof value === "string" ? value : JSON.stringify(value));
const bytes = (content: Buffer | string) => (_request: IncomingMessage, response: ServerResponse) =>
  response.setHeader("content-type", "image/png").end(content);

/** Stores a campaign's mint whose metadata links to `uri`. */
async function addMint(uri: string | null): Promise<string> {
  const made = Keypair.generate().publicKey.toBase58();
  await addCampaign(database.db, { mint: made });
  const row = { mint: made, found: true, symbol: "ACME", name: "Acme", uri, fetchedAt: nowMs };
  await database.db.insert(tokenMetadata).values(row);
  return made;
}

const query = async (text = mint, headers: Record<string, string> = {}) =>
  GET(new Request(`http://service.test/api/tokens/${text}/logo`, { headers }), {
    params: Promise.resolve({ mint: text }),
  });
const getStatus = async (text = mint) => (await query(text)).status;
const hasLogo = async () => (await readTokens([mint])).of(mint).names?.hasLogo;

beforeEach(async () => {
  await database.db.delete(tokenLogos);
  requested = [];
  paths = {};
  server = await startSecureServer((request, response) => {
    requested.push(request.url ?? "");
    const answer = paths[request.url ?? ""];
    if (answer) answer(request, response);
    else response.writeHead(404).end("nothing here");
  });
  used = startServices({ db: database.db, fetchPublic, nowMs: () => nowMs });
  mint = await addMint(`${server.origin("one.test")}/token.json`);
});
afterEach(() => server.close());

describe("a logo", () => {
  const picture = () => `${server.origin("two.test")}/logo.png`;

  test("is the image that the metadata's JSON names, served with inert headers", async () => {
    paths = { "/token.json": json({ image: picture() }), "/logo.png": bytes(PNG) };
    expect(await hasLogo()).toBe(true);
    const answer = await query();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get("cache-control")).toMatch(/^public, max-age=86400/);
    expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
  });

  test("is cached: its server is queried once, and may be gone later", async () => {
    paths = { "/token.json": json({ image: picture() }), "/logo.png": bytes(PNG) };
    expect(await Promise.all([getStatus(), getStatus(), getStatus()])).toEqual([200, 200, 200]);
    nowMs += 24 * HOUR_MS;
    expect(await getStatus()).toBe(200);
    expect(requested).toEqual(["/token.json", "/logo.png"]);
    paths = {};
    nowMs += 7 * 24 * HOUR_MS;
    expect(await getStatus()).toBe(200);
    expect(requested).toHaveLength(3);
  });

  test("is not sent again to a client that has it", async () => {
    paths = { "/token.json": json({ image: picture() }), "/logo.png": bytes(PNG) };
    const etag = (await query()).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    const again = await query(mint, { "if-none-match": etag });
    expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""]);
    expect((await query(mint, { "if-none-match": '"other"' })).status).toBe(200);
  });

  test("may be at the metadata's own address, at a relative path, or behind redirects", async () => {
    paths = { "/token.json": bytes(PNG) };
    expect(await getStatus()).toBe(200);
    mint = await addMint(`${server.origin("one.test")}/a/token.json`);
    paths = {
      "/a/token.json": (_request, response) => response.writeHead(302, { location: "/b/token.json" }).end(),
      "/b/token.json": json({ image: "logo.png" }),
      "/b/logo.png": bytes(PNG),
    };
    expect(await getStatus()).toBe(200);
  });

  test.each([
    ["image/png", PNG],
    ["image/jpeg", Buffer.from("ffd8ffe000104a464946", "hex")],
    ["image/gif", Buffer.from("GIF89a....")],
    ["image/webp", Buffer.from("RIFF....WEBPVP8 ")],
  ])("is %s by its bytes, whatever type its server states", async (mediaType, content) => {
    paths = { "/token.json": bytes(content) };
    expect((await query()).headers.get("content-type")).toBe(mediaType);
  });
});

describe("a missing logo", () => {
  test("a mint without a campaign has no logo", async () => {
    expect(await getStatus(Keypair.generate().publicKey.toBase58())).toBe(404);
    expect(requested).toEqual([]);
  });

  test("a mint has no logo when its metadata has no usable address or one without https", async () => {
    for (const uri of [null, "http://one.test/t.json", "ipfs://bafy", "data:image/png;base64,AA"]) {
      expect(await getStatus(await addMint(uri))).toBe(404);
    }
    expect(requested).toEqual([]);
  });

  const redirect = (location: string) => (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(302, { location }).end();
  const cases: [string, () => typeof paths, string[]][] = [
    ["at a private address", () => ({ "/token.json": json({ image: "https://10.0.0.1/logo.png" }) }), []],
    [
      "at a name of a private address",
      () => ({ "/token.json": json({ image: "https://inside.test/logo.png" }) }),
      [],
    ],
    ["over plain http", () => ({ "/token.json": json({ image: "http://two.test/logo.png" }) }), []],
    [
      "behind a redirect to a cloud's metadata",
      () => ({ "/token.json": redirect("https://169.254.169.254/latest/") }),
      [],
    ],
    [
      "whose picture redirects to a cloud's metadata",
      () => ({
        "/token.json": json({ image: "/logo" }),
        "/logo": redirect("https://169.254.169.254/latest/"),
      }),
      ["/logo"],
    ],
    ["that is SVG", () => ({ "/token.json": json({ image: "/logo" }), "/logo": bytes(SVG) }), ["/logo"]],
    [
      "that is a page",
      () => ({ "/token.json": json({ image: "/logo" }), "/logo": bytes("<html>") }),
      ["/logo"],
    ],
    [
      "that is too big",
      () => ({
        "/token.json": json({ image: "/logo" }),
        "/logo": bytes(Buffer.concat([PNG, Buffer.alloc(512 * 1024)])),
      }),
      ["/logo"],
    ],
    [
      "where the JSON is too long",
      () => ({ "/token.json": json(`{"image":"/logo"}${" ".repeat(65_536)}`) }),
      [],
    ],
    ["where the JSON is invalid", () => ({ "/token.json": json("{{") }), []],
    ["where the JSON names nothing", () => ({ "/token.json": json({ name: "x" }) }), []],
    ["where the JSON is a list", () => ({ "/token.json": json([1]) }), []],
    ["where the JSON is null", () => ({ "/token.json": json("null") }), []],
    ["where the picture is a number", () => ({ "/token.json": json({ image: 7 }) }), []],
    ["where there is no JSON", () => ({}), []],
    ["where its server breaks off", () => ({ "/token.json": (request) => request.socket.destroy() }), []],
  ];
  test.each(cases)("does not offer a logo, after one fetch, %s", async (_what, item, further) => {
    paths = item();
    expect(await getStatus()).toBe(404);
    expect(await getStatus()).toBe(404);
    expect(requested).toEqual(["/token.json", ...further]);
    expect(await hasLogo()).toBe(false);
    nowMs += 7 * HOUR_MS;
    expect(await hasLogo()).toBe(true);
  });
});

test("the logo changes with the address in the metadata", async () => {
  paths = { "/token.json": bytes(PNG) };
  expect(await getStatus()).toBe(200);
  await database.db.update(tokenMetadata).set({ uri: `${server.origin("one.test")}/new.json` });
  nowMs += HOUR_MS;
  expect(await getStatus()).toBe(404);
});

test("fetches and queued fetches are limited, and further ones are refused", async () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  paths = { "/token.json": (_request, response) => void opened.then(() => response.end(PNG)) };
  const mints: string[] = [];
  for (let count = 0; count < 46; count++)
    mints.push(await addMint(`${server.origin("one.test")}/token.json`));
  let refused = 0;
  const requests = mints.map((item) =>
    readTokenLogo(used, item).catch((error: ApiError) => {
      refused++;
      return error.code;
    }),
  );
  await expect.poll(() => requested.length).toBe(4);
  await expect.poll(() => refused).toBe(2);
  open();
  const answers = await Promise.all(requests);
  expect(answers.filter((answer) => answer === "SERVICE_UNAVAILABLE")).toHaveLength(2);
  expect(answers.filter((answer) => typeof answer === "object")).toHaveLength(44);
});

test("fetches per minute are limited for all clients together", async () => {
  startServices({
    ...used,
    env: readEnv({ LOG_LEVEL: "silent" }),
    rateLimiter: { hit: async (key) => refusedFor(key) },
  });
  expect((await query()).status).toBe(429);
  expect(requested).toEqual([]);
});

const refusedFor = (key: string) => ({ allowed: key !== "logos", remaining: 0, resetSeconds: 7 });

test("the least recently used images are evicted, and missing logos stay cached", async () => {
  const row = {
    uri: "https://one.test/",
    logoUri: null,
    mediaType: "image/png",
    content: new Uint8Array(PNG),
  };
  await upsertTokenLogo(database.db, { ...row, mint: "missing", content: null, fetchedAt: 0 }, 2);
  for (const [at, one] of ["a", "b", "c", "a"].entries()) {
    await upsertTokenLogo(database.db, { ...row, mint: one, fetchedAt: at + 1 }, 2);
  }
  const stored = await database.db.select({ mint: tokenLogos.mint }).from(tokenLogos);
  expect(stored.map((logo) => logo.mint).toSorted()).toEqual(["a", "c", "missing"]);
});
