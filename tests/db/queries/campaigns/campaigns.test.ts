import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { selectCampaignDetail, selectRootVersions } from "@/db/queries/campaigns/campaign-detail";
import type { CampaignStatusFilter } from "@/db/queries/campaigns/campaign-filter";
import { selectCampaign, selectCampaigns } from "@/db/queries/campaigns/campaigns";
import { storeEvents } from "@/db/queries/events/event-rows";
import { type Campaign, campaigns, rootVersions } from "@/db/schema";
import { lifecycleStatus } from "@/lib/core/vesting/lifecycle";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, addRootVersion, campaignValues, envelopeValues } from "@/tests/support/rows";

const database = openTestDatabase();

const NOW = 1_000_000_000n;
const GRACE = 604_800n;
const I64_MIN = -(2n ** 63n);

type Facts = Pick<
  Campaign,
  | "instantRefunded"
  | "settled"
  | "cancelledAt"
  | "totalClaimed"
  | "totalSupply"
  | "paused"
  | "minCliffTime"
  | "usedMilestones"
  | "firstTimedCliff"
  | "releasedMilestones"
>;

/**
 * The lifecycle rules, first match, written independently: the cliff of an unreleased milestone does not
 * count.
 */
function lifecycle(facts: Facts, now: bigint): string {
  if (facts.instantRefunded) return "instant_refunded";
  if (facts.settled) return "settled";
  if (facts.cancelledAt !== null) {
    return now < facts.cancelledAt + GRACE ? "cancelled_grace" : "cancelled_expired";
  }
  if (facts.totalSupply > 0n && facts.totalClaimed >= facts.totalSupply) return "claimed";
  if (facts.paused) return "paused";
  const unlocked = facts.usedMilestones.some((index) => facts.releasedMilestones.includes(index));
  const from = facts.usedMilestones.length > 0 ? facts.firstTimedCliff : facts.minCliffTime;
  return unlocked || (from !== null && now >= from) ? "claimable" : "active";
}

function passes(filter: CampaignStatusFilter, status: string): boolean {
  if (filter === "active") return status === "active" || status === "claimable";
  if (filter === "cancelled") {
    return ["cancelled_grace", "cancelled_expired", "settled", "instant_refunded"].includes(status);
  }
  return filter === status;
}

const u64 = fc.oneof(fc.constantFrom(0n, 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n), fc.bigInt(0n, 5n));
const time = fc.constantFrom(I64_MIN, NOW - GRACE - 1n, NOW - GRACE, NOW - GRACE + 1n, NOW, NOW + 1n);
const rare = fc.integer({ min: 0, max: 5 }).map((value) => value === 0);
const milestones = fc.uniqueArray(fc.constantFrom(0, 1, 254, 255), { maxLength: 3 });
const facts: fc.Arbitrary<Facts> = fc.record({
  instantRefunded: rare,
  settled: rare,
  cancelledAt: fc.option(time, { freq: 2 }),
  totalClaimed: u64,
  totalSupply: u64,
  paused: fc.boolean(),
  minCliffTime: fc.option(time),
  usedMilestones: milestones,
  firstTimedCliff: fc.option(time),
  releasedMilestones: milestones,
});

const FILTERS: CampaignStatusFilter[] = [
  "active",
  "paused",
  "cancelled",
  "claimable",
  "claimed",
  "cancelled_grace",
  "cancelled_expired",
  "instant_refunded",
  "settled",
];

test("finds by every status filter exactly the campaigns of the lifecycle rules", async () => {
  const { db } = database;
  const mint = "status-filter";
  const drawn = fc.sample(facts, { numRuns: 400, seed: 7 });
  await db.insert(campaigns).values(drawn.map((each) => campaignValues({ mint, ...each })));
  const rows = await db.select().from(campaigns);
  const mine = rows.filter((row) => row.mint === mint);
  expect(mine).toHaveLength(400);
  expect(mine.map((row) => lifecycleStatus(row, NOW))).toEqual(mine.map((row) => lifecycle(row, NOW)));
  for (const status of FILTERS) {
    const expected = mine.filter((row) => passes(status, lifecycle(row, NOW))).map((row) => row.id);
    const found: number[] = [];
    for (let page = 1; page <= 4; page++) {
      const list = await selectCampaigns(db, { mint, status, now: NOW, page, limit: 100 });
      expect(list.total).toBe(expected.length);
      found.push(...list.campaigns.map((row) => row.id));
    }
    expect(expected.length).toBeGreaterThan(0);
    expect(found).toEqual(expected.sort((a, b) => b - a));
  }
});

