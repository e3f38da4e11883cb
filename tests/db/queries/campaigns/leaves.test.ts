import { beforeAll, expect, test } from "vitest";
import { selectBeneficiaryCampaigns, selectClaimedBy } from "@/db/queries/campaigns/beneficiaries";
import { selectLeaves, selectProofs, selectSortedLeaves } from "@/db/queries/campaigns/leaves";
import { selectCurrentLeaves, selectReplacedLeaves } from "@/db/queries/campaigns/payouts";
import { selectRecipientChanges } from "@/db/queries/campaigns/schedules";
import { insertLeaves } from "@/db/queries/registration/leaf-rows";
import { claimEvents, rootUpdateEvents } from "@/db/schema";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, addLeaf, addRootVersion, envelopeValues } from "@/tests/support/rows";

const database = openTestDatabase();
let campaign: { id: number; treeAddress: string };

const U64_MAX = 2n ** 64n - 1n;
const sibling = (byte: number) => new Array<number>(32).fill(byte);

/** Version 1: leaves of a, b, a, c. Version 2: leaves of a and b with other indexes. */
beforeAll(async () => {
  const { db } = database;
  campaign = await addCampaign(db);
  const first = await addRootVersion(db, { campaignId: campaign.id, leafCount: 4, merkleRoot: "11" });
  for (const [leafIndex, beneficiary] of ["a", "b", "a", "c"].entries()) {
    await addLeaf(db, { rootVersionId: first.id, leafIndex, beneficiary, proof: [sibling(leafIndex)] });
  }
  const second = await addRootVersion(db, {
    campaignId: campaign.id,
    version: 2,
    leafCount: 3,
    merkleRoot: "22",
  });
  for (const [leafIndex, beneficiary] of ["b", "a", "a"].entries()) {
    await addLeaf(db, {
      rootVersionId: second.id,
      leafIndex,
      beneficiary,
      amount: U64_MAX,
      proof: [sibling(9), sibling(leafIndex)],
    });
  }
  const claim = (beneficiary: string, leafIndex: number, amount: bigint) => ({
    ...envelopeValues(campaign.id),
    beneficiary,
    leafIndex,
    amount,
    totalClaimedByUser: amount,
    totalClaimedOverall: amount,
  });
  await db
    .insert(claimEvents)
    .values([claim("a", 0, 5n), claim("a", 2, U64_MAX), claim("a", 2, U64_MAX), claim("b", 1, 7n)]);
});

const page = (over: object) =>
  selectLeaves(database.db, { campaignRowId: campaign.id, page: 1, limit: 100, ...over });

test("returns the newest version's leaves, each with its own claims only", async () => {
  const list = await page({});
  expect(list).toMatchObject({ rootVersion: 2, merkleRoot: "22", total: 3, nextCursor: null });
  expect(list?.leaves.map((leaf) => [leaf.leafIndex, leaf.beneficiary, leaf.amount, leaf.claimed])).toEqual([
    [0, "b", U64_MAX, 0n],
    [1, "a", U64_MAX, 0n],
    [2, "a", U64_MAX, 2n * U64_MAX],
  ]);
});

test("returns an older version by its number, and null for a missing one", async () => {
  const list = await page({ rootVersion: 1 });
  expect(list?.leaves.map((leaf) => leaf.claimed)).toEqual([5n, 7n, 2n * U64_MAX, 0n]);
  expect(await page({ rootVersion: 3 })).toBeNull();
  expect(await page({ rootVersion: 2 ** 52 })).toBeNull();
});

test("pages through all leaves by number and by cursor", async () => {
  const indexes = async (over: object) =>
    (await page({ rootVersion: 1, limit: 3, ...over }))?.leaves.map((leaf) => leaf.leafIndex);
  expect(await indexes({})).toEqual([0, 1, 2]);
  const { nextCursor } = (await page({ rootVersion: 1, limit: 3 })) ?? {};
  expect(await indexes({ cursor: nextCursor })).toEqual([3]);
  expect(await indexes({ page: 2 })).toEqual([3]);
  expect(await indexes({ page: 9e15 })).toEqual([]);
  expect((await page({ rootVersion: 1, limit: 4 }))?.nextCursor).toBeNull();
});

