import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { campaigns } from "@/db/schema";
import { ApiClient } from "@/lib/client/api-client";
import { ApiClientError } from "@/lib/client/api-error";
import type { StreamedMessage } from "@/lib/client/stream";
import { readEnv } from "@/lib/service/env";
import { changeHub } from "@/lib/service/stream/change-hub";
import { closeStreams } from "@/lib/service/stream/open-stream";
import { ROUTES } from "@/server/api";
import { drain } from "@/server/connections";
import { createHttpServer } from "@/server/http-server";
import { storePause } from "@/tests/lib/service/stream/harness";
import { openTestDatabase } from "@/tests/support/database";
import { startServices } from "@/tests/support/http";
import { listenLocally } from "@/tests/support/local-server";
import { addCampaign } from "@/tests/support/rows";

const TREE = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";

const database = openTestDatabase();
let server: ReturnType<typeof createHttpServer>;
let services: ReturnType<typeof startServices>;
let api: ApiClient;
let url: string;

beforeAll(async () => {
  const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" });
  services = startServices({ db: database.db, env });
  server = createHttpServer({ env, log: services.log, routes: ROUTES, handle: async () => undefined });
  ({ url } = await listenLocally(server));
  api = new ApiClient({ baseUrl: url, pause: () => Promise.resolve() });
});
afterAll(() => {
  server.closeAllConnections();
});
beforeEach(async () => {
  await database.db.delete(campaigns);
});

const opened = (count: number) => expect.poll(() => changeHub(services).size, { timeout: 8_000 }).toBe(count);

/** Collects the signatures of messages until the signal is aborted. */
async function collect(
  query: Parameters<ApiClient["stream"]>[0],
  into: StreamedMessage[],
  signal: AbortSignal,
) {
  try {
    for await (const message of api.with({ signal }).stream(query)) into.push(message);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

describe("the client package's stream over the self-hosted server", () => {
  test("receives every event once, although its connection breaks several times", async () => {
    const { id, treeAddress } = await addCampaign(database.db, { treeAddress: TREE });
    const received: StreamedMessage[] = [];
    const ended = new AbortController();
    const reading = collect({ treeAddress }, received, ended.signal);
    await opened(1);
    const stored: string[] = [];
    for (let round = 0; round < 4; round++) {
      for (let at = 0; at < 5; at++) stored.push(await storePause(database.db, id));
      await new Promise((resolve) => setTimeout(resolve, 600));
      server.closeAllConnections();
      stored.push(await storePause(database.db, id));
    }
    await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(stored.length);
    ended.abort();
    await reading;
    expect(received.flatMap(({ data }) => ("signature" in data ? data.signature : []))).toEqual(stored);
    await opened(0);
  });

  test("continues after a given id", async () => {
    const { id, treeAddress } = await addCampaign(database.db, { treeAddress: TREE });
    const first = api.stream({ treeAddress });
    const next = first.next();
    await opened(1);
    await storePause(database.db, id);
    const message = (await next).value;
    await first.return();
    const signature = await storePause(database.db, id);
    for await (const { data } of api.stream({ treeAddress, lastEventId: message?.id ?? "" })) {
      expect(data).toMatchObject({ signature });
      break;
    }
    await opened(0);
  });

  test("throws the service's refusal of an invalid id", async () => {
    const reading = api.stream({ lastEventId: "invalid" }).next();
    await expect(reading).rejects.toThrow(ApiClientError);
    await expect(reading).rejects.toThrow("Correct Last-Event-ID");
  });

  test("ends its connection when the server drains, and does not delay the drain", async () => {
    const response = await fetch(`${url}/api/stream`);
    const text = response.text();
    await opened(1);
    const beginMs = performance.now();
    closeStreams(services);
    await drain(server, 8_000);
    expect(performance.now() - beginMs).toBeLessThan(4_000);
    expect(await text).toMatch(/^retry: 2000\nid: \d+-\d+\n\n/);
  });
});
