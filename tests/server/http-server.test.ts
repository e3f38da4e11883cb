import { once } from "node:events";
import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type RequestOptions,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { PATIENT } from "@/ledger/tests/support/long";
import type { Manifest } from "@/lib/contract/openapi/document";
import { readEnv } from "@/lib/service/env";
import { globalSingleton } from "@/lib/service/global-singleton";
import { requestContext } from "@/lib/service/http/request-context";
import { createMemoryRateLimiter } from "@/lib/service/kv/memory";
import { createLogger } from "@/lib/service/log";
import { observedSetup, resetObserved } from "@/lib/service/setup/observed";
import { drain } from "@/server/connections";
import { createHttpServer } from "@/server/http-server";
import { StartError } from "@/server/listen";
import { startServer } from "@/server/start";

const servers: ReturnType<typeof createHttpServer>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

// Each server begins without known clients.
beforeEach(() => globalSingleton("client-rate-limit").set(undefined));

const showContext: RequestListener = (_request, response) =>
  void response.end(JSON.stringify(requestContext.getStore()));

async function listen(
  listener: (...input: Parameters<RequestListener>) => unknown = showContext,
  settings: Record<string, string> = {},
  routes: Manifest = [],
) {
  const env = readEnv(settings);
  const handle = async (...pair: Parameters<RequestListener>) => void (await listener(...pair));
  const server = createHttpServer({ env, log: createLogger("silent"), handle, routes });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function query(port: number, path: string, options: RequestOptions = {}) {
  const request = httpRequest({ port, path, ...options }).end();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

describe("the server", () => {
  test("passes the socket's address and a fresh request id to the handler, whatever headers arrive", async () => {
    const port = await listen();
    const headers = { "x-forwarded-for": "6.6.6.6", "x-request-id": "forged-request-id" };
    const [first, second] = [
      await query(port, "/api/x", { headers }),
      await query(port, "/api/x", { headers }),
    ];
    const context = JSON.parse(first.text);
    expect(context.remoteAddress).toBe("127.0.0.1");
    expect(first.headers["x-request-id"]).toBe(context.requestId);
    expect(context.requestId).toMatch(/^[\da-f-]{36}$/);
    expect(second.headers["x-request-id"]).not.toBe(context.requestId);
    expect(first.headers["x-api-version"]).toBe("1");
  });

  test("refuses requests beyond its capacity while health and other clients are served", async () => {
    const held: ServerResponse[] = [];
    const port = await listen(
      async (request, response) => {
        if (request.url !== "/api/slow" || held.length === 32) return void response.end("served");
        held.push(response);
        await once(response, "close");
      },
      { TRUST_PROXY_HOPS: "1" },
    );
    const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
    const slow = Array.from({ length: 97 }, () => query(port, "/api/slow", from("9.9.9.9")));
    const refused = await Promise.race(slow);
    expect(refused.status).toBe(503);
    expect(refused.headers["retry-after"]).toBe("5");
    await vi.waitFor(() => expect(held).toHaveLength(32), PATIENT);
    expect((await query(port, "/api/health/live")).status).toBe(200);
    const other = query(port, "/api/quick", from("8.8.8.8"));
    held[0]?.end("served");
    expect(await other).toMatchObject({ status: 200, text: "served" });
    for (const response of held) response.end("served");
    const statuses = (await Promise.all(slow)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(32);
    expect((await query(port, "/api/quick", from("9.9.9.9"))).status).toBe(200);
  });

  test("serves proofs first, then the client with the fewest recent requests", async () => {
    // Waiting requests do not expire, so that a busy machine does not change the order.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const held: ServerResponse[] = [];
    const served: (string | undefined)[] = [];
    const port = await listen(
      async (request, response) => {
        if (request.url !== "/api/slow") {
          served.push(request.url);
          return void response.end("served");
        }
        held.push(response);
        await once(response, "close");
      },
      { TRUST_PROXY_HOPS: "1" },
    );
    const [server] = servers;
    const arrive = async (path: string, address: string) => {
      const arrived = once(server as NonNullable<typeof server>, "request");
      const answer = query(port, path, { headers: { "x-forwarded-for": address } });
      await arrived;
      return { answer };
    };
    const slow = [];
    for (let sent = 0; sent < 32; sent++) slow.push(await arrive("/api/slow", "9.9.9.9"));
    const waiting = [
      await arrive("/api/often", "9.9.9.9"),
      await arrive("/api/seldom", "8.8.8.8"),
      await arrive("/api/campaigns/tree/proof", "9.9.9.9"),
    ];
    await new Promise(setImmediate);
    held[0]?.end();
    await Promise.all(waiting.map(({ answer }) => answer));
    expect(served).toEqual(["/api/campaigns/tree/proof", "/api/seldom", "/api/often"]);
    for (const response of held) response.end();
    await Promise.all(slow.map(({ answer }) => answer));
  });

  test("serves others as soon as clients of slow requests disconnect", async () => {
    const port = await listen((request, response) =>
      request.url === "/api/slow" ? new Promise(() => {}) : void response.end("served"),
    );
    const sockets = Array.from({ length: 32 }, () => connect(port, "127.0.0.1"));
    for (const socket of sockets) socket.write("GET /api/slow HTTP/1.1\r\nhost: x\r\n\r\n");
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect((await query(port, "/api/quick")).status).toBe(200), PATIENT);
  });

  test("renders few pages at once, so that the API is served beside many of them", async () => {
    const held: ServerResponse[] = [];
    let isHolding = true;
    const port = await listen(async (request, response) => {
      if (request.url !== "/campaigns" || !isHolding) return void response.end("served");
      held.push(response);
      await once(response, "close");
    });
    const pages = Array.from({ length: 40 }, () => query(port, "/campaigns"));
    await vi.waitFor(() => expect(held).toHaveLength(8), PATIENT);
    for (const path of ["/api/quick", "/_next/static/a.js", "/icon.png"])
      expect(await query(port, path)).toMatchObject({ status: 200, text: "served" });
    expect(held).toHaveLength(8);
    isHolding = false;
    for (const response of held) response.end("served");
    expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(Array(40).fill(200));
  });

  test("keeps a well-formed request id that a trusted proxy passes on", async () => {
    const port = await listen(showContext, { TRUST_PROXY_HOPS: "1" });
    expect(
      JSON.parse((await query(port, "/", { headers: { "x-request-id": "trace-12345" } })).text).requestId,
    ).toBe("trace-12345");
    for (const id of ["short", "x".repeat(65), 'a"b;injected']) {
      expect((await query(port, "/", { headers: { "x-request-id": id } })).text).not.toContain(id);
    }
  });

  test("reports an uncounted proxy beside the address", async () => {
    resetObserved();
    const port = await listen();
    await query(port, "/");
    expect(observedSetup()).toEqual([]);
    await query(port, "/", { headers: { "x-forwarded-for": "6.6.6.6" } });
    expect(observedSetup()).toMatchObject([{ setting: "TRUST_PROXY_HOPS" }]);
    resetObserved();
  });

  test.each([
    ["TRACE", "/api/health", 405],
    ["PURGE", "/api/health", 405],
    ["GET", "/api/%ff", 400],
    ["GET", "/api/%", 400],
  ])("refuses %s %s as JSON before the router sees it", async (method, path, status) => {
    const port = await listen(() => {
      throw new Error("The router was reached.");
    });
    const answer = await query(port, path, { method });
    expect([answer.status, answer.headers["x-api-version"]]).toEqual([status, "1"]);
    expect(JSON.parse(answer.text).requestId).toBe(answer.headers["x-request-id"]);
  });

  test("refuses an absolute request target", async () => {
    const port = await listen();
    const socket = connect(port, "127.0.0.1");
    socket.write("GET http://elsewhere.example/api HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    const [data] = await once(socket, "data");
    expect(String(data)).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
  });

  test("returns 500 when the router fails, without the reason", async () => {
    const port = await listen(() => {
      throw new Error("secret detail");
    });
    const answer = await query(port, "/api/x");
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("secret detail");
  });

  test("reads a body only as far as a route reads it, and closes the connection of an unread rest", async () => {
    let taken = 0;
    let respond = () => {};
    const isRead = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const POST = async (request: Request) => {
      const reader = request.body?.getReader();
      while (taken < 1_000) taken += (await reader?.read())?.value?.byteLength ?? 1_000;
      await isRead;
      return new Response(null, { status: 413 });
    };
    const port = await listen(showContext, {}, [["/api/x", { POST }]]);
    const sockets: Socket[] = [];
    servers[0]?.on("connection", (socket) => void sockets.push(socket));
    const headers = { "content-length": "50000000" };
    const upload = httpRequest({ port, path: "/api/x", method: "POST", headers, agent: new Agent() });
    upload.on("error", () => {});
    upload.write(Buffer.alloc(20_000_000));
    await vi.waitFor(() => expect(taken).toBeGreaterThan(0), PATIENT);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(sockets.map(({ bytesRead }) => bytesRead < 1_000_000)).toEqual([true]);
    respond();
    const [response] = (await once(upload, "response")) as [IncomingMessage];
    expect([response.statusCode, response.headers.connection]).toEqual([413, "close"]);
    await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true), PATIENT);
    expect(taken).toBeLessThan(200_000);
  });

  test("reuses a connection after a short unread body", async () => {
    const port = await listen((_request, response) => void response.writeHead(401).end());
    const ends: Promise<unknown>[] = [];
    servers[0]?.on("request", (request: IncomingMessage) => ends.push(once(request, "close")));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (const length of [1_000, 60_000, 1_000]) {
      const request = httpRequest({ port, path: "/api/x", method: "POST", agent }).end("x".repeat(length));
      const [response] = (await once(request, "response")) as [IncomingMessage];
      expect(response.statusCode).toBe(401);
      response.resume();
      await once(response, "end");
    }
    // An unfinished response is cut after a while, and the connection's next request with it.
    await Promise.all(ends);
    expect(ends).toHaveLength(3);
    agent.destroy();
  });
});

describe("every response", () => {
  const SECURE = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
  };

  test.each([
    ["GET", "/api/%", 400],
    ["TRACE", "/", 405],
    ["POST", "/campaigns", 405],
    ["OPTIONS", "/", 405],
    ["GET", "/_global-error", 404],
    ["GET", "/_not-found", 404],
    ["GET", "/somewhere", 308],
  ])("%s %s carries the security headers", async (method, path, status) => {
    const port = await listen((_request, response) => void response.writeHead(308, { location: "/x" }).end());
    const answer = await query(port, path, { method });
    expect(answer).toMatchObject({ status, headers: SECURE });
  });

  test("carries them also for an invalid request", async () => {
    const port = await listen();
    for (const [sent, status] of [
      ["NONSENSE\r\n\r\n", 400],
      ["GET / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n", 400],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`, 431],
    ] as const) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(sent);
      let text = "";
      for await (const chunk of socket) text += chunk;
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(text).toContain("X-Content-Type-Options: nosniff");
      expect(text).toContain("X-API-Version: 1");
      expect(text).toContain("Connection: close");
    }
  });
});

describe("requests beyond a limit", () => {
  test("returns 429 without reaching the router, pages and OPTIONS included", async () => {
    // The clock is fixed, so that no request expires meanwhile.
    globalSingleton("client-rate-limit").set(createMemoryRateLimiter(() => 0));
    let reached = 0;
    const settings = { CRON_SECRET: "scheduler-secret-for-the-tests-of-limits" };
    const port = await listen((_request, response) => {
      reached++;
      response.end();
    }, settings);
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const statuses: (number | undefined)[] = [];
    for (let step = 0; step < 1_000 && !statuses.includes(429); step++) {
      const path = ["/", "/api/none", "/nowhere"][step % 3] ?? "/";
      statuses.push((await query(port, path, { agent, localAddress: "127.0.0.3" })).status);
    }
    expect(statuses).toContain(429);
    expect(reached).toBe(statuses.length - 1);
    const answer = await query(port, "/api/none", { method: "OPTIONS", localAddress: "127.0.0.3" });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    // A wallet on another page cannot read a refusal without CORS headers.
    const action = await query(port, "/api/actions/claim/x", { localAddress: "127.0.0.3" });
    expect(action).toMatchObject({ status: 429, headers: { "access-control-allow-origin": "*" } });
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
    expect((await query(port, "/api/health", { localAddress: "127.0.0.3" })).status).toBe(200);
    expect((await query(port, "/api/cron/sync", { localAddress: "127.0.0.3" })).status).toBe(429);
    const headers = { authorization: `Bearer ${settings.CRON_SECRET}` };
    const run = await query(port, "/api/cron/sync", { localAddress: "127.0.0.3", headers });
    expect(run.status).toBe(200);
    agent.destroy();
  });
});

describe("connections", () => {
  test("answer upgrades as plain requests", async () => {
    const port = await listen((_request, response) => void response.end("plain"));
    const answer = await query(port, "/anything", {
      headers: { connection: "upgrade", upgrade: "websocket" },
    });
    expect([answer.status, answer.text]).toEqual([200, "plain"]);
  });

  test("limits connections of one peer to two hundred at once, after any number before; a proxy's are not counted", async () => {
    const openAll = (port: number) =>
      Promise.all(
        Array.from({ length: 200 }, async () => {
          const socket = connect(port, "127.0.0.1");
          await once(socket, "connect");
          return socket;
        }),
      );
    const port = await listen();
    const sockets = await openAll(port);
    await expect(query(port, "/api/x")).rejects.toThrow();
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect((await query(port, "/api/x")).status).toBe(200), PATIENT);
    const behindProxy = await listen(showContext, { TRUST_PROXY_HOPS: "1" });
    const proxied = await openAll(behindProxy);
    expect((await query(behindProxy, "/api/x")).status).toBe(200);
    for (const socket of proxied) socket.destroy();
  });

  test('receive "Connection: close" while the server stops, and are cut at its deadline', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const port = await listen(async (request, response) => {
      if (request.url === "/slow") await held;
      response.end("done");
    });
    const [server] = servers.splice(0);
    if (!server) throw new Error("There is no server.");
    // A server does not close an upgraded connection with its other connections.
    server.on("upgrade", (_request, socket) => void socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n"));
    const upgraded = connect(port, "127.0.0.1");
    upgraded.write("GET /up HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
    await once(upgraded, "data");
    const slow = httpRequest({ port, path: "/slow", agent: new Agent({ keepAlive: true }) }).end();
    await once(slow, "socket");
    await once(server, "request");
    const drained = drain(server, 500);
    release();
    const [response] = (await once(slow, "response")) as [IncomingMessage];
    expect(response.headers.connection).toBe("close");
    await drained;
    await once(upgraded.resume(), "close");
  });

  test("closes a kept-alive connection at the end of a response whose headers were sent before", async () => {
    let finish = () => {};
    const port = await listen((_request, response) => {
      response.write("begun");
      finish = () => void response.end("done");
    });
    const [server] = servers.splice(0);
    if (!server) throw new Error("There is no server.");
    const request = httpRequest({ port, path: "/slow", agent: new Agent({ keepAlive: true }) }).end();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    const text = response.toArray();
    const startMs = performance.now();
    const drained = drain(server, 30_000);
    finish();
    expect(Buffer.concat(await text).toString()).toBe("begundone");
    await drained;
    expect(performance.now() - startMs).toBeLessThan(10_000);
  });
});

test("starting without a build explains the required step", async () => {
  const starting = startServer({ env: readEnv({}), dir: "tests" });
  await expect(starting).rejects.toThrow(StartError);
  await expect(starting).rejects.toThrow(/npm run build/);
});