test("returns proofs of the newest registered version, under that version's root", async () => {
  const { db } = database;
  const { treeAddress } = campaign;
  const all = await selectProofs(db, { treeAddress, beneficiary: "a" });
  expect(all).toMatchObject({ treeAddress, merkleRoot: "22", rootVersion: 2 });
  expect(all?.leaves.map(({ leaf, proof }) => [leaf.leafIndex, proof])).toEqual([
    [1, [sibling(9), sibling(1)]],
    [2, [sibling(9), sibling(2)]],
  ]);
  const lowest = await selectProofs(db, { treeAddress, beneficiary: "a", limit: 1 });
  expect(lowest?.leaves.map(({ leaf }) => leaf.leafIndex)).toEqual([1]);
  const named = await selectProofs(db, { treeAddress, beneficiary: "a", leafIndex: 2 });
  expect(named?.leaves).toEqual(all?.leaves.slice(1));
});

test("returns no proof for a beneficiary of an older version, another's leaf or an unknown tree", async () => {
  const { db } = database;
  const { treeAddress } = campaign;
  expect(await selectProofs(db, { treeAddress, beneficiary: "c" })).toMatchObject({ leaves: [] });
  expect(await selectProofs(db, { treeAddress, beneficiary: "a", leafIndex: 0 })).toMatchObject({
    leaves: [],
  });
  expect(await selectProofs(db, { treeAddress: "unknown", beneficiary: "a" })).toBeNull();
});

test("pages through a rotation's added, removed and changed recipients", async () => {
  const { db } = database;
  const { id: campaignRowId } = await addCampaign(db);
  const versions = [
    [{ beneficiary: "a" }, { beneficiary: "b", amount: 2n }, { beneficiary: "c" }, { beneficiary: "e" }],
    [
      { beneficiary: "c" },
      { beneficiary: "b", amount: 5n },
      { beneficiary: "d", amount: 4n },
      { beneficiary: "e", endTime: 9n },
    ],
  ];
  for (const [at, rows] of versions.entries()) {
    const version = {
      campaignId: campaignRowId,
      version: at + 1,
      merkleRoot: `3${at}`,
      leafCount: rows.length,
    };
    const { id: rootVersionId } = await addRootVersion(db, version);
    for (const [leafIndex, row] of rows.entries()) await addLeaf(db, { rootVersionId, leafIndex, ...row });
  }
  const changes = (page: number, limit: number) =>
    selectRecipientChanges(db, { campaignRowId, version: 2, page, limit });
  const all = [
    { beneficiary: "a", before: 1n, after: null },
    { beneficiary: "b", before: 2n, after: 5n },
    { beneficiary: "d", before: null, after: 4n },
    { beneficiary: "e", before: 1n, after: 1n },
  ];
  const summary = {
    total: 4,
    counts: { added: 1, removed: 1, raised: 1, lowered: 0, rescheduled: 1 },
    net: 6n,
  };
  expect(await changes(1, 10)).toEqual({ changes: all, ...summary });
  expect(await changes(2, 3)).toEqual({ changes: all.slice(3), ...summary });
});

test("replaces the campaign's root, or confirms the newest one, for a rotation without an event", async () => {
  const { db } = database;
  const { id: campaignRowId } = await addCampaign(db, { merkleRoot: "41" });
  for (const [at, merkleRoot] of ["41", "42"].entries()) {
    const { id } = await addRootVersion(db, { campaignId: campaignRowId, version: at + 1, merkleRoot });
    await addLeaf(db, { rootVersionId: id });
  }
  expect(await selectReplacedLeaves(db, { campaignRowId, newRoot: "43" })).toMatchObject({
    merkleRoot: "41",
  });
  expect(await selectReplacedLeaves(db, { campaignRowId, newRoot: "41" })).toMatchObject({
    merkleRoot: "42",
  });
});

test("replaces the root of the newest event for a rotation back to an earlier root", async () => {
  const { db } = database;
  const { id: campaignRowId } = await addCampaign(db, { merkleRoot: "53" });
  for (const [at, merkleRoot] of ["51", "52", "53"].entries()) {
    const { id } = await addRootVersion(db, { campaignId: campaignRowId, version: at + 1, merkleRoot });
    await addLeaf(db, { rootVersionId: id });
  }
  const roots = ["51", "53", "52", "53"];
  await db.insert(rootUpdateEvents).values(
    roots.slice(1).map((newRoot, at) => ({
      ...envelopeValues(campaignRowId),
      ...{ oldRoot: roots[at] ?? "", newRoot, newLeafCount: 1 },
    })),
  );
  expect(await selectReplacedLeaves(db, { campaignRowId, newRoot: "53" })).toMatchObject({
    merkleRoot: "52",
  });
});

