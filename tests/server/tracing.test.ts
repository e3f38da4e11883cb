import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { LONG } from "@/ledger/tests/support/long";
import { createChain } from "@/lib/service/chain/chain";
import { readEnv } from "@/lib/service/env";
import { createLogger } from "@/lib/service/log";
import { provideServices } from "@/lib/service/services";
import { openTracing } from "@/lib/service/tracing/otlp";
import { beginStatement } from "@/lib/service/tracing/tracing";
import { ROUTES } from "@/server/api";
import { createHttpServer } from "@/server/http-server";
import { openTestDatabase } from "@/tests/support/database";
import { startServices } from "@/tests/support/http";
import { type LocalServer, listenLocally } from "@/tests/support/local-server";

const value = z.object({ stringValue: z.string() }).or(z.object({ intValue: z.coerce.number() }));
const attribute = z.object({ key: z.string(), value: value.or(z.looseObject({})) });
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  attributes: z.array(attribute),
  status: z.looseObject({ code: z.int().optional() }),
});
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

type Collected = {
  name: string;
  trace: string;
  id: string;
  parent: string | undefined;
  attributes: Record<string, unknown>;
  failed: boolean;
};

const ADA = "11111111111111111111111111111112";
const SECRET = "a-key-in-the-address";
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`;

let bytes = "";
const spans: Collected[] = [];
let service = "";
const servers: LocalServer[] = [];
const database = openTestDatabase(undefined, beginStatement);

const plain = (input: unknown) => Object.values(Object(input))[0];

async function listenOn(server: Server): Promise<number> {
  const listening = await listenLocally(server);
  servers.push(listening);
  return listening.port;
}

/** Starts a collector that accepts OTLP in JSON. */
async function startCollector(): Promise<number> {
  const collector = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    bytes += text;
    expect(request.url).toBe("/v1/traces");
    for (const { resource, scopeSpans } of exported.parse(JSON.parse(text)).resourceSpans) {
      service = String(plain(resource.attributes.find(({ key }) => key === "service.name")?.value));
      for (const { traceId, spanId, parentSpanId, name, attributes, status } of scopeSpans.flatMap(
        ({ spans }) => spans,
      )) {
        const plainAttributes = Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));
        spans.push({
          name,
          trace: traceId,
          id: spanId,
          parent: parentSpanId,
          attributes: plainAttributes,
          failed: status.code === 2,
        });
      }
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  return listenOn(collector);
}

/**
 * Starts a service with a stub ledger that returns only its slot, on a server with the process's own setup.
 */
async function startTraced(settings: Record<string, string> = {}): Promise<number> {
  const ledger = createServer((request, response) => {
    request
      .resume()
      .once("end", () =>
        response.end(JSON.stringify({ jsonrpc: "2.0", id: 0, error: { code: -32000, message: "behind" } })),
      );
  });
  const rpc = `http://127.0.0.1:${await listenOn(ledger)}/?key=${SECRET}`;
  const log = createLogger("silent");
  const env = readEnv({ LOG_LEVEL: "silent", CRON_SECRET: SECRET, ...settings });
  const chain = createChain({ urls: [rpc], programId: env.VESTING_PROGRAM_ID, log });
  startServices({ db: database.db, env, log, chain });
  const handle = async (_: IncomingMessage, response: { end(text: string): unknown }) =>
    void response.end("page");
  return listenOn(createHttpServer({ env, log, handle, routes: ROUTES }));
}

