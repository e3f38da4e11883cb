import { beforeEach, expect, test } from "vitest";
import { storeEvents } from "@/db/queries/events/event-rows";
import {
  countOverclaims,
  selectOverclaims,
  selectOverclaimsOf,
  takeUnreportedOverclaims,
} from "@/db/queries/events/overclaims";
import { removeEvents } from "@/db/queries/events/stored-events";
import { insertRootVersion } from "@/db/queries/registration/registration";
import { campaigns, overclaims } from "@/db/schema";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, addLeaf, addRootVersion, envelopeValues } from "@/tests/support/rows";

const database = openTestDatabase();
beforeEach(() => database.db.delete(campaigns));

/** Stores a campaign that gives Ada 1,000 at leaf 0, and has no other recipient. */
async function campaignOfAda() {
  const { id, treeAddress } = await addCampaign(database.db);
  const { id: rootVersionId } = await addRootVersion(database.db, { campaignId: id });
  await addLeaf(database.db, { rootVersionId, beneficiary: "ada", amount: 1_000n });
  return { id, treeAddress };
}

const claim = (campaignId: number, over: { amount: bigint; beneficiary?: string; leafIndex?: number }) => ({
  ...envelopeValues(campaignId),
  beneficiary: "ada",
  leafIndex: 0,
  totalClaimedByUser: 1n,
  totalClaimedOverall: 1n,
  ...over,
});

const create = (campaignRowId: number) => selectOverclaims(database.db, { campaignRowId, limit: 10 });

test("detects an overpaid leaf by its sums, until the claim is dropped", async () => {
  const { db } = database;
  const { id, treeAddress } = await campaignOfAda();
  const [first, second] = [claim(id, { amount: 1_000n }), claim(id, { amount: 1_000n })];
  await storeEvents(db, { claimed: [first] });
  expect(await create(id)).toEqual([]);
  await storeEvents(db, { claimed: [second] });
  const found = { treeAddress, beneficiary: "ada", leafIndex: 0, allocated: 1_000n, claimed: 2_000n };
  expect(await create(id)).toEqual([found]);
  expect(await countOverclaims(db)).toBe(1);
  expect(await selectOverclaimsOf(db, { signatures: [first.signature], limit: 10 })).toEqual([found]);
  expect(await selectOverclaimsOf(db, { signatures: ["another"], limit: 10 })).toEqual([]);
  await storeEvents(db, { claimed: [second] });
  expect(await create(id)).toEqual([found]);
  await removeEvents(db, [second.signature]);
  expect(await create(id)).toEqual([]);
});

test("does not add claims of another leaf or by another wallet", async () => {
  const { id } = await campaignOfAda();
  await storeEvents(database.db, {
    claimed: [
      claim(id, { amount: 1_000n }),
      claim(id, { amount: 1_000n, beneficiary: "ben" }),
      claim(id, { amount: 1_000n, leafIndex: 1 }),
    ],
  });
  expect(await create(id)).toEqual([]);
});

test("sums exactly beyond a u64", async () => {
  const { id } = await campaignOfAda();
  const amount = 2n ** 64n - 1n;
  await storeEvents(database.db, { claimed: [claim(id, { amount }), claim(id, { amount })] });
  expect(await create(id)).toMatchObject([{ claimed: 2n * amount }]);
});

test("compares a new list of leaves with earlier claims", async () => {
  const { db } = database;
  const { id } = await campaignOfAda();
  await storeEvents(db, { claimed: [claim(id, { amount: 600n })] });
  const lowered = { leafIndex: 0, beneficiary: "ada", amount: 500n, releaseType: 0, startTime: 0n };
  const row = { ...lowered, cliffTime: 0n, endTime: 0n, milestoneIdx: 0, proof: new Uint8Array() };
  async function* leaves() {
    yield [row];
  }
  const root = { merkleRoot: "11".repeat(32), leafCount: 1, minCliffTime: 0n, usedMilestones: [] };
  await insertRootVersion(db, { campaignRowId: id, ...root, ipfsCid: null, createdAt: 9n, leaves: leaves() });
  expect(await create(id)).toMatchObject([{ allocated: 500n, claimed: 600n }]);
});

