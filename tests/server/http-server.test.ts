import { once } from "node:events";
import { request as httpRequest, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { readEnv } from "@/lib/env";
import { requestContext } from "@/lib/http/request-context";
import { createLogger } from "@/lib/log";
import { createHttpServer } from "@/server/http-server";
import { StartError, startServer } from "@/server/start";

const servers: ReturnType<typeof createHttpServer>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const showContext: RequestListener = (_request, response) =>
  void response.end(JSON.stringify(requestContext().getStore()));

async function listen(listener: RequestListener = showContext, settings: Record<string, string> = {}) {
  const env = readEnv(settings);
  const handle = async (...pair: Parameters<RequestListener>) => void (await listener(...pair));
  const server = createHttpServer({ env, log: createLogger("silent"), handle });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function ask(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string> } = {},
) {
  const request = httpRequest({ port, path, ...options }).end();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

describe("the server", () => {
  test("hands the socket's address and a fresh request id to whoever answers, whatever the headers say", async () => {
    const port = await listen();
    const headers = { "x-forwarded-for": "6.6.6.6", "x-request-id": "forged-request-id" };
    const [first, second] = [await ask(port, "/api/x", { headers }), await ask(port, "/api/x", { headers })];
    const context = JSON.parse(first.text);
    expect(context.remoteAddress).toBe("127.0.0.1");
    expect(first.headers["x-request-id"]).toBe(context.requestId);
    expect(context.requestId).toMatch(/^[\da-f-]{36}$/);
    expect(second.headers["x-request-id"]).not.toBe(context.requestId);
    expect(first.headers["x-api-version"]).toBe("1");
  });

  test("keeps a well-formed request id that a trusted proxy passes on", async () => {
    const port = await listen(showContext, { TRUST_PROXY_HOPS: "1" });
    expect(
      JSON.parse((await ask(port, "/", { headers: { "x-request-id": "trace-12345" } })).text).requestId,
    ).toBe("trace-12345");
    for (const id of ["short", "x".repeat(65), 'a"b;injected']) {
      expect((await ask(port, "/", { headers: { "x-request-id": id } })).text).not.toContain(id);
    }
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
    const answer = await ask(port, path, { method });
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

  test("answers 500 when the router fails, without saying why", async () => {
    const port = await listen(() => {
      throw new Error("secret detail");
    });
    const answer = await ask(port, "/api/x");
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("secret detail");
  });

  test("stops collecting an upload once its answer is out", async () => {
    let collected = 0;
    const port = await listen((request, response) => {
      request.on("data", (chunk) => {
        collected += chunk.length;
        if (!response.writableEnded) response.writeHead(413).end();
      });
    });
    const upload = httpRequest({ port, path: "/api/x", method: "POST" });
    upload.on("error", () => {});
    upload.write(Buffer.alloc(1000));
    const [response] = (await once(upload, "response")) as [IncomingMessage];
    expect(response.statusCode).toBe(413);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const atAnswer = collected;
    for (let i = 0; i < 20; i++) upload.write(Buffer.alloc(100_000));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(collected).toBe(atAnswer);
    upload.destroy();
  });
});

test("starting without a build says what to do", async () => {
  const starting = startServer({ env: readEnv({}), dir: "tests" });
  await expect(starting).rejects.toThrow(StartError);
  await expect(starting).rejects.toThrow(/npm run build/);
});
