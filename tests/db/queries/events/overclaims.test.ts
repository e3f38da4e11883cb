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

const of = (campaignRowId: number) => selectOverclaims(database.db, { campaignRowId, limit: 10 });

test("detects an overpaid leaf by its sums, until the claim is dropped", async () => {
  const { db } = database;
  const { id, treeAddress } = await campaignOfAda();
  const [first, second] = [claim(id, { amount: 1_000n }), claim(id, { amount: 1_000n })];
  await storeEvents(db, { claimed: [first] });
  expect(await of(id)).toEqual([]);
  await storeEvents(db, { claimed: [second] });
  const found = { treeAddress, beneficiary: "ada", leafIndex: 0, allocated: 1_000n, claimed: 2_000n };
  expect(await of(id)).toEqual([found]);
  expect(await countOverclaims(db)).toBe(1);
  expect(await selectOverclaimsOf(db, { signatures: [first.signature], limit: 10 })).toEqual([found]);
  expect(await selectOverclaimsOf(db, { signatures: ["another"], limit: 10 })).toEqual([]);
  await storeEvents(db, { claimed: [second] });
  expect(await of(id)).toEqual([found]);
  await removeEvents(db, [second.signature]);
  expect(await of(id)).toEqual([]);
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
  expect(await of(id)).toEqual([]);
});

test("sums exactly beyond a u64", async () => {
  const { id } = await campaignOfAda();
  const amount = 2n ** 64n - 1n;
  await storeEvents(database.db, { claimed: [claim(id, { amount }), claim(id, { amount })] });
  expect(await of(id)).toMatchObject([{ claimed: 2n * amount }]);
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
  expect(await of(id)).toMatchObject([{ allocated: 500n, claimed: 600n }]);
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