describe("paging", () => {
  const creator = "paging-creator";
  beforeAll(async () => {
    // Equal times, so that the id has to break the tie.
    const times = [5n, 5n, 5n, I64_MIN, 2n ** 63n - 1n, 5n, 7n];
    await database.db
      .insert(campaigns)
      .values(times.map((createdAt) => campaignValues({ creator, createdAt })));
  });

  const walk = async (limit: number) => {
    const seen: Campaign[] = [];
    let cursor: string | undefined;
    do {
      const list = await selectCampaigns(database.db, { creator, now: NOW, page: 1, limit, cursor });
      expect(list.total).toBe(7);
      expect(list.campaigns.length).toBeGreaterThan(0);
      seen.push(...list.campaigns);
      cursor = list.nextCursor ?? undefined;
    } while (cursor);
    return seen.map((row) => row.id);
  };

  test.each([1, 2, 3, 7, 100])("returns the full listing by cursor, %i at a time", async (limit) => {
    const full = await selectCampaigns(database.db, { creator, now: NOW, page: 1, limit: 100 });
    const order = full.campaigns.map((row) => row.createdAt);
    expect(order).toEqual([2n ** 63n - 1n, 7n, 5n, 5n, 5n, 5n, I64_MIN]);
    expect(await walk(limit)).toEqual(full.campaigns.map((row) => row.id));
  });

  test("beyond the end is empty and still returns the total", async () => {
    const list = await selectCampaigns(database.db, { creator, now: NOW, page: 9e15, limit: 100 });
    expect(list).toEqual({ campaigns: [], total: 7, nextCursor: null });
  });
});

test("combines filters by creator, mint and status", async () => {
  const { db } = database;
  const row = await addCampaign(db, { creator: "combined", mint: "combined" });
  await addCampaign(db, { creator: "combined" });
  const list = await selectCampaigns(db, {
    creator: "combined",
    mint: "combined",
    status: "active",
    now: NOW,
    page: 1,
    limit: 20,
  });
  expect(list).toEqual({ campaigns: [row], total: 1, nextCursor: null });
});

test("returns a tree's campaign, and null for an unknown tree", async () => {
  const { db } = database;
  const row = await addCampaign(db);
  expect(await selectCampaign(db, { treeAddress: row.treeAddress })).toEqual(row);
  expect(await selectCampaign(db, { treeAddress: "unknown" })).toBeNull();
});

test("returns the detail with root versions newest first, milestones with their release, counters and checkpoint", async () => {
  const { db } = database;
  const usedMilestones = [0, 7, 255];
  const row = await addCampaign(db, { usedMilestones });
  for (const version of [1, 2, 3]) {
    await addRootVersion(db, {
      campaignId: row.id,
      version,
      usedMilestones,
      createdAt: 2n ** 62n + BigInt(version),
      minCliffTime: I64_MIN,
      ipfsCid: version === 2 ? "cid" : null,
    });
  }
  const released = {
    ...envelopeValues(row.id),
    milestoneIdx: 7,
    releasedBy: "creator",
    blockTime: 2n ** 60n + 1n,
  };
  await db.transaction((tx) => storeEvents(tx, { milestone_released: [released] }));
  const detail = await selectCampaignDetail(db, { treeAddress: row.treeAddress, now: 0n });
  expect(detail).toMatchObject({
    campaign: { id: row.id, eventCount: 1, claimCount: 0, releasedMilestones: [7] },
    rootVersionCount: 3,
    milestones: [
      { index: 0, releasedAt: null },
      { index: 7, releasedAt: 2n ** 60n + 1n },
      { index: 255, releasedAt: null },
    ],
    asOf: { slot: "0", timestamp: "0" },
  });
  const versions = await selectRootVersions(db, { campaignRowId: row.id, limit: 10 });
  expect(detail?.rootVersions).toEqual(versions);
  expect(versions.map((each) => [each.version, each.createdAt, each.minCliffTime, each.ipfsCid])).toEqual([
    [3, 2n ** 62n + 3n, I64_MIN, null],
    [2, 2n ** 62n + 2n, I64_MIN, "cid"],
    [1, 2n ** 62n + 1n, I64_MIN, null],
  ]);
  const older = await selectRootVersions(db, { campaignRowId: row.id, limit: 10, beforeVersion: 2 });
  expect(older.map((each) => each.version)).toEqual([1]);
  expect(await selectCampaignDetail(db, { treeAddress: "unknown", now: 0n })).toBeNull();
});

test("returns up to 10,000 root versions in the detail and counts them all", async () => {
  const { db } = database;
  const row = await addCampaign(db);
  const values = sql`${row.id}, '00', 1, 0, v, 0 from generate_series(1, 10001) v`;
  await db.execute(sql`insert into ${rootVersions}
    (campaign_id, merkle_root, leaf_count, min_cliff_time, version, created_at) select ${values}`);
  const detail = await selectCampaignDetail(db, { treeAddress: row.treeAddress, now: 0n });
  expect(detail?.rootVersions.map(({ version }) => version)).toEqual(
    Array.from({ length: 10_000 }, (_, index) => 10_001 - index),
  );
  expect(detail?.rootVersionCount).toBe(10_001);
});
