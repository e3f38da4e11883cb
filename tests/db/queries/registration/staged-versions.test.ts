import { eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { selectProofs } from "@/db/queries/campaigns/leaves";
import type { LeafRow } from "@/db/queries/registration/leaf-rows";
import {
  insertCampaign,
  insertRootVersion,
  type NewCampaign,
  selectRegistrations,
} from "@/db/queries/registration/registration";
import { discardAbandoned, stageVersion } from "@/db/queries/registration/staged-versions";
import { campaigns, leaves, rootVersions } from "@/db/schema";
import { openTestDatabase } from "@/tests/support/database";

const database = openTestDatabase();

/** More batches than are stored concurrently. */
const COUNT = 4_000;
const BATCH = 1_000;
let sequence = 0;

function largeCampaign(over: Partial<NewCampaign> = {}): NewCampaign {
  sequence += 1;
  return {
    treeAddress: `staged-tree-${sequence}`,
    creator: `staged-creator-${sequence}`,
    mint: "mint",
    campaignId: 1n,
    merkleRoot: "aa".repeat(32),
    leafCount: COUNT,
    totalSupply: 1n,
    cancellable: true,
    cancelAuthority: "authority",
    pauseAuthority: null,
    createdAt: 5n,
    metadata: null,
    verified: false,
    usedMilestones: [],
    minCliffTime: 0n,
    ...over,
  };
}

const leaf = (leafIndex: number): LeafRow => ({
  leafIndex,
  beneficiary: `staged-${sequence}-${leafIndex}`,
  amount: 1n,
  releaseType: 0,
  startTime: 0n,
  cliffTime: 0n,
  endTime: 0n,
  milestoneIdx: 0,
  proof: new Uint8Array(32),
});

/** Yields all leaves in batches; `between` runs after the first. */
async function* batches(between: () => Promise<void> = async () => undefined) {
  for (let from = 0; from < COUNT; from += BATCH) {
    if (from > 0) await between();
    yield Array.from({ length: BATCH }, (_, index) => leaf(from + index));
  }
}

const getProofs = (treeAddress: string, index: number) =>
  selectProofs(database.db, { treeAddress, beneficiary: `staged-${sequence}-${index}` });

async function ownerless(): Promise<number> {
  const rows = await database.db
    .select({ id: rootVersions.id })
    .from(rootVersions)
    .where(isNull(rootVersions.campaignId));
  return rows.length;
}

async function leafTotal(): Promise<number> {
  return database.db.$count(leaves);
}

test("hides a large campaign until it is complete, and lets queries run meanwhile", async () => {
  const { db } = database;
  const campaign = largeCampaign();
  const stored: number[] = [];
  const look = async () => {
    expect(await selectRegistrations(db, campaign)).toEqual([]);
    expect((await getProofs(campaign.treeAddress, 0))?.leaves ?? []).toEqual([]);
    stored.push(await leafTotal());
  };
  const { outcome } = await insertCampaign(db, { campaign, ipfsCid: "cid", leaves: batches(look) });
  expect([outcome, stored.length]).toEqual(["created", 3]);
  expect(stored.at(-1)).toBeGreaterThan(0);
  const proofs = await getProofs(campaign.treeAddress, COUNT - 1);
  expect(proofs?.leaves).toHaveLength(1);
  const [version] = await db
    .select()
    .from(rootVersions)
    .innerJoin(campaigns, eq(campaigns.id, rootVersions.campaignId))
    .where(eq(campaigns.treeAddress, campaign.treeAddress));
  expect(version?.root_versions).toMatchObject({
    version: 1,
    ipfsCid: "cid",
    createdAt: 5n,
    leafCount: COUNT,
  });
});

test("leaves nothing behind when a registration fails on the way", async () => {
  const before = await leafTotal();
  const failing = batches(async () => {
    throw new Error("cut");
  });
  const inserting = insertCampaign(database.db, {
    campaign: largeCampaign(),
    ipfsCid: null,
    leaves: failing,
  });
  await expect(inserting).rejects.toThrow("cut");
  expect([await leafTotal(), await ownerless()]).toEqual([before, 0]);
});

test("hides the rows of a killed process, and deletes only those on a later start", async () => {
  const { db } = database;
  const campaign = largeCampaign();
  await insertCampaign(db, { campaign, ipfsCid: null, leaves: batches() });
  const before = await leafTotal();
  await stageVersion(db, { ...campaign, leaves: batches() });
  expect(await ownerless()).toBe(1);
  await discardAbandoned(db, BigInt(Math.floor(Date.now() / 1000) - 60));
  expect(await ownerless()).toBe(1);
  await discardAbandoned(db, BigInt(Math.floor(Date.now() / 1000) + 60));
  expect([await leafTotal(), await ownerless()]).toEqual([before, 0]);
});

test("does not treat a registration that has just begun as abandoned", async () => {
  const { db } = database;
  const begun = { campaignId: null, version: 0, merkleRoot: "aa", leafCount: 1, minCliffTime: 0n };
  await db.insert(rootVersions).values({ ...begun, createdAt: 70n });
  await discardAbandoned(db, 70n);
  expect(await ownerless()).toBe(1);
  await discardAbandoned(db, 71n);
  expect(await ownerless()).toBe(0);
});

test("stores one of two concurrent registrations, and no leaf twice", async () => {
  const { db } = database;
  const campaign = largeCampaign();
  const before = await leafTotal();
  const both = await Promise.all(
    [1, 2].map(() => insertCampaign(db, { campaign, ipfsCid: null, leaves: batches() })),
  );
  expect(both.map(({ outcome }) => outcome).sort()).toEqual(["created", "exists"]);
  expect([await leafTotal(), await ownerless()]).toEqual([before + COUNT, 0]);
});

test("replaces the leaves of an unconfirmed registration by a confirmed one", async () => {
  const { db } = database;
  const campaign = largeCampaign();
  await insertCampaign(db, { campaign, ipfsCid: "old", leaves: batches() });
  const before = await leafTotal();
  const confirmed = { ...campaign, verified: true, merkleRoot: "bb".repeat(32) };
  const stored = await insertCampaign(db, { campaign: confirmed, ipfsCid: "new", leaves: batches() });
  expect(stored.outcome).toBe("replaced");
  expect([await leafTotal(), await ownerless()]).toEqual([before, 0]);
  expect((await getProofs(campaign.treeAddress, 3))?.leaves).toHaveLength(1);
});

test("numbers concurrent rotations separately, and stores nothing for a repeated root", async () => {
  const { db } = database;
  const campaign = largeCampaign();
  const registered = await insertCampaign(db, { campaign, ipfsCid: null, leaves: batches() });
  if (registered.outcome === "exists") throw new Error("Something is in the way.");
  const rotate = (merkleRoot: string) =>
    insertRootVersion(db, {
      campaignRowId: registered.campaignRowId,
      merkleRoot,
      leafCount: COUNT,
      minCliffTime: 0n,
      usedMilestones: [],
      ipfsCid: null,
      createdAt: 6n,
      leaves: batches(),
    });
  const before = await leafTotal();
  const rotated = await Promise.all([rotate("cc".repeat(32)), rotate("dd".repeat(32))]);
  expect(rotated.map((each) => each.outcome === "created" && each.version).sort()).toEqual([2, 3]);
  const newest = rotated.findIndex((each) => each.outcome === "created" && each.version === 3);
  expect(await rotate(newest === 0 ? "cc".repeat(32) : "dd".repeat(32))).toEqual({ outcome: "same_root" });
  expect([await leafTotal(), await ownerless()]).toEqual([before + 2 * COUNT, 0]);
});