test("compares the claims of a milestone with its leaf under any index, and those of others by index", async () => {
  const { db } = database;
  const { id } = await addCampaign(db);
  const lists = [
    [
      { releaseType: 2, amount: 1_000n },
      { releaseType: 1, amount: 5_000n },
    ],
    [
      { releaseType: 1, amount: 5_000n },
      { releaseType: 2, amount: 1_000n },
      { releaseType: 2, amount: 10n },
    ],
  ];
  for (const [at, list] of lists.entries()) {
    const { id: rootVersionId } = await addRootVersion(db, { campaignId: id, version: at + 1 });
    for (const [leafIndex, leaf] of list.entries())
      await addLeaf(db, { rootVersionId, leafIndex, beneficiary: "ada", milestoneIdx: 0, ...leaf });
  }
  const milestone = (leafIndex: number) => ({ ...claim(id, { amount: 1_000n, leafIndex }), milestoneIdx: 0 });
  await storeEvents(db, { claimed: [milestone(0), claim(id, { amount: 5_000n })] });
  expect(await create(id)).toEqual([]);

  const again = milestone(1);
  await storeEvents(db, { claimed: [again] });
  const [found] = await create(id);
  expect(found).toMatchObject({ leafIndex: 1, allocated: 1_000n, claimed: 2_000n });
  expect(await selectOverclaimsOf(db, { signatures: [again.signature], limit: 10 })).toEqual([found]);
  const timed = claim(id, { amount: 1n });
  await storeEvents(db, { claimed: [timed] });
  expect(await create(id)).toMatchObject([{ leafIndex: 0, allocated: 5_000n, claimed: 5_001n }, found]);
  expect(await selectOverclaimsOf(db, { signatures: [timed.signature], limit: 10 })).toMatchObject([
    { leafIndex: 0 },
  ]);
  await removeEvents(db, [again.signature]);
  expect(await create(id)).toMatchObject([{ leafIndex: 0 }]);
});

test("reports an overpaid leaf again only when it has grown", async () => {
  const { db } = database;
  const { id } = await campaignOfAda();
  await storeEvents(db, { claimed: [claim(id, { amount: 1_001n })] });
  expect(await takeUnreportedOverclaims(db)).toMatchObject([{ claimed: 1_001n }]);
  await storeEvents(db, { claimed: [claim(id, { amount: 5n, leafIndex: 1 })] });
  expect(await takeUnreportedOverclaims(db)).toEqual([]);
  await storeEvents(db, { claimed: [claim(id, { amount: 5n })] });
  expect(await takeUnreportedOverclaims(db)).toMatchObject([{ claimed: 1_006n }]);
});

test("reports each overpaid leaf once", async () => {
  const { db } = database;
  const { id, treeAddress } = await campaignOfAda();
  await storeEvents(db, { claimed: [claim(id, { amount: 1_001n })] });
  expect(await takeUnreportedOverclaims(db)).toMatchObject([{ treeAddress, claimed: 1_001n }]);
  expect(await takeUnreportedOverclaims(db)).toEqual([]);
});

test("reports every overpaid leaf of any number of them", async () => {
  const { db } = database;
  const { id } = await campaignOfAda();
  await db.insert(overclaims).values(
    Array.from({ length: 1_500 }, (_, leafIndex) => ({
      ...{ campaignId: id, beneficiary: "ada", leafIndex, allocated: 1n, claimed: 2n },
    })),
  );
  const reported: number[] = [];
  for (;;) {
    const rows = await takeUnreportedOverclaims(db);
    if (rows.length === 0) break;
    reported.push(...rows.map(({ leafIndex }) => leafIndex));
  }
  expect(reported.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1_500 }, (_, at) => at));
});
