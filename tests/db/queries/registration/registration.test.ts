import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "@/db/client";
import { storeEvents } from "@/db/queries/events/event-rows";
import type { LeafRow } from "@/db/queries/registration/leaf-rows";
import {
  countUnconfirmedLeaves,
  insertCampaign,
  insertRootVersion,
  type NewCampaign,
  type NewRootVersion,
  selectRegistrations,
  UNCONFIRMED_CAMPAIGN_COST,
} from "@/db/queries/registration/registration";
import { campaigns, leaves, rootVersions } from "@/db/schema";
import { proofSiblings } from "@/lib/core/merkle/proof";
import { openTestDatabase } from "@/tests/support/database";
import { envelopeValues } from "@/tests/support/rows";

const database = openTestDatabase();

let sequence = 0;

function newCampaign(over: Partial<NewCampaign> = {}): NewCampaign {
  sequence += 1;
  return {
    treeAddress: `registered-tree-${sequence}`,
    creator: `registered-creator-${sequence}`,
    mint: "mint",
    campaignId: 2n ** 64n - 1n,
    merkleRoot: "aa".repeat(32),
    leafCount: 2,
    totalSupply: 2n ** 64n - 1n,
    cancellable: true,
    cancelAuthority: "authority",
    pauseAuthority: null,
    createdAt: 5n,
    metadata: { name: "A \u0000 name \ud800", logoUri: "x" },
    verified: false,
    usedMilestones: [0, 255],
    minCliffTime: -(2n ** 63n),
    ...over,
  };
}

const leaf = (leafIndex: number, over: Partial<LeafRow> = {}): LeafRow => ({
  leafIndex,
  beneficiary: `b"\\{},${leafIndex}`,
  amount: 2n ** 64n - 1n - BigInt(leafIndex),
  releaseType: leafIndex % 3,
  startTime: -(2n ** 63n),
  cliffTime: 0n,
  endTime: 2n ** 63n - 1n,
  milestoneIdx: 255,
  // Proofs of several lengths, unlike in a real tree: each must be stored with its own leaf in one statement.
  proof: Uint8Array.from({ length: 32 * ((leafIndex + 2) % 4) }, (_, at) => 255 - at - leafIndex),
  ...over,
});

const register = (db: Database, campaign: NewCampaign, rows = [leaf(0), leaf(1)]) =>
  insertCampaign(db, { campaign, ipfsCid: null, leaves: [rows] });

async function getVersions(db: Database, campaignId: number) {
  return db
    .select({ version: rootVersions.version, merkleRoot: rootVersions.merkleRoot })
    .from(rootVersions)
    .where(eq(rootVersions.campaignId, campaignId))
    .orderBy(asc(rootVersions.version));
}

async function registered(db: Database, campaign: NewCampaign): Promise<number> {
  const result = await register(db, campaign);
  if (result.outcome === "exists") throw new Error("Something is in the way");
  return result.campaignRowId;
}

test("returns a campaign as it was registered, with its leaves", async () => {
  const { db } = database;
  const given = Array.from({ length: 6 }, (_, index) => leaf(index));
  const campaign = newCampaign({ leafCount: given.length });
  const result = await insertCampaign(db, {
    campaign,
    ipfsCid: "cid",
    leaves: [given.slice(0, 2), [], given.slice(2)],
  });
  expect(result.outcome).toBe("created");
  const [row] = await db.select().from(campaigns).where(eq(campaigns.treeAddress, campaign.treeAddress));
  expect(row).toMatchObject({ ...campaign, totalClaimed: 0n, paused: false, cancelledAt: null });
  const stored = await db
    .select({ leaf: leaves, version: rootVersions })
    .from(leaves)
    .innerJoin(rootVersions, eq(rootVersions.id, leaves.rootVersionId))
    .where(eq(rootVersions.campaignId, row?.id ?? 0))
    .orderBy(asc(leaves.leafIndex));
  expect(stored.map((each) => each.leaf)).toMatchObject(
    given.map((each) => ({ ...each, proof: proofSiblings(each.proof) })),
  );
  expect(stored[0]?.version).toMatchObject({ version: 1, ipfsCid: "cid", leafCount: 6, createdAt: 5n });
});

test("stores one of ten concurrent registrations", async () => {
  const { db } = database;
  const campaign = newCampaign();
  const results = await Promise.all(Array.from({ length: 10 }, () => register(db, campaign)));
  expect(results.map((result) => result.outcome).sort()).toEqual([
    "created",
    ...Array.from({ length: 9 }, () => "exists"),
  ]);
  const rows = await db.select().from(campaigns).where(eq(campaigns.treeAddress, campaign.treeAddress));
  expect(rows).toHaveLength(1);
  expect(await getVersions(db, rows[0]?.id ?? 0)).toHaveLength(1);
});

test("reports an existing campaign of the same creator, mint and id under another tree", async () => {
  const { db } = database;
  const campaign = newCampaign({ verified: true });
  await registered(db, campaign);
  const other = { ...campaign, treeAddress: "another-tree" };
  const result = await register(db, other);
  expect(result).toMatchObject({
    outcome: "exists",
    existing: { campaign: { treeAddress: campaign.treeAddress }, registeredRoot: campaign.merkleRoot },
  });
  expect(await selectRegistrations(db, { ...other, creator: "nobody" })).toEqual([]);
});

