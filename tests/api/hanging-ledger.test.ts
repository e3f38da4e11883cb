import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as cancel } from "@/app/api/campaigns/[treeAddress]/cancel/route";
import { GET as cron } from "@/app/api/cron/sync/route";
import { LONG } from "@/ledger/tests/support/long";
import { createChain } from "@/lib/service/chain/chain";
import { readEnv } from "@/lib/service/env";
import type { Logger } from "@/lib/service/log";
import { openTestDatabase } from "../support/database";
import { call, signIn, startServices } from "../support/http";
import { listenLocally } from "../support/local-server";
import { type FaultyProxy, startFaultyProxy } from "../support/outages";
import { authority, NOW, storeCampaign } from "../support/stored-action";

const database = openTestDatabase();
let silent: FaultyProxy;
beforeAll(async () => {
  silent = await startFaultyProxy();
});
afterAll(() => silent.close());

type Line = [{ endpoint?: string; problem?: string; error?: Error }, string];

/** Starts services whose network is at a URL, with their logged warnings. */
function startWith(url: string) {
  const warnings: Line[] = [];
  const log = {
    warn: (...line: Line) => void warnings.push(line),
    info: () => {},
    error: () => {},
  } as unknown as Logger;
  const chain = createChain({ urls: [url], log });
  const env = readEnv({ LOG_LEVEL: "silent", CRON_SECRET: "cron-secret" });
  const services = startServices({ db: database.db, now: () => NOW, chain, env, log });
  return { services, warnings };
}

test(
  "an action whose RPC endpoint does not answer is refused after five seconds, and the log names the cause",
  async () => {
    const { services, warnings } = startWith(`http://127.0.0.1:${silent.port}`);
    const { treeAddress } = await storeCampaign(database.db);
    const beginMs = performance.now();
    const answer = await call(cancel, {
      params: { treeAddress },
      headers: await signIn(authority, services),
      body: {},
    });
    expect(answer).toMatchObject({ status: 503, body: { code: "LEDGER_UNAVAILABLE" } });
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(performance.now() - beginMs).toBeLessThan(15_000);
    expect(warnings).toContainEqual([
      expect.objectContaining({ endpoint: `127.0.0.1:${silent.port}`, problem: "did not respond in time" }),
      "chain: endpoint at fault",
    ]);
    expect(warnings).toContainEqual([
      expect.objectContaining({
        error: expect.objectContaining({ message: expect.stringContaining("did not respond in time") }),
      }),
      "the network is unavailable",
    ]);
  },
  LONG.timeout,
);

test("a scheduled run whose node refuses its genesis hash returns 503 with the cause", async () => {
  const refusal = JSON.stringify({
    jsonrpc: "2.0",
    id: 0,
    error: { code: -32601, message: "Method not found" },
  });
  const node = await listenLocally(
    createServer(
      (_request, response) => void response.setHeader("content-type", "application/json").end(refusal),
    ),
  );
  const { warnings } = startWith(node.url);
  const answer = await call(cron, { headers: { authorization: "Bearer cron-secret" } });
  expect(answer).toMatchObject({ status: 503, body: { code: "LEDGER_UNAVAILABLE" } });
  expect(warnings).toContainEqual([
    expect.objectContaining({ error: expect.objectContaining({ message: "Method not found" }) }),
    "the network is unavailable",
  ]);
  await node.close();
});
