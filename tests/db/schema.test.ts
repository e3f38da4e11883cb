import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { campaigns, eventTables, leaves, rootVersions, syncState } from "@/db/schema";
import { asNumeric, u64Order, u64Text } from "@/db/schema/u64";
import { openTestDatabase } from "../support/database";
import { addCampaign, addLeaf, addOneOfEachEvent, addRootVersion, campaignValues } from "../support/rows";

const database = openTestDatabase();

const U64_MAX = 2n ** 64n - 1n;

test("starts with a checkpoint of zero", async () => {
  const rows = await database.db.select().from(syncState).orderBy(syncState.key);
  expect(rows).toEqual([
    { key: "last_sync_timestamp", value: "0", updatedAt: 0n },
    { key: "last_synced_slot", value: "0", updatedAt: 0n },
  ]);
});

test("stores, sorts and sums u64 values across the whole range", async () => {
  const { db } = database;
  const values = [0n, 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 63n + 5n, U64_MAX];
  const mint = "u64-range";
  await db
    .insert(campaigns)
    .values(
      [...values].reverse().map((value) => campaignValues({ mint, totalSupply: value, campaignId: value })),
    );
  const rows = await db
    .select({
      supply: campaigns.totalSupply,
      id: campaigns.campaignId,
      text: sql<string>`${u64Text(campaigns.totalSupply)}`,
    })
    .from(campaigns)
    .where(eq(campaigns.mint, mint))
    .orderBy(u64Order(campaigns.totalSupply));
  expect(rows.map((row) => row.supply)).toEqual(values);
  expect(rows.map((row) => row.id)).toEqual(values);
  expect(rows.map((row) => row.text)).toEqual(values.map(String));
  const [sum] = await db
    .select({ total: sql`sum(${asNumeric(campaigns.totalSupply)})::text`.mapWith(BigInt) })
    .from(campaigns)
    .where(eq(campaigns.mint, mint));
  expect(sum?.total).toBe(values.reduce((total, value) => total + value, 0n));
  const [found] = await db.select().from(campaigns).where(eq(campaigns.campaignId, U64_MAX));
  expect(found?.totalSupply).toBe(U64_MAX);
});

test.each([-1n, 2n ** 64n])("refuses %s as a u64", async (totalSupply) => {
  await expect(async () =>
    database.db.insert(campaigns).values(campaignValues({ totalSupply })),
  ).rejects.toThrow(RangeError);
});

test("stores a u32 above 2^31 in a count", async () => {
  const u32 = 2 ** 32 - 1;
  const row = await addCampaign(database.db, { leafCount: u32 });
  expect(row.leafCount).toBe(u32);
});

test("stores a tree once, and a creator's campaign of a mint once", async () => {
  const { db } = database;
  const first = await addCampaign(db);
  await expect(addCampaign(db, { treeAddress: first.treeAddress })).rejects.toThrow();
  await expect(
    addCampaign(db, { creator: first.creator, mint: first.mint, campaignId: first.campaignId }),
  ).rejects.toThrow();
});

test("deletes a campaign with its root versions, leaves and events, and nothing of another", async () => {
  const { db } = database;
  const fill = async () => {
    const { id } = await addCampaign(db);
    const version = await addRootVersion(db, { campaignId: id });
    await addLeaf(db, { rootVersionId: version.id });
    await addOneOfEachEvent(db, id);
    return id;
  };
  const counts = () =>
    Promise.all([rootVersions, leaves, ...Object.values(eventTables)].map((table) => db.$count(table)));
  const stored = await fill();
  const before = await counts();
  const deleted = await fill();
  expect(await counts()).toEqual(before.map((count) => count + 1));
  await db.delete(campaigns).where(eq(campaigns.id, deleted));
  expect(await counts()).toEqual(before);
  await db.delete(rootVersions).where(eq(rootVersions.campaignId, stored));
  expect(await db.$count(leaves)).toBe(0);
});
