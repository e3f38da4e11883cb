import { once } from "node:events";
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Campaign } from "@/db/schema";
import { PATIENT } from "@/ledger/tests/support/long";
import { readEnv } from "@/lib/service/env";
import { globalSingleton } from "@/lib/service/global-singleton";
import { expensiveWork } from "@/lib/service/http/limits/expensive-work";
import type { Services } from "@/lib/service/services";
import { ROUTES } from "@/server/api";
import { createHttpServer } from "@/server/http-server";
import { openTestDatabase } from "@/tests/support/database";
import { createWallet, signIn, startServices } from "@/tests/support/http";
import { type LocalServer, listenLocally } from "@/tests/support/local-server";
import { getRegistration } from "@/tests/support/registration";
import { addLeaves } from "@/tests/support/rows";
import { storeCampaign } from "@/tests/support/stored-action";

/** More rows than two batches of an export. */
const MANY = 1_203;

/** Pages of leaves that are read before the database fails. */
let pagesLeft = Number.POSITIVE_INFINITY;
const database = openTestDatabase({
  logQuery: (query) => {
    if (/from "leaves"/.test(query) && --pagesLeft < 0) throw new Error("the disk is gone");
  },
});

let campaign: Campaign;
let services: Services;
let server: LocalServer;
beforeAll(async () => {
  campaign = await storeCampaign(database.db);
  await addLeaves(database.db, campaign, { count: MANY - 1, getLeaf: () => ({}) });
  services = startServices({
    db: database.db,
    env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" }),
  });
  const { env, log } = services;
  server = await listenLocally(createHttpServer({ env, log, handle: async () => {}, routes: ROUTES }));
});
afterAll(() => server.close());
beforeEach(() => {
  pagesLeft = Number.POSITIVE_INFINITY;
  globalSingleton("expensive-work").set(undefined);
});

async function open(options: RequestOptions = {}) {
  const path = `/api/campaigns/${campaign.treeAddress}/leaves`;
  const request = httpRequest({ port: server.port, path, headers: { accept: "text/csv" }, ...options }).end();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return response;
}

async function getText(response: IncomingMessage) {
  let text = "";
  for await (const chunk of response) text += chunk;
  return text;
}

test("sends a list whole from the socket, and only its headers for HEAD", async () => {
  const response = await open();
  expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  expect((await getText(response)).split("\r\n").length).toBe(MANY + 2);
  const head = await open({ method: "HEAD" });
  expect([head.statusCode, head.headers["content-type"], await getText(head)]).toEqual([
    200,
    "text/csv; charset=utf-8",
    "",
  ]);
});

test("breaks the connection for a list that fails midway, so that it does not look complete", async () => {
  pagesLeft = 1;
  const response = await open();
  expect(response.statusCode).toBe(200);
  await expect(getText(response)).rejects.toThrow("aborted");
  expect(response.complete).toBe(false);
});

test("returns an error response for a failure before the first row", async () => {
  pagesLeft = 0;
  const response = await open();
  expect(response.statusCode).toBe(500);
  expect(JSON.parse(await getText(response))).toMatchObject({ code: "INTERNAL_ERROR" });
});

test("queues whole lists behind each other, and nothing else behind them", async () => {
  const { exports } = expensiveWork(services.env);
  const releases = await Promise.all(
    Array.from({ length: 8 }, (_, client) => exports.acquire(`127.0.1.${client}`)),
  );
  let isAnswered = false;
  const waiting = open().then(async (response) => {
    isAnswered = true;
    return getText(response);
  });
  for (const options of [{ headers: {} }, { method: "HEAD" }]) {
    const response = await open(options);
    expect(response.statusCode).toBe(200);
    await getText(response);
  }
  expect(isAnswered).toBe(false);
  releases[0]?.();
  expect((await waiting).length).toBeGreaterThan(MANY);
  expect(exports.counts).toEqual({ running: 7, waiting: 0 });
});

test("releases the permit of a client that leaves before the end of a list", async () => {
  const { exports } = expensiveWork(services.env);
  const response = await open();
  response.destroy();
  await vi.waitFor(() => expect(exports.counts.running).toBe(0), PATIENT);
});

test("twenty simultaneous registrations of one address all succeed", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const wallet = createWallet();
      const headers = { ...(await signIn(wallet, services)), "content-type": "application/json" };
      const body = JSON.stringify(await getRegistration(wallet));
      return fetch(`http://127.0.0.1:${server.port}/api/campaigns`, { method: "POST", headers, body });
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
});

test.each([
  ["application/json", "/api/campaigns/prepare", '{"leaves":['],
  ["text/csv", "/api/campaigns/import", "beneficiary,"],
])("requests whose %s body does not arrive take no capacity from others", async (type, path, start) => {
  const { work } = expensiveWork(services.env);
  const idle = await Promise.all(
    Array.from({ length: 42 }, async (_, at) => {
      const signed = await signIn(createWallet(), services);
      const request = httpRequest({
        ...{ port: server.port, method: "POST", path, agent: false },
        localAddress: `127.0.2.${(at % 6) + 1}`,
        headers: { ...signed, "content-type": type, "content-length": 80_000 },
      });
      request.on("error", () => undefined);
      request.write(start);
      await once(request, "socket");
      return request;
    }),
  );
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/campaigns`);
  expect(answer.status).toBe(200);
  const prepared = await fetch(`http://127.0.0.1:${server.port}/api/campaigns/prepare`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(prepared.status).toBe(400);
  expect(work.counts).toEqual({ running: 0, waiting: 0 });
  for (const request of idle) request.destroy();
});
