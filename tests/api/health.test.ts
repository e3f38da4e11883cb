import { eq, like, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { GET } from "@/app/api/health/route";
import { updateIndexedTo, updateProblems } from "@/db/queries/indexing/sync-state";
import { syncState } from "@/db/schema";
import { fixedClock } from "@/lib/service/clock";
import { databaseFailureListener, resetDatabaseFailures } from "@/lib/service/database-failures";
import { readEnv } from "@/lib/service/env";
import { metrics } from "@/lib/service/metrics/metrics";
import { scrape } from "@/lib/service/monitoring/scrape";
import { type Services, services } from "@/lib/service/services";
import { resetObserved } from "@/lib/service/setup/observed";
import packageJson from "@/package.json" with { type: "json" };
import { openTestDatabase } from "../support/database";
import { call, startServices } from "../support/http";

const NOW = 1_760_000_000;
const database = openTestDatabase();

const query = async (input: Partial<Services>) => {
  startServices({ ...fixedClock(NOW * 1000), db: database.db, ...input });
  return call(GET, { path: "/api/health" });
};
const ledger = (isHealthy: () => Promise<boolean>) => ({ chain: { isHealthy } as Services["chain"] });
const up = ledger(async () => true);
const hanging = new Promise<never>(() => {});

/** A database whose prepared reads run `execute`. */
const selecting = (execute: () => Promise<unknown>) =>
  new Proxy(database.db, {
    get: (target, name) =>
      name === "select"
        ? () => ({ from: () => ({ where: () => ({ prepare: () => ({ execute }) }) }) })
        : Reflect.get(target, name),
  });

// Requests of earlier tests in the same process can reveal problems of their settings.
beforeEach(resetObserved);

describe("health", () => {
  test("is ok with the indexer's checkpoint and lag", async () => {
    await updateIndexedTo(database.db, { slot: 2n ** 63n - 1n, timestamp: BigInt(NOW - 90) });
    const answer = await query(up);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      status: "ok",
      db: true,
      writable: true,
      rpc: true,
      version: packageJson.version,
      timestamp: NOW,
      checkedAt: NOW,
      clock: { aheadOfDatabase: expect.any(Number), newestBlockAge: null },
      indexer: {
        lastSyncedSlot: "9223372036854775807",
        lastSyncTimestamp: String(NOW - 90),
        lagSeconds: 90,
        problems: [],
      },
    });
    expect([answer.headers.get("cache-control"), answer.headers.get("ratelimit")]).toEqual([
      "no-store",
      null,
    ]);
  });

  test("names the indexed network once it is known", async () => {
    const isHealthy = async () => true;
    const chain = { isHealthy, getGenesisHash: async () => "genesis" } as Partial<Services["chain"]>;
    expect((await query({ chain: chain as Services["chain"] })).body).toMatchObject({ genesis: "genesis" });
    expect((await query(up)).body).not.toHaveProperty("genesis");
  });

  test("compares the service's clock with the database's and the newest block's", async () => {
    const isHealthy = async () => true;
    const chain = { isHealthy, getSlot: async () => 7n, getBlockTimes: async () => [BigInt(NOW - 300)] };
    const nowMs = () => Date.now() + 120_000;
    const { body } = await query({ chain: chain as unknown as Services["chain"], nowMs });
    const { clock } = body as { clock: { aheadOfDatabase: number; newestBlockAge: number } };
    expect(clock.aheadOfDatabase).toBeGreaterThan(110);
    expect(clock.aheadOfDatabase).toBeLessThan(150);
    expect(clock.newestBlockAge).toBe(300);
  });

  test("is degraded and 200 while the key-value store does not answer", async () => {
    const env = readEnv({ REDIS_URL: "redis://127.0.0.1:1" });
    const kv = { put: () => Promise.reject(new Error("away")), take: () => null, close: () => undefined };
    const answer = await query({ ...up, env, kv: kv as unknown as Services["kv"] });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: "degraded", store: false });
    const answering = { ...kv, put: async () => undefined };
    const well = await query({ ...up, env, kv: answering as unknown as Services["kv"] });
    expect(well.body).toMatchObject({ store: true });
  });

  test("shows problems of the settings to the operator alone", async () => {
    const env = readEnv({ ADMIN_API_KEY: "operator-key", RATE_LIMIT: "off" });
    startServices({ ...fixedClock(NOW * 1000), db: database.db, env, ...up });
    const as = (key: string) => call(GET, { path: "/api/health", headers: { "x-admin-key": key } });
    expect((await as("operator-key")).body).toMatchObject({
      setup: [{ setting: "RATE_LIMIT", severity: "warning" }],
    });
    expect((await as("operator-kez")).body).not.toHaveProperty("setup");
    expect((await query({ env, ...up })).body).not.toHaveProperty("setup");
  });

  test("is degraded and 200 for a problem of the index alone, whose hosts only the operator sees", async () => {
    const details = ["node.example is lagging at slot 5 since 2026-01-01T00:00:00.000Z"];
    const problems = [{ code: "endpoint_lagging", count: 1, details }];
    await updateProblems(database.db, JSON.stringify(problems));
    const env = readEnv({ ADMIN_API_KEY: "operator-key" });
    const answer = await query({ env, ...up });
    expect(answer).toMatchObject({ status: 200, body: { status: "degraded", db: true, rpc: true } });
    expect(answer.body).toMatchObject({ indexer: { problems: [{ code: "endpoint_lagging", count: 1 }] } });
    expect(answer.text).not.toContain("node.example");
    const operators = await call(GET, { path: "/api/health", headers: { "x-admin-key": "operator-key" } });
    expect(operators.body).toMatchObject({ indexer: { problems } });
    await updateProblems(database.db, "[]");
  });

  test("is degraded and 200 once no run was complete for more than five minutes", async () => {
    await updateIndexedTo(database.db, { slot: 1n, timestamp: BigInt(NOW - 90) });
    const env = readEnv({ SOLANA_RPC_URL: "https://node.example", LOG_LEVEL: "silent" });
    const at = (seconds: number) => query({ env, ...up, ...fixedClock((NOW + seconds) * 1000) });
    expect((await at(210)).body).toMatchObject({ status: "ok", indexer: { lagSeconds: 300, problems: [] } });
    const problems = [{ code: "index_lagging", count: 1 }];
    expect(await at(211)).toMatchObject({
      status: 200,
      body: { status: "degraded", indexer: { lagSeconds: 301, problems } },
    });
  });

  describe("before the first complete run", () => {
    const cluster = readEnv({ SOLANA_RPC_URL: "https://node.example", LOG_LEVEL: "silent" });
    /** Returns health if the first check of the deployment was `seconds` ago. */
    const waiting = async (seconds: number, input: Partial<Services>) => {
      await database.db.update(syncState).set({ value: "0" }).where(like(syncState.key, "last_sync%"));
      const value = sql`(extract(epoch from clock_timestamp())::bigint - ${seconds}::bigint)::text`;
      await database.db.update(syncState).set({ value }).where(eq(syncState.key, "write_check"));
      return query({ ...up, ...input });
    };
    const lagSample = async () =>
      /^vesting_indexer_lag_seconds (.*)$/m.exec(await scrape(await services()))?.[1];
    const problems = [{ code: "index_lagging", count: 1 }];
    const lagging = { status: "degraded", indexer: { lagSeconds: null, problems } };
    const ok = { status: "ok", indexer: { lagSeconds: null, problems: [] } };

    test("is degraded more than five minutes after the first check, and reports that age as a metric", async () => {
      expect(await waiting(310, { env: cluster })).toMatchObject({ status: 200, body: lagging });
      expect(Number(await lagSample())).toBeGreaterThanOrEqual(310);
    });

    test("is ok after the first check, also if an earlier version had checked", async () => {
      expect((await waiting(0, { env: cluster })).body).toMatchObject(ok);
      await database.db.update(syncState).set({ value: "" }).where(eq(syncState.key, "write_check"));
      expect((await query({ env: cluster, ...up })).body).toMatchObject(ok);
      await database.db.delete(syncState).where(eq(syncState.key, "write_check"));
      expect((await query({ env: cluster, ...up })).body).toMatchObject(ok);
    });

    test("waits for the daily run on Vercel", async () => {
      const env = { ...cluster, VERCEL: "1" as const };
      expect((await waiting(24 * 3_600, { env })).body).toMatchObject(ok);
      expect((await waiting(26 * 3_600, { env })).body).toMatchObject(lagging);
    });

    test("stays ok on the local ledger, without a value of the metric", async () => {
      expect((await waiting(86_400, {})).body).toMatchObject(ok);
      expect(await lagSample()).toBe("Nan");
    });
  });

  test("allows the daily run on Vercel an hour of delay", async () => {
    await updateIndexedTo(database.db, { slot: 1n, timestamp: BigInt(NOW) });
    const env = {
      ...readEnv({ SOLANA_RPC_URL: "https://node.example", LOG_LEVEL: "silent" }),
      VERCEL: "1" as const,
    };
    const at = (hours: number) => query({ env, ...up, ...fixedClock((NOW + hours * 3_600) * 1000) });
    expect((await at(25)).body).toMatchObject({ status: "ok" });
    expect((await at(26)).body).toMatchObject({ status: "degraded" });
  });

  test("stays ok while the clock of the local ledger is ahead of the latest run", async () => {
    await updateIndexedTo(database.db, { slot: 1n, timestamp: BigInt(NOW - 90) });
    const answer = await query({ ...up, ...fixedClock((NOW + 86_400) * 1000) });
    expect(answer.body).toMatchObject({ status: "ok", indexer: { problems: [] } });
  });

  test.each([
    ["is unhealthy", ledger(async () => false)],
    ["fails", ledger(async () => Promise.reject(new Error("secret endpoint")))],
    ["is not configured", { chain: null }],
  ])("is degraded when the network %s", async (_name, item) => {
    const answer = await query(item);
    expect(answer).toMatchObject({ status: 503, body: { status: "degraded", db: true, rpc: false } });
    expect(answer.text).not.toContain("secret");
  });

  test("is degraded when the database accepts no writes", async () => {
    const fails = {
      insert: () => {
        throw Object.assign(new Error("disk full"), { code: "53100" });
      },
    };
    const db = new Proxy(database.db, {
      get: (target, name) => Reflect.get(fails, name) ?? Reflect.get(target, name),
    });
    const body = { status: "degraded", db: true, writable: false, rpc: true };
    expect(await query({ db, ...up })).toMatchObject({ status: 503, body });
  });

  test("is degraded for a minute after a statement found the disk full, and logs and counts the cause", async () => {
    const logged: unknown[] = [];
    const onFailure = databaseFailureListener({ error: (line: unknown) => void logged.push(line) } as never);
    const cause = Object.assign(new Error("could not extend file"), { code: "53100" });
    for (let time = 0; time < 3; time++) onFailure(cause);
    expect(logged).toEqual([{ code: "53100", error: cause }]);
    expect(await metrics().registry.metrics()).toContain('vesting_database_failures_total{code="53100"} 3');
    expect(await query(up)).toMatchObject({
      status: 503,
      body: { status: "degraded", db: true, writable: false },
    });
    resetDatabaseFailures();
    expect((await query(up)).status).toBe(200);
  });

  test("times out on checks that hang", async () => {
    const answer = await query({ db: selecting(() => hanging), ...ledger(() => hanging) });
    expect(answer).toMatchObject({ status: 503, body: { status: "down", db: false, rpc: false } });
  });

  test("queries the network once for many callers", async () => {
    let requested = 0;
    startServices({
      ...fixedClock(NOW * 1000),
      db: database.db,
      ...ledger(async () => {
        requested++;
        return true;
      }),
    });
    await Promise.all(Array.from({ length: 100 }, () => call(GET)));
    expect(requested).toBe(1);
  });

  test("never returns a result that is older than five seconds", async () => {
    let nowMs = NOW * 1000;
    const isUp = ledger(async () => true);
    const clock = { now: () => BigInt(Math.floor(nowMs / 1000)), nowMs: () => nowMs };
    startServices({ ...clock, db: database.db, ...isUp });
    expect(await call(GET)).toMatchObject({ status: 200, body: { checkedAt: NOW } });
    nowMs += 5_000;
    Reflect.set(isUp.chain ?? {}, "isHealthy", () => hanging);
    const body = { rpc: false, checkedAt: NOW + 5, timestamp: NOW + 5 };
    expect(await call(GET)).toMatchObject({ status: 503, body });
    nowMs += 1_000;
    Reflect.set(isUp.chain ?? {}, "isHealthy", async () => true);
    expect(await call(GET)).toMatchObject({ status: 200, body: { rpc: true, checkedAt: NOW + 6 } });
  });

  test("does not report a broken database when the process is busy", async () => {
    const busy = () => new Promise((resolve) => setTimeout(() => setImmediate(resolve, []), 10));
    const answer = query({ db: selecting(busy), ...up });
    await new Promise(setImmediate);
    const until = Date.now() + 2_500;
    while (Date.now() < until);
    expect(await answer).toMatchObject({ status: 200, body: { status: "ok", db: true } });
  });
});
