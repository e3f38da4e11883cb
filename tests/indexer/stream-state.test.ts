import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { GET } from "@/app/api/health/route";
import { campaigns, claimEvents, syncState } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG, PATIENT } from "@/ledger/tests/support/long";
import { createChain } from "@/lib/service/chain/chain";
import { readEnv } from "@/lib/service/env";
import { startFollower } from "@/lib/service/indexer/follower";
import { metrics } from "@/lib/service/metrics/metrics";
import { scrape } from "@/lib/service/monitoring/scrape";
import { openTestDatabase } from "../support/database";
import { call, startServices } from "../support/http";
import { LedgerCampaign } from "../support/ledger-campaign";
import { GeyserServer } from "./support/geyser-server";

const database = openTestDatabase();

/** The sample of a metric of the stream. */
const sample = async (name: string, endpoint: string) => {
  const text = await metrics().registry.metrics();
  const line = text.split("\n").find((each) => each.startsWith(`${name}{endpoint="${endpoint}"} `));
  return line === undefined ? undefined : Number(line.split(" ")[1]);
};

test("health and metrics show that the stream is down while the index goes on by polling", LONG, async () => {
  const ledger = await TestLedger.start({ instant: false, slotMs: 0, finalizedAfter: 4 });
  const server = await GeyserServer.start(ledger.url);
  const campaign = await LedgerCampaign.create(ledger, 2);
  await database.db.insert(campaigns).values(campaign.registration);
  const endpoint = new URL(server.url).host;
  const env = readEnv({ GEYSER_URL: server.url, SOLANA_RPC_URL: ledger.url, LOG_LEVEL: "silent" });
  const chain = createChain({ urls: [ledger.url] });
  let nowMs = Date.now();
  const services = startServices({ db: database.db, env, chain, syncChain: chain, nowMs: () => nowMs });
  // A result of health is reused for a second.
  const health = async () => {
    nowMs += 2_000;
    return call(GET, { path: "/api/health" });
  };
  // A block hash is valid for 150 blocks, and a busy machine may read it seconds later.
  const blocks = setInterval(() => ledger.controls.advanceSlots(1), 100);
  expect(await health()).toMatchObject({ status: 200, body: { status: "degraded", stream: "down" } });

  const follower = startFollower(services);
  onTestFinished(async () => {
    clearInterval(blocks);
    await follower.close();
    await server.kill();
    await ledger.close();
  });
  await vi.waitFor(async () => {
    expect(await health()).toMatchObject({ status: 200, body: { status: "ok", stream: "connected" } });
    // The first block is in slot 0.
    expect(await sample("vesting_stream_slot", endpoint)).toBeGreaterThan(0);
  }, PATIENT);
  expect(await sample("vesting_stream_connected", endpoint)).toBe(1);
  expect(await sample("vesting_stream_gaps_total", endpoint)).toBeGreaterThan(0);
  expect(await sample("vesting_stream_reconnects_total", endpoint)).toBe(0);
  expect(await scrape(services)).toContain('vesting_up{what="stream"} 1');

  await server.kill();
  await vi.waitFor(async () => {
    expect(await sample("vesting_stream_connected", endpoint)).toBe(0);
    expect(await sample("vesting_stream_reconnects_total", endpoint)).toBeGreaterThan(0);
  }, PATIENT);
  // Half a minute later.
  await database.db
    .update(syncState)
    .set({ updatedAt: sql`${syncState.updatedAt} - 31` })
    .where(eq(syncState.key, "stream"));
  expect(await health()).toMatchObject({ status: 200, body: { status: "degraded", stream: "down" } });
  expect(await scrape(services)).toContain('vesting_up{what="stream"} 0');
  ledger.controls.advanceTime(86_400);
  await campaign.claim(0);
  await vi.waitFor(async () => expect(await database.db.select().from(claimEvents)).toHaveLength(1), {
    ...PATIENT,
    timeout: 60_000,
  });

  await server.restart();
  await vi.waitFor(async () => {
    expect(await health()).toMatchObject({ status: 200, body: { status: "ok", stream: "connected" } });
  }, PATIENT);
  expect(await sample("vesting_stream_connected", endpoint)).toBe(1);
});