test("reads all leaves of a campaign, of any number", async () => {
  const { db } = database;
  const leafCount = 2_001;
  const { id: campaignRowId } = await addCampaign(db, { merkleRoot: "61", leafCount });
  const { id: rootVersionId } = await addRootVersion(db, {
    ...{ campaignId: campaignRowId, merkleRoot: "61", leafCount },
  });
  const leaf = { beneficiary: "a", amount: 1n, releaseType: 0, startTime: 0n, cliffTime: 0n, endTime: 0n };
  const rows = Array.from({ length: leafCount }, (_, leafIndex) => ({
    ...{ ...leaf, leafIndex, milestoneIdx: 0, proof: new Uint8Array() },
  }));
  await insertLeaves(db, { rootVersionId, batches: [rows.toReversed()] });
  const found = await selectCurrentLeaves(db, { campaignRowId });
  expect(found?.leaves.map(({ leafIndex }) => leafIndex)).toEqual(rows.map(({ leafIndex }) => leafIndex));
});

test("counts the claims of a milestone by its number, as in the responses about its recipient", async () => {
  const { db } = database;
  const { id } = await addCampaign(db, { leafCount: 4 });
  const version = await addRootVersion(db, { campaignId: id, leafCount: 4, version: 2, merkleRoot: "56" });
  const kinds = [
    { releaseType: 1 },
    { releaseType: 2, milestoneIdx: 0 },
    { releaseType: 2, milestoneIdx: 0, amount: 0n },
    { releaseType: 2, milestoneIdx: 3 },
  ];
  for (const [leafIndex, kind] of kinds.entries())
    await addLeaf(db, { rootVersionId: version.id, leafIndex, beneficiary: "gil", amount: 100n, ...kind });
  const paid = { campaignId: id, totalClaimedByUser: 0n, totalClaimedOverall: 0n, beneficiary: "gil" };
  await db.insert(claimEvents).values([
    { ...envelopeValues(id), ...paid, leafIndex: 0, amount: 100n, milestoneIdx: 0 },
    { ...envelopeValues(id), ...paid, leafIndex: 0, amount: 20n },
    { ...envelopeValues(id), ...paid, leafIndex: 3, amount: 7n, milestoneIdx: 3 },
    { ...envelopeValues(id), ...paid, leafIndex: 2, amount: 5n, milestoneIdx: 0 },
  ]);
  const list = await selectLeaves(db, { campaignRowId: id, page: 1, limit: 10 });
  expect(list?.leaves.map(({ claimed }) => claimed)).toEqual([20n, 100n, 5n, 7n]);
  const { campaigns: rows } = await selectBeneficiaryCampaigns(db, { address: "gil", page: 1, limit: 1 });
  expect(rows[0]?.leaves.map(({ claimed }) => claimed)).toEqual([20n, 100n, 5n, 7n]);
});

test("counts a lost claim in a page of leaves as in the responses about its recipient", async () => {
  const { db } = database;
  const { id } = await addCampaign(db, { leafCount: 2, totalClaimed: 60n, claimedSum: 30n });
  const version = await addRootVersion(db, { campaignId: id, leafCount: 2, merkleRoot: "55" });
  for (const [leafIndex, beneficiary] of ["eve", "fay"].entries()) {
    await addLeaf(db, { rootVersionId: version.id, leafIndex, beneficiary, amount: 100n });
  }
  const stored = { campaignId: id, amount: 15n, totalClaimedOverall: 60n };
  await db.insert(claimEvents).values([
    { ...envelopeValues(id), ...stored, beneficiary: "eve", leafIndex: 0, totalClaimedByUser: 45n },
    { ...envelopeValues(id), ...stored, beneficiary: "fay", leafIndex: 1, totalClaimedByUser: 15n },
  ]);
  const requested = { campaignRowId: id, page: 1, limit: 10 };
  const page = await selectLeaves(db, requested);
  expect(page?.leaves.map(({ claimed }) => claimed)).toEqual([45n, 15n]);
  for (const { beneficiary, leafIndex, claimed } of page?.leaves ?? []) {
    const own = await selectClaimedBy(db, { address: beneficiary, campaignRowId: id });
    expect(own.map((row) => [row.leafIndex, row.claimed])).toEqual([[leafIndex, claimed]]);
  }
  const sorted = await selectSortedLeaves(db, { ...requested, sort: "claimed", order: "asc" });
  expect(sorted?.leaves.map(({ claimed }) => claimed)).toEqual([15n, 45n]);
});
