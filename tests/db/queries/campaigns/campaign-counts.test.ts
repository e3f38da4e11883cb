import { readFile } from "node:fs/promises";
import { count, eq, inArray, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Database } from "@/db/client";
import {
  type CampaignFilter,
  countCampaigns,
  getQueryShape,
  matchesShape,
} from "@/db/queries/campaigns/campaign-filter";
import { campaignCounts, campaigns } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, campaignValues } from "@/tests/support/rows";

const database = openTestDatabase();

const GRACE = 604_800n;
const STATUSES = [
  ...([undefined, "active", "paused", "cancelled", "claimable", "claimed"] as const),
  ...(["cancelled_grace", "cancelled_expired", "instant_refunded", "settled"] as const),
];

/** Times on both sides of every bucket's edge, of the clock's range, and of the i64 range. */
const EDGES = [
  ...[-(2n ** 63n), -1n, 0n, 1n, 255n, 256n, 65_535n, 65_536n, 65_537n, 16_777_215n, 16_777_216n],
  ...[1_700_000_000n, 1_700_000_000n + GRACE, 2n ** 33n - 1n, 2n ** 33n, 2n ** 33n + 1n, 2n ** 63n - 1n],
];

const time = fc.oneof(fc.constantFrom(...EDGES), fc.bigInt(1_690_000_000n, 1_710_000_000n));
const facts = fc.record(
  {
    creator: fc.constantFrom("count-a", "count-b", "mint:count-a"),
    mint: fc.constantFrom("count-a", "count-m"),
    minCliffTime: fc.option(time),
    cancelledAt: fc.option(time),
    paused: fc.boolean(),
    settled: fc.boolean(),
    instantRefunded: fc.boolean(),
    totalClaimed: fc.constantFrom(0n, 1_000n),
    firstTimedCliff: fc.option(time),
    usedMilestones: fc.boolean().map((isUsed) => (isUsed ? [1] : [])),
    releasedMilestones: fc.boolean().map((isReleased) => (isReleased ? [1] : [])),
  },
  { requiredKeys: ["creator", "mint"] },
);
const change = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), rows: fc.array(facts, { minLength: 1, maxLength: 6 }) }),
  fc.record({ kind: fc.constant("set" as const), share: fc.integer({ min: 1, max: 4 }), to: facts }),
  fc.record({ kind: fc.constant("remove" as const), share: fc.integer({ min: 2, max: 5 }) }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
const step = fc.record({ change, isUndone: fc.boolean() });

/** Selects every n-th campaign. */
const everyNth = (share: number) => sql`${campaigns.id} % ${share}::integer = 0`;

async function make(db: Database, change: Change): Promise<void> {
  if (change.kind === "add") await db.insert(campaigns).values(change.rows.map((row) => campaignValues(row)));
  else if (change.kind === "set") await db.update(campaigns).set(change.to).where(everyNth(change.share));
  else await db.delete(campaigns).where(everyNth(change.share));
}

/** Runs work in a transaction that fails at its end if `isUndone`. */
async function undoIf(isUndone: boolean, db: Database, work: (tx: Database) => Promise<unknown>) {
  const undone = new Error("undone");
  const run = db.transaction(async (tx) => {
    await work(tx);
    if (isUndone) throw undone;
  });
  await run.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
}

const filters = (now: bigint): CampaignFilter[] =>
  STATUSES.flatMap((status) => [
    { status, now },
    { status, now, creator: "count-a" },
    { status, now, mint: "count-a" },
  ]);

async function expectExact(db: Database, now: bigint): Promise<void> {
  for (const filter of filters(now)) {
    const { shape, values } = getQueryShape(filter);
    const counting = db.select({ total: count() }).from(campaigns).where(matchesShape(shape));
    const [counted] = await counting.prepare("counting").execute(values);
    const named = JSON.stringify({ ...filter, now: `${now}` });
    expect(await countCampaigns(db, filter), named).toBe(counted?.total);
  }
}

test(
  "keeps every filter's total equal to the counted rows after any changes, rolled-back ones included",
  LONG,
  async () => {
    const clock = fc.constantFrom(0n, 255n, 65_536n, 1_700_000_000n, 1_700_000_000n + GRACE, 2n ** 33n);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), clock, async (steps, now) => {
        for (const { change, isUndone } of steps)
          await undoIf(isUndone, database.db, (tx) => make(tx, change));
        await expectExact(database.db, now);
      }),
      { numRuns: caseCount(25) },
    );
  },
);

test("distinguishes moments at and beyond the ends of the counted range", async () => {
  const times = EDGES.filter((at) => at < 2n || at >= 2n ** 33n - 1n);
  const rows = times.map((minCliffTime) => campaignValues({ creator: "count-a", minCliffTime }));
  await database.db.insert(campaigns).values(rows);
  for (const now of [-2n, -1n, 0n, 2n ** 33n - 1n, 2n ** 33n, 2n ** 33n + 1n]) {
    await expectExact(database.db, now);
  }
});

test("starts the counters of an older database with the numbers of its campaigns", async () => {
  const { db } = database;
  await db.insert(campaigns).values(Array.from({ length: 20 }, () => campaignValues({ creator: "count-a" })));
  const migration = await readFile("drizzle/0006_campaign-count-triggers.sql", "utf8");
  const fill = migration.split("--> statement-breakpoint").at(-1) ?? "";
  await db.delete(campaignCounts);
  expect(await countCampaigns(db, { now: 0n })).toBe(0);
  await db.execute(sql.raw(fill));
  await expectExact(db, 1_700_000_000n);
});

describe("concurrent writers", () => {
  const server = process.env.TEST_DATABASE_URL;

  test("keep totals exact, and the next writer gathers their changes", async () => {
    const { db } = database;
    const creator = "at-once";
    const rows = Array.from({ length: 40 }, () => campaignValues({ creator }));
    const ids = (await db.insert(campaigns).values(rows).returning({ id: campaigns.id })).map(({ id }) => id);
    await Promise.all(
      ids.map((id, index) =>
        undoIf(index % 5 === 0, db, async (tx) => {
          await addCampaign(tx, { creator });
          await tx.update(campaigns).set({ paused: true }).where(eq(campaigns.id, id));
        }),
      ),
    );
    await expectExact(db, 1_700_000_000n);
    await db
      .update(campaigns)
      .set({ settled: true })
      .where(inArray(campaigns.id, ids.slice(0, 2)));
    const stored = await db
      .select({ phase: campaignCounts.phase, campaigns: campaignCounts.campaigns })
      .from(campaignCounts)
      .where(eq(campaignCounts.filter, `creator:${creator}`))
      .orderBy(campaignCounts.phase);
    expect(stored).toEqual([
      { phase: "open", campaigns: 39n },
      { phase: "paused", campaigns: 31n },
      { phase: "settled", campaigns: 2n },
    ]);
  });

  // The embedded database has one connection, so its writers run in turn anyway.
  test.runIf(server)("do not wait for an open transaction", async () => {
    const { db } = database;
    const creator = "unhurried";
    await addCampaign(db, { creator });
    await db.transaction(async (tx) => {
      await addCampaign(tx, { creator });
      await addCampaign(db, { creator });
      expect(await countCampaigns(db, { creator, now: 0n })).toBe(2);
      expect(await countCampaigns(tx, { creator, now: 0n })).toBe(3);
    });
    expect(await countCampaigns(db, { creator, now: 0n })).toBe(3);
  });
});
