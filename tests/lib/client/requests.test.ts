import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import nacl from "tweetnacl";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { ApiClient, type ClientOptions } from "@/lib/client/api-client";
import { ApiClientError, InvalidResponseError, NetworkError } from "@/lib/client/api-error";
import { keypairSigner } from "@/lib/client/network/signers";
import { everyClaim } from "@/lib/client/pages";

const schema = z.object({ ok: z.literal(true) });
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a service with one listener, and returns a client, its requests and its pauses. */
async function getService(listener: RequestListener, options: ClientOptions = {}) {
  const requested: string[] = [];
  const pauses: number[] = [];
  const server = createServer((request, response) => {
    requested.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pause = async (ms: number) => void pauses.push(ms);
  return { api: new ApiClient({ baseUrl, pause, ...options }), requested, pauses, server, baseUrl };
}

/** Answers with one status after another and repeats the last one forever; success is 200. */
function statuses(list: (number | "cut")[], headers: Record<string, string> = {}): RequestListener {
  let at = 0;
  return (request, response) => {
    const status = list[Math.min(at++, list.length - 1)] ?? 200;
    if (status === "cut") return void request.socket.destroy();
    const body = status === 200 ? { ok: true } : { error: "Not now.", code: "SERVICE_UNAVAILABLE" };
    response.writeHead(status, { ...headers, "content-type": "application/json" }).end(JSON.stringify(body));
  };
}

describe("a request that changes nothing", () => {
  test.each([[429], [502], [503], [504], ["cut"]] as const)("is retried after %s", async (passing) => {
    const { api, requested, pauses } = await getService(statuses([passing, passing, 200]));
    expect(await api.request("/x", { schema })).toEqual({ ok: true });
    expect(requested).toHaveLength(3);
    expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0);
  });

  test("is sent at most three times, or as often as `attempts` allows", async () => {
    const { api, requested } = await getService(statuses([503]));
    await expect(api.request("/x", { schema })).rejects.toMatchObject({ status: 503 });
    expect(requested).toHaveLength(3);
    await expect(api.with({ attempts: 1 }).request("/x", { schema })).rejects.toThrow("Not now.");
    expect(requested).toHaveLength(4);
  });

  test.each([400, 404, 409, 500])("is not retried after %s", async (status) => {
    const { api, requested } = await getService(statuses([status]));
    await expect(api.request("/x", { schema })).rejects.toBeInstanceOf(ApiClientError);
    expect(requested).toHaveLength(1);
  });

  test("waits as long as Retry-After asks, in seconds or until a date", async () => {
    const inSeconds = await getService(statuses([429, 200], { "retry-after": "7" }));
    await inSeconds.api.request("/x", { schema });
    expect(inSeconds.pauses).toEqual([7_000]);
    const date = new Date(Date.now() + 60_000).toUTCString();
    const toDate = await getService(statuses([503, 200], { "retry-after": date }));
    await toDate.api.request("/x", { schema });
    expect(toDate.pauses[0]).toBeGreaterThan(50_000);
    expect(toDate.pauses[0]).toBeLessThanOrEqual(61_000);
  });

  test("fails at once when Retry-After asks for hours", async () => {
    const { api, requested } = await getService(statuses([429], { "retry-after": "7200" }));
    await expect(api.request("/x", { schema })).rejects.toMatchObject({ retryAfter: 7_200 });
    expect(requested).toHaveLength(1);
  });

  test("is not retried once the caller has aborted", async () => {
    const caller = new AbortController();
    const pause = async (_ms: number, signal?: AbortSignal) => {
      caller.abort(new Error("enough"));
      signal?.throwIfAborted();
    };
    const { api, requested } = await getService(statuses([503]), { pause, signal: caller.signal });
    await expect(api.request("/x", { schema })).rejects.toThrow("enough");
    expect(requested).toHaveLength(1);
  });
});

describe("a request that changes something", () => {
  test.each(["POST", "PUT", "PATCH", "DELETE"] as const)("is sent once as %s", async (method) => {
    const { api, requested } = await getService(statuses(["cut"]));
    await expect(api.request("/x", { schema, method })).rejects.toBeInstanceOf(NetworkError);
    expect(requested).toEqual([`${method} /x`]);
  });

  test("is sent once when it is signed, even as a read, while its nonce is fetched again", async () => {
    const nonce = { nonce: "n", expiresAt: 1, serverTime: 1 };
    let isFirst = true;
    const { api, requested } = await getService((request, response) => {
      if (request.url !== "/api/auth/nonce") return void response.writeHead(503).end();
      if (isFirst) {
        isFirst = false;
        return void response.writeHead(503).end();
      }
      response.end(JSON.stringify(nonce));
    });
    const signed = api.webhooks(keypairSigner(nacl.sign.keyPair().secretKey));
    await expect(signed).rejects.toMatchObject({ status: 503 });
    expect(requested).toEqual(["GET /api/auth/nonce", "GET /api/auth/nonce", "GET /api/webhooks"]);
  });
});

describe("the source of a failure", () => {
  test("reports status, code, sentence, request and details of a service error", async () => {
    const details = [{ path: "amount", message: "must be more" }];
    const { api } = await getService((_, response) =>
      response
        .writeHead(400, { "x-request-id": "r-1" })
        .end(JSON.stringify({ error: "Correct amount.", code: "VALIDATION_ERROR", details })),
    );
    const failure = await api.request("/x", { schema }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiClientError);
    expect(failure).toMatchObject({ status: 400, code: "VALIDATION_ERROR", requestId: "r-1", details });
  });

  test("reports a proxy's page as an error without a code", async () => {
    const { api } = await getService((_, response) => response.writeHead(500).end("<h1>Oops</h1>"));
    await expect(api.request("/x", { schema })).rejects.toMatchObject({ code: "UNKNOWN", status: 500 });
  });

  test("reports a broken connection as a NetworkError, also within an answer", async () => {
    const { api, server } = await getService((_, response) => {
      response.writeHead(200, { "content-length": "100" }).write('{"ok"');
      setImmediate(() => response.socket?.destroy());
    });
    await expect(api.with({ attempts: 1 }).request("/x", { schema })).rejects.toMatchObject({
      name: "NetworkError",
      timedOut: false,
    });
    await new Promise((closed) => server.close(closed));
    await expect(api.request("/x", { schema })).rejects.toBeInstanceOf(NetworkError);
  });

  test("reports the client's timeout and the caller's as timed out", async () => {
    const { api } = await getService(() => undefined, { attempts: 1 });
    const late = { name: "NetworkError", timedOut: true };
    await expect(api.with({ timeoutMs: 20 }).request("/x", { schema })).rejects.toMatchObject(late);
    const signal = AbortSignal.timeout(20);
    await expect(api.with({ signal }).request("/x", { schema })).rejects.toMatchObject(late);
    await expect(api.with({ signal }).request("/x", { schema })).rejects.toMatchObject(late);
  });

  test("throws the caller's own abort reason", async () => {
    const { api } = await getService(() => undefined);
    const reason = new Error("left the page");
    await expect(api.with({ signal: AbortSignal.abort(reason) }).request("/x", { schema })).rejects.toBe(
      reason,
    );
  });

  test("reports a server that is not a Vesting Index", async () => {
    const { api, requested } = await getService((_, response) => response.end("<h1>Welcome</h1>"));
    await expect(api.campaigns()).rejects.toBeInstanceOf(InvalidResponseError);
    expect(requested).toHaveLength(1);
  });
});

test("returns the health of a service that is down", async () => {
  const health = {
    ...{ status: "down", db: false, writable: false, rpc: true, version: "1", timestamp: 1, checkedAt: 1 },
    indexer: { lastSyncedSlot: "0", lastSyncTimestamp: "0", lagSeconds: null, problems: [] },
  };
  const { api } = await getService((_, response) => response.writeHead(503).end(JSON.stringify(health)));
  expect(await api.health()).toEqual(health);
});

test("accepts a slash at the end of the base URL", async () => {
  const { baseUrl, requested } = await getService(statuses([200]));
  await new ApiClient({ baseUrl: `${baseUrl}/` }).request("/x", { schema });
  expect(requested).toEqual(["GET /x"]);
});

test("fetches a list page by page as the caller reads, and no further", async () => {
  const page = (at: number) => ({
    claims: [0, 1].map((position) => ({
      ...{ beneficiary: "b", leafIndex: 2 * at + position, amount: "1", milestoneIdx: null },
      ...{ signature: "s", slot: "1", blockTime: "1", reconstructed: false },
      ...{ totalClaimedByUser: "1", totalClaimedOverall: "1" },
    })),
    ...{ hasDrift: false, total: 6, page: 1, limit: 2, nextCursor: at < 2 ? String(at + 1) : null },
  });
  const { api, requested } = await getService((request, response) => {
    const cursor = new URL(request.url ?? "", "http://x").searchParams.get("cursor");
    response.end(JSON.stringify(page(Number(cursor))));
  });
  const taken: number[] = [];
  for await (const { leafIndex } of everyClaim(api, "tree", { limit: 2 })) taken.push(leafIndex);
  expect([taken, requested.length]).toEqual([[0, 1, 2, 3, 4, 5], 3]);
  for await (const { leafIndex } of everyClaim(api, "tree")) if (leafIndex === 1) break;
  expect(requested).toHaveLength(4);
  expect(requested[3]).toBe("GET /api/campaigns/tree/claims?limit=100");
});
