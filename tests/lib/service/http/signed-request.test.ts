import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import nacl from "tweetnacl";
import { beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { GET as nonce } from "@/app/api/auth/nonce/route";
import { ApiClient } from "@/lib/client/api-client";
import type { SignedRequest } from "@/lib/core/auth/wallet-message";
import { readEnv } from "@/lib/service/env";
import { collectBytes } from "@/lib/service/http/body/body";
import { route } from "@/lib/service/http/route";
import type { Services } from "@/lib/service/services";
import { type CallOptions, call, createWallet, signIn, startServices } from "@/tests/support/http";

let services: Services;
const stored = vi.fn();
beforeEach(() => {
  stored.mockReset();
  services = startServices();
});

const wallet = createWallet();
const store = route(
  {
    summary: "Store",
    auth: "wallet",
    query: z.object({ note: z.string().optional() }),
    body: z.object({ amount: z.number() }).optional(),
  },
  ({ body, wallet: signer }) => {
    stored(body);
    return { signer };
  },
);
const upload = route({ summary: "Upload", auth: "wallet", accepts: ["text/csv"] }, async ({ stream }) => {
  const text = Buffer.from(await collectBytes(stream)).toString();
  stored(text);
  return { length: text.length };
});

const PATH = "/api/store";
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const body = JSON.stringify({ amount: 1 });
const bound: SignedRequest = { domain: "localhost", method: "POST", path: PATH, bodySha256: sha256(body) };
const json = { "content-type": "application/json" };
const prompt = async (request: SignedRequest, options: CallOptions = {}) =>
  call(store, {
    path: PATH,
    body,
    ...options,
    headers: { ...json, ...options.headers, ...(await signIn(wallet, services, request)) },
  });

describe("a message that names its request", () => {
  test("is valid for that request, whichever of the four parts it names", async () => {
    const fields = Object.entries(bound);
    for (let chosen = 0; chosen < 16; chosen++) {
      const some = Object.fromEntries(fields.filter((_, index) => chosen & (1 << index)));
      expect(await prompt(some)).toMatchObject({ status: 200, body: { signer: wallet.address } });
    }
  });

  test.each([
    ["another site", { domain: "vesting.example" }],
    ["a site that looks like this one", { domain: "localhost.example" }],
    ["another method", { method: "DELETE" }],
    ["another path", { path: "/api/campaigns" }],
    ["a query that was not sent", { path: `${PATH}?note=x` }],
    ["a path elsewhere", { path: "//localhost/api/store" }],
    ["a whole URL as its path", { path: `http://localhost${PATH}` }],
    ["another body", { bodySha256: sha256(`${body} `) }],
    ["no body", { bodySha256: sha256("") }],
    ["an invalid digest", { bodySha256: "" }],
    ["a digest in another spelling", { bodySha256: sha256(body).toUpperCase() }],
  ])("is refused when it names %s, and nothing reaches the route", async (_name, wrong) => {
    expect(await prompt({ ...bound, ...wrong })).toMatchObject({
      status: 401,
      body: { code: "UNAUTHORIZED" },
    });
    expect(stored).not.toHaveBeenCalled();
  });

  test("covers the query in any spelling", async () => {
    const path = `${PATH}?note=two+words`;
    expect(await prompt({ ...bound, path }, { query: "note=two%20words" })).toMatchObject({ status: 200 });
    expect(await prompt({ ...bound, path }, { query: "note=others" })).toMatchObject({ status: 401 });
    expect(await prompt({ ...bound, path }, {})).toMatchObject({ status: 401 });
  });

  test("covers the body as it is sent, before inflation", async () => {
    const sent = new Uint8Array(gzipSync(body));
    const options = { body: sent, headers: { "content-encoding": "gzip" } };
    expect(await prompt({ bodySha256: sha256(sent) }, options)).toMatchObject({ status: 200 });
    expect(await prompt({ bodySha256: sha256(body) }, options)).toMatchObject({ status: 401 });
  });

  test("covers a missing body", async () => {
    const none = { body: undefined, method: "POST" };
    expect(await prompt({ bodySha256: sha256("") }, none)).toMatchObject({ status: 200 });
    expect(await prompt({ bodySha256: sha256(body) }, none)).toMatchObject({ status: 401 });
  });

  test("covers a file that the route reads as a stream", async () => {
    const send = async (text: string, digest: string) =>
      call(upload, {
        path: PATH,
        body: text,
        headers: { "content-type": "text/csv", ...(await signIn(wallet, services, { bodySha256: digest })) },
      });
    expect(await send("a,b", sha256("a,b"))).toMatchObject({ status: 200 });
    stored.mockReset();
    expect(await send("a,c", sha256("a,b"))).toMatchObject({ status: 401 });
    expect(stored).not.toHaveBeenCalled();
  });
});

test("a setting requires every message to name its request", async () => {
  services = startServices({ env: readEnv({ LOG_LEVEL: "silent", WALLET_MESSAGE: "bound" }) });
  expect(await prompt(bound)).toMatchObject({ status: 200 });
  for (const missing of ["domain", "method", "path", "bodySha256"] as const) {
    expect(await prompt({ ...bound, [missing]: undefined })).toMatchObject({ status: 401 });
  }
});

test("a message is accepted for the hosts that the settings name", async () => {
  const env = { LOG_LEVEL: "silent", HOST: "10.1.2.3", ALLOWED_HOSTS: "app.example.com, other.example:8443" };
  services = startServices({ env: readEnv(env) });
  const status = async (domain: string) => (await prompt({ ...bound, domain })).status;
  for (const domain of ["app.example.com", "App.Example.com", "app.example.com:8080", "10.1.2.3:3000"]) {
    expect(await status(domain)).toBe(200);
  }
  expect(await status("other.example:8443")).toBe(200);
  for (const domain of [
    "other.example",
    "example.com",
    "x.app.example.com",
    "10.1.2.4",
    "app.example.com/",
    "",
  ]) {
    expect(await status(domain)).toBe(401);
  }
});

const LOOPBACK = ["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000"];

test.each<[string, Record<string, string>]>([
  ["behind a proxy", { TRUST_PROXY_HOPS: "1" }],
  ["under a name", { ALLOWED_HOSTS: "app.example.com" }],
  ["on all addresses", { HOST: "0.0.0.0" }],
  ["on all addresses of IPv6", { HOST: "::" }],
  ["on an address of the network", { HOST: "10.1.2.3" }],
  ["on Vercel", { VERCEL: "1", VERCEL_URL: "app.vercel.app" }],
])("a service that is served %s accepts no message for loopback", async (_where, settings) => {
  services = startServices({ env: readEnv({ LOG_LEVEL: "silent", ...settings }) });
  for (const domain of LOOPBACK) expect((await prompt({ ...bound, domain })).status, domain).toBe(401);
});

test("a service that is served on loopback alone, or has a loopback name, accepts messages for it", async () => {
  for (const settings of [{}, { HOST: "::1" }, { HOST: "localhost" }, { ALLOWED_HOSTS: "localhost:3000" }]) {
    services = startServices({ env: readEnv({ LOG_LEVEL: "silent", ...settings }) });
    for (const domain of LOOPBACK) expect((await prompt({ ...bound, domain })).status, domain).toBe(200);
  }
  const named = { HOST: "0.0.0.0", ALLOWED_HOSTS: "localhost:3000" };
  services = startServices({ env: readEnv({ LOG_LEVEL: "silent", ...named }) });
  expect((await prompt({ ...bound, domain: "localhost:3000" })).status).toBe(200);
  expect((await prompt({ ...bound, domain: "127.0.0.1:3000" })).status).toBe(401);
});

describe("the client", () => {
  const keys = { address: wallet.address, signMessage: sign };
  function sign(message: Uint8Array) {
    return nacl.sign.detached(message, wallet.secretKey);
  }
  const client = new ApiClient({
    baseUrl: "http://localhost",
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const handler = request.url.endsWith("/api/auth/nonce") ? nonce : store;
      return handler(request, { params: Promise.resolve({}) });
    },
  });
  const schema = z.object({ signer: z.string() });

  test("names its request in every message", async () => {
    services = startServices({ env: readEnv({ LOG_LEVEL: "silent", WALLET_MESSAGE: "bound" }) });
    const options = { schema, method: "POST", signer: keys } as const;
    const query = { note: "two words & more" };
    expect(await client.request(PATH, { ...options, json: { amount: 1 }, query })).toEqual({
      signer: wallet.address,
    });
    expect(await client.request(PATH, options)).toEqual({ signer: wallet.address });
    const body = new Blob(['{"amount":2}']);
    await client.request(PATH, { ...options, body, contentType: "application/json" });
    expect(stored.mock.calls).toEqual([[{ amount: 1 }], [undefined], [{ amount: 2 }]]);
  });

  test("names its request also where the browser lacks WebCrypto", async () => {
    vi.stubGlobal("crypto", { ...crypto, subtle: undefined });
    services = startServices({ env: readEnv({ LOG_LEVEL: "silent", WALLET_MESSAGE: "bound" }) });
    const options = { schema, method: "POST", signer: keys, json: { amount: 1 } } as const;
    await client.request(PATH, options).finally(() => vi.unstubAllGlobals());
    expect(stored).toHaveBeenCalledOnce();
  });
});