async function query(port: number, path: string, headers: Record<string, string> = {}) {
  const sent = httpRequest({ port, path, headers, agent: false }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  await answer.resume().toArray();
  return { status: answer.statusCode, id: answer.headers["x-request-id"] };
}

/** Returns all spans that were created so far, once they are sent. */
async function collected(): Promise<Collected[]> {
  await endTracing();
  return spans;
}

let end: () => Promise<void> = async () => undefined;

/** Ends tracing once, unless a test has done so already. */
async function endTracing(): Promise<void> {
  const ending = end;
  end = async () => undefined;
  await ending();
}

beforeEach(async () => {
  bytes = "";
  spans.length = 0;
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${await startCollector()}`);
  end = openTracing(createLogger("silent"));
});

afterEach(async () => {
  await endTracing();
  vi.unstubAllEnvs();
  provideServices(undefined);
  for (const server of servers.splice(0)) await server.close();
});

test("records a request's span with route, status and id, and its statements below it", LONG, async () => {
  const port = await startTraced();
  const { status, id } = await query(port, `/api/beneficiary/${ADA}/campaigns?limit=7`);
  expect(status).toBe(200);
  await query(port, "/campaigns/somewhere");
  await query(port, "/api/health");
  const all = await collected();
  expect(service).toBe("vesting-index");
  const request = all.find(({ name }) => name.startsWith("GET /api/beneficiary"));
  expect(request).toMatchObject({ parent: undefined, failed: false });
  expect(request?.name).not.toContain(ADA);
  expect(request?.attributes).toMatchObject({
    "http.request.method": "GET",
    "http.response.status_code": 200,
    "vesting.request.id": id,
  });
  const statements = all.filter(({ attributes }) => attributes["db.system.name"] === "postgresql");
  expect(statements.length).toBeGreaterThan(0);
  for (const { trace, name, failed } of statements) {
    expect(trace).toBe(request?.trace);
    expect(name).toMatch(/^(select|with)( [a-z_]+)?$/);
    expect(failed).toBe(false);
  }
  // Health checks are frequent, and their traces have no value.
  expect(all.filter(({ parent }) => parent === undefined)).toHaveLength(2);
  expect(bytes).not.toContain(ADA);
});

test(
  "records a run of the indexer with its steps, and its network calls by endpoint below them",
  LONG,
  async () => {
    const port = await startTraced();
    const { status } = await query(port, "/api/cron/sync", { authorization: `Bearer ${SECRET}` });
    const all = await collected();
    const [request, run, step] = ["GET /api/cron/sync", "indexer run", "indexer same ledger"].map((wanted) =>
      all.find(({ name }) => name === wanted),
    );
    expect(status).toBeGreaterThanOrEqual(500);
    expect(request).toMatchObject({ failed: true, attributes: { "http.response.status_code": status } });
    expect(run).toMatchObject({ parent: request?.id, failed: true });
    expect(step).toMatchObject({ parent: run?.id, failed: true });
    const calls = all.filter(({ name }) => name.startsWith("rpc "));
    expect(calls.length).toBeGreaterThan(0);
    for (const { attributes, trace } of calls) {
      expect(trace).toBe(request?.trace);
      expect(attributes["server.address"]).toMatch(/^127\.0\.0\.1:\d+$/);
      expect(attributes["vesting.rpc.outcome"]).toBeDefined();
    }
    expect(bytes).not.toContain(SECRET);
  },
);

test("joins a trace only where a trusted proxy forwards it", LONG, async () => {
  const port = await startTraced();
  await query(port, "/api/schedule-templates", { traceparent: TRACEPARENT });
  const behind = await startTraced({ TRUST_PROXY_HOPS: "1" });
  await query(behind, "/api/schedule-templates", { traceparent: TRACEPARENT });
  const [stranger, trusted] = (await collected()).filter(
    ({ name }) => name === "GET /api/schedule-templates",
  );
  expect(stranger?.trace).not.toBe(TRACE);
  expect(stranger?.parent).toBeUndefined();
  expect(trusted).toMatchObject({ trace: TRACE, parent: "b7ad6b7169203331" });
});

test("delays no response, nor the shutdown, when the collector is unreachable", LONG, async () => {
  await endTracing();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9");
  end = openTracing(createLogger("silent"));
  const port = await startTraced();
  expect((await query(port, "/api/schedule-templates")).status).toBe(200);
  const startedMs = performance.now();
  await endTracing();
  expect(performance.now() - startedMs).toBeLessThan(20_000);
});

test("loads neither tracing code nor the gRPC client where none is set", LONG, () => {
  const text = execFileSync(process.execPath, ["--import", "tsx", "tests/server/support/loaded-modules.ts"], {
    encoding: "utf8",
    env: { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: "", TSX_TSCONFIG_PATH: "server/tsconfig.json" },
  });
  const { without, after, grpc } = JSON.parse(text) as {
    without: string[];
    after: string[];
    grpc: { without: boolean; after: boolean };
  };
  expect(grpc).toEqual({ without: false, after: true });
  // The metrics library loads the API package, which does nothing on its own.
  expect(without.filter((name) => name !== "api")).toEqual([]);
  expect(after).toContain("sdk-trace-node");
});
