import { createServer, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import { readEnv } from "@/lib/service/env";
import { createPublicFetch } from "@/lib/service/outbound/fetch-public";
import { createWebhookSender, type WebhookSender } from "@/lib/service/webhooks/post";
import { type LocalServer, listenLocally } from "@/tests/support/local-server";

const NOW_MS = Date.parse("2026-11-23T02:00:00Z");
const servers: LocalServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = await listenLocally(createServer(listener));
  servers.push(server);
  return `${server.url}/hooks`;
}

const postWhere = (isAnywhere: boolean): WebhookSender =>
  createWebhookSender({
    env: readEnv({ WEBHOOKS_ALLOW_PRIVATE: String(isAnywhere) }),
    fetchPublic: createPublicFetch(),
    nowMs: () => NOW_MS,
  });

const message = (url: string) => ({ url, headers: { "webhook-id": "msg_1" }, body: '{"a":1}' });

describe("a message", () => {
  test("arrives unchanged, and any 2xx accepts it, with any body", async () => {
    const came: unknown[] = [];
    const url = await serve(async (request, response) => {
      came.push(request.method, request.headers["webhook-id"], await text(request));
      // Far more bytes than the sender reads.
      response.writeHead(202).end(Buffer.alloc(5_000_000));
    });
    expect(await postWhere(true)(message(url))).toEqual({ status: 202, error: null, retryAfterMs: null });
    expect(came).toEqual(["POST", "msg_1", '{"a":1}']);
  });

  test.each<[number, Record<string, string>, string, number | null]>([
    [500, {}, "The endpoint responded with HTTP status 500.", null],
    [503, { "retry-after": "120" }, "The endpoint responded with HTTP status 503.", 120_000],
    [503, { "retry-after": "1.5" }, "The endpoint responded with HTTP status 503.", 1_500],
    [
      429,
      { "retry-after": "Mon, 23 Nov 2026 02:00:30 GMT" },
      "The endpoint responded with HTTP status 429.",
      30_000,
    ],
    [
      429,
      { "retry-after": "Mon, 23 Nov 2026 01:00:00 GMT" },
      "The endpoint responded with HTTP status 429.",
      0,
    ],
    [503, { "retry-after": "soon" }, "The endpoint responded with HTTP status 503.", null],
    [307, { location: "http://127.0.0.1:9/" }, "The endpoint redirects. Redirects are not followed.", null],
  ])("is not accepted by %i with %j", async (status, headers, error, retryAfterMs) => {
    const url = await serve((_, response) => response.writeHead(status, headers).end());
    expect(await postWhere(true)(message(url))).toEqual({ status, error, retryAfterMs });
  });

  test("is not accepted when no server listens, or when the server closes the connection", async () => {
    const gone = { status: null, error: "The server could not be reached.", retryAfterMs: null };
    expect(await postWhere(true)(message("http://127.0.0.1:9/"))).toEqual(gone);
    const url = await serve((request) => request.socket.destroy());
    expect(await postWhere(true)(message(url))).toEqual(gone);
  });

  test("goes to no private address and over https alone, unless that is allowed", async () => {
    let requested = 0;
    const url = await serve((_, response) => {
      requested += 1;
      response.end();
    });
    const { port } = new URL(url);
    for (const address of [
      url,
      `https://127.0.0.1:${port}/`,
      `https://[::1]:${port}/`,
      "https://10.0.0.1/",
    ]) {
      const { status, error } = await postWhere(false)(message(address));
      expect(status).toBeNull();
      expect(error).toMatch(/is not public|Only https/);
    }
    expect(requested).toBe(0);
  });
});