test("stores nothing when leaves fail midway", async () => {
  const { db } = database;
  const campaign = newCampaign();
  async function* failing() {
    yield [leaf(0)];
    throw new Error("The body broke off");
  }
  await expect(insertCampaign(db, { campaign, ipfsCid: null, leaves: failing() })).rejects.toThrow(
    "broke off",
  );
  expect(await selectRegistrations(db, campaign)).toEqual([]);
});

test("replaces the unconfirmed row of a tree by a confirmed registration, and keeps its events", async () => {
  const { db } = database;
  const squatter = newCampaign();
  const id = await registered(db, squatter);
  await db.transaction((tx) =>
    storeEvents(tx, {
      root_updated: [{ ...envelopeValues(id), oldRoot: "bb", newRoot: "cc", newLeafCount: 9 }],
      paused: [{ ...envelopeValues(id), paused: true }],
    }),
  );
  const rightful = newCampaign({ treeAddress: squatter.treeAddress, verified: true, merkleRoot: "bb" });
  expect(await register(db, rightful, [leaf(0)])).toEqual({ outcome: "replaced", campaignRowId: id });
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  expect(row).toMatchObject({ creator: rightful.creator, paused: true, merkleRoot: "cc", eventCount: 2 });
  expect(await getVersions(db, id)).toEqual([{ version: 1, merkleRoot: "bb" }]);
  expect((await register(db, { ...squatter, verified: true })).outcome).toBe("exists");
});

test("removes the creator's unconfirmed row of a wrong tree on a confirmed registration", async () => {
  const { db } = database;
  const wrong = newCampaign();
  await registered(db, wrong);
  const right = { ...wrong, treeAddress: "the-right-tree", verified: true };
  expect((await register(db, right)).outcome).toBe("replaced");
  expect((await selectRegistrations(db, wrong)).map((each) => each.campaign.treeAddress)).toEqual([
    "the-right-tree",
  ]);
});

test("replaces nothing by an unconfirmed registration", async () => {
  const { db } = database;
  const first = newCampaign();
  await registered(db, first);
  expect((await register(db, { ...first, merkleRoot: "bb" })).outcome).toBe("exists");
});

const rotation = (campaignRowId: number, over: Partial<NewRootVersion> = {}): NewRootVersion => ({
  campaignRowId,
  merkleRoot: "bb",
  leafCount: 1,
  minCliffTime: 7n,
  createdAt: 10n,
  usedMilestones: [3],
  ipfsCid: null,
  leaves: [[leaf(0)]],
  ...over,
});

test("makes a rotation the current root, and reports its repetition", async () => {
  const { db } = database;
  const id = await registered(db, newCampaign());
  expect(await insertRootVersion(db, rotation(id))).toEqual({ outcome: "created", version: 2 });
  expect(await insertRootVersion(db, rotation(id))).toEqual({ outcome: "same_root" });
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  expect(row).toMatchObject({ merkleRoot: "bb", leafCount: 1, minCliffTime: 7n, usedMilestones: [3] });
});

test("numbers ten concurrent rotations consecutively, and one root once", async () => {
  const { db } = database;
  const id = await registered(db, newCampaign());
  const roots = Array.from({ length: 10 }, (_, index) => `root-${index}`);
  await Promise.all(roots.map((merkleRoot) => insertRootVersion(db, rotation(id, { merkleRoot }))));
  const versions = await getVersions(db, id);
  expect(versions.map((row) => row.version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  const again = await Promise.all(
    Array.from({ length: 10 }, () => insertRootVersion(db, rotation(id, { merkleRoot: "last" }))),
  );
  expect(again.filter((result) => result.outcome === "created")).toEqual([
    { outcome: "created", version: 12 },
  ]);
});

test("stores a batch with more leaves than a statement has parameters for", async () => {
  const { db } = database;
  const campaign = newCampaign({ leafCount: 8_000 });
  const rows = Array.from({ length: 8_000 }, (_, index) => leaf(index));
  expect((await register(db, campaign, rows)).outcome).toBe("created");
  const [version] = await db
    .select({ count: db.$count(leaves, eq(leaves.rootVersionId, rootVersions.id)) })
    .from(rootVersions)
    .innerJoin(campaigns, eq(campaigns.id, rootVersions.campaignId))
    .where(eq(campaigns.treeAddress, campaign.treeAddress));
  expect(version?.count).toBe(8_000);
});

test("counts unconfirmed registrations per creator and in total, and no confirmed ones", async () => {
  const { db } = database;
  const { creator } = newCampaign();
  const { all: before } = await countUnconfirmedLeaves(db, creator);
  for (const over of [{ creator, campaignId: 1n, verified: true }, { creator }, {}]) {
    await register(db, newCampaign(over));
  }
  const each = 2 + UNCONFIRMED_CAMPAIGN_COST;
  expect(await countUnconfirmedLeaves(db, creator)).toEqual({ own: each, all: before + 2 * each });
});
