import { once } from "node:events";
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Campaign } from "@/db/schema";
import { readEnv } from "@/lib/service/env";
import { admission } from "@/lib/service/http/admission/admission";
import { processWide } from "@/lib/service/process-wide";
import type { Services } from "@/lib/service/services";
import { ROUTES } from "@/server/api";
import { createHttpServer } from "@/server/http-server";
import { openTestDatabase } from "@/tests/support/database";
import { startServices } from "@/tests/support/http";
import { type LocalServer, listenLocally } from "@/tests/support/local-server";
import { addLeaves } from "@/tests/support/rows";
import { storeCampaign } from "@/tests/support/stored-action";

/** More than two pages of what is read at once. */
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
  await addLeaves(database.db, campaign, { count: MANY - 1, leafOf: () => ({}) });
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
  processWide("admission").set(undefined);
});

async function open(options: RequestOptions = {}) {
  const path = `/api/campaigns/${campaign.treeAddress}/leaves`;
  const request = httpRequest({ port: server.port, path, headers: { accept: "text/csv" }, ...options }).end();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return response;
}

async function textOf(response: IncomingMessage) {
  let text = "";
  for await (const chunk of response) text += chunk;
  return text;
}

test("a list comes whole from the socket, and HEAD is its head alone", async () => {
  const response = await open();
  expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  expect((await textOf(response)).split("\r\n").length).toBe(MANY + 2);
  const head = await open({ method: "HEAD" });
  expect([head.statusCode, head.headers["content-type"], await textOf(head)]).toEqual([
    200,
    "text/csv; charset=utf-8",
    "",
  ]);
});

test("what fails midway is no whole file: the connection is broken off", async () => {
  pagesLeft = 1;
  const response = await open();
  expect(response.statusCode).toBe(200);
  await expect(textOf(response)).rejects.toThrow("aborted");
  expect(response.complete).toBe(false);
});

test("what fails before the first row is an answer", async () => {
  pagesLeft = 0;
  const response = await open();
  expect(response.statusCode).toBe(500);
  expect(JSON.parse(await textOf(response))).toMatchObject({ code: "INTERNAL_ERROR" });
});

test("whole lists wait for each other, and nothing else for them", async () => {
  const gate = admission(services.env);
  const held = [await gate.enter("export", "127.0.0.1"), await gate.enter("export", "127.0.0.1")];
  let isAnswered = false;
  const waiting = open().then(async (response) => {
    isAnswered = true;
    return textOf(response);
  });
  for (const options of [{ headers: {} }, { method: "HEAD" }]) {
    const response = await open(options);
    expect(response.statusCode).toBe(200);
    await textOf(response);
  }
  expect(isAnswered).toBe(false);
  held[0]?.leave();
  expect((await waiting).length).toBeGreaterThan(MANY);
  held[1]?.leave();
});
