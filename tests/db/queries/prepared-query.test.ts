import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "@/db/client";
import { preparedQuery } from "@/db/queries/prepared-query";
import { campaigns, leaves, rootVersions } from "@/db/schema";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, addLeaf, addRootVersion } from "@/tests/support/rows";

const texts: string[] = [];
const database = openTestDatabase({ logQuery: (text) => void texts.push(text) });

/** Every kind of selected value, with a table that a left join may leave empty. */
const everything = (db: Database, treeAddress: unknown, leafIndex: unknown) =>
  db
    .select({
      ...getTableColumns(campaigns),
      version: rootVersions,
      leaf: { leafIndex: leaves.leafIndex, amount: leaves.amount, proof: leaves.proof },
      more: { count: sql`count(*) over ()`.mapWith(Number), text: sql<string>`'text'`.as("text") },
    })
    .from(campaigns)
    .innerJoin(rootVersions, eq(rootVersions.campaignId, campaigns.id))
    .leftJoin(
      leaves,
      and(eq(leaves.rootVersionId, rootVersions.id), sql`${leaves.leafIndex} >= ${leafIndex}::bigint`),
    )
    .where(eq(campaigns.treeAddress, treeAddress as string))
    .orderBy(asc(rootVersions.version), asc(leaves.leafIndex));

let timesBuilt = 0;
const query = preparedQuery((db) => {
  timesBuilt++;
  return everything(db, sql.placeholder("treeAddress"), sql.placeholder("leafIndex"));
});

async function addTree(db: Database): Promise<string> {
  const campaign = await addCampaign(db, {
    ...{ totalSupply: 2n ** 64n - 1n, usedMilestones: [1, 255], cancelledAt: -7n },
    metadata: { name: 'a "name" of \\ many' },
  });
  const [first] = [await addRootVersion(db, { campaignId: campaign.id })];
  await addRootVersion(db, { campaignId: campaign.id, version: 2 });
  for (const leafIndex of [0, 1, 2]) await addLeaf(db, { rootVersionId: first.id, leafIndex });
  return campaign.treeAddress;
}

test("returns the rows of the query that is built each time, and is built once outside of transactions", async () => {
  const { db } = database;
  const trees = [await addTree(db), await addTree(db)];
  for (const treeAddress of [...trees, "unknown"]) {
    for (const leafIndex of [0, 1, 9]) {
      const expected = await everything(db, treeAddress, leafIndex);
      expect(await query(db, { treeAddress, leafIndex })).toEqual(expected);
    }
  }
  expect(await query(db, { treeAddress: trees[0], leafIndex: 9 })).toMatchObject([
    { leaf: null },
    { leaf: null },
  ]);
  expect(timesBuilt).toBe(1);
  const [treeAddress = ""] = trees;
  const inTransaction = await db.transaction((tx) => query(tx, { treeAddress, leafIndex: 0 }));
  expect(inTransaction).toEqual(await everything(db, treeAddress, 0));
});

test("has a separate text for each shape, and keeps one call's parameters out of the next", async () => {
  const { db } = database;
  const treeAddress = await addTree(db);
  const byTree = preparedQuery((db, { isNamed }: { isNamed: boolean }) =>
    db
      .select({ treeAddress: campaigns.treeAddress })
      .from(campaigns)
      .where(isNamed ? eq(campaigns.treeAddress, sql.placeholder("treeAddress")) : sql`false`),
  );
  expect(await byTree(db, { treeAddress }, { isNamed: true })).toEqual([{ treeAddress }]);
  expect(await byTree(db, { treeAddress: "unknown" }, { isNamed: true })).toEqual([]);
  const [named, again] = texts.slice(-2);
  expect(named).toBe(again);
  expect(await byTree(db, {}, { isNamed: false })).toEqual([]);
  expect(texts.at(-1)).not.toBe(named);
  await expect(async () => byTree(db, {}, { isNamed: true })).rejects.toThrow(/treeAddress/);
});

test("caches few of any number of shapes", async () => {
  const { db } = database;
  let built = 0;
  const counted = preparedQuery((db, shape: number) => {
    built++;
    return db.select({ shape: sql.raw(String(shape)).mapWith(Number) }).from(sql`(values (1)) one`);
  });
  for (let shape = 0; shape < 150; shape++) expect(await counted(db, {}, shape)).toEqual([{ shape }]);
  await counted(db, {}, 149);
  expect(built).toBe(150);
  await counted(db, {}, 0);
  expect(built).toBe(151);
});
