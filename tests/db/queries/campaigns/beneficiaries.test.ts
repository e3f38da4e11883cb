import { expect, test } from "vitest";
import { selectBeneficiaryCampaigns, selectClaimedBy } from "@/db/queries/campaigns/beneficiaries";
import { storeEvents } from "@/db/queries/events/event-rows";
import { campaigns, claimEvents, claimRecordAmounts, creations } from "@/db/schema";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, addLeaf, addRootVersion, envelopeValues } from "@/tests/support/rows";

const database = openTestDatabase();

const read = (address: string, over: object = {}) =>
  selectBeneficiaryCampaigns(database.db, { address, page: 1, limit: 100, ...over });

const claim = (campaignId: number, beneficiary: string, leafIndex: number, amount: bigint) => ({
  ...envelopeValues(campaignId),
  beneficiary,
  leafIndex,
  amount,
  totalClaimedByUser: amount,
  totalClaimedOverall: amount,
});

test("counts only the newest root version, with each leaf's own claims and the campaign's", async () => {
  const { db } = database;
  const rotated = await addCampaign(db);
  const first = await addRootVersion(db, { campaignId: rotated.id });
  await addLeaf(db, { rootVersionId: first.id, leafIndex: 4, beneficiary: "ann" });
  await addLeaf(db, { rootVersionId: first.id, leafIndex: 5, beneficiary: "left-out" });
  const second = await addRootVersion(db, { campaignId: rotated.id, version: 2 });
  await addLeaf(db, { rootVersionId: second.id, leafIndex: 1, beneficiary: "ann", amount: 2n ** 64n - 1n });
  await addLeaf(db, { rootVersionId: second.id, leafIndex: 0, beneficiary: "ann" });
  await addLeaf(db, { rootVersionId: second.id, leafIndex: 2, beneficiary: "another" });
  await db.transaction((tx) =>
    storeEvents(tx, {
      claimed: [
        claim(rotated.id, "ann", 4, 10n),
        claim(rotated.id, "ann", 1, 2n ** 63n),
        claim(rotated.id, "ann", 1, 2n ** 63n),
        claim(rotated.id, "another", 0, 3n),
      ],
    }),
  );
  const list = await read("ann");
  expect(list).toMatchObject({ total: 1, nextCursor: null });
  const [entry] = list.campaigns;
  expect(entry).toMatchObject({
    campaign: { id: rotated.id, claimCount: 4 },
    rootVersion: 2,
    claimedInCampaign: 2n ** 64n + 10n,
  });
  expect(entry?.leaves.map((leaf) => [leaf.leafIndex, leaf.amount, leaf.claimed])).toEqual([
    [0, 1n, 0n],
    [1, 2n ** 64n - 1n, 2n ** 64n],
  ]);
  expect(await read("left-out")).toEqual({ campaigns: [], total: 0, nextCursor: null });
});

test("counts the claims of a milestone by its number, and those of other leaves by their index", async () => {
  const { db } = database;
  const { id } = await addCampaign(db);
  const { id: rootVersionId } = await addRootVersion(db, { campaignId: id, version: 2 });
  const of = { rootVersionId, beneficiary: "gil" };
  await addLeaf(db, { ...of, leafIndex: 0, amount: 5_000n, releaseType: 1 });
  await addLeaf(db, { ...of, leafIndex: 1, amount: 1_000n, releaseType: 2, milestoneIdx: 0 });
  await addLeaf(db, { ...of, leafIndex: 2, amount: 0n, releaseType: 2, milestoneIdx: 0 });
  // In the first version, leaf 0 was the milestone.
  await db
    .insert(claimEvents)
    .values([{ ...claim(id, "gil", 0, 1_000n), milestoneIdx: 0 }, claim(id, "gil", 0, 20n)]);
  const { campaigns: rows } = await read("gil");
  expect(rows[0]?.leaves).toMatchObject([
    { leafIndex: 0, claimed: 20n, milestoneClaimed: false },
    { leafIndex: 1, claimed: 1_000n, milestoneClaimed: true },
    { leafIndex: 2, claimed: 0n, milestoneClaimed: true },
  ]);
});

test("returns a settled stream's payment to its beneficiary", async () => {
  const { db } = database;
  const stream = await addCampaign(db);
  const version = await addRootVersion(db, { campaignId: stream.id });
  await addLeaf(db, { rootVersionId: version.id, beneficiary: "bea" });
  await db.transaction((tx) =>
    storeEvents(tx, {
      stream_cancelled: [
        {
          ...envelopeValues(stream.id),
          cancelledAt: 1n,
          amountToBeneficiary: 2n ** 64n - 1n,
          amountToCreator: 0n,
        },
      ],
    }),
  );
  const list = await read("bea");
  expect(list.campaigns[0]).toMatchObject({ campaign: { settled: true, settledAmount: 2n ** 64n - 1n } });
});

test("pages through all campaigns by number and by cursor, newest first", async () => {
  const { db } = database;
  const ids: number[] = [];
  for (const createdAt of [1n, 9n, 5n, 5n, 2n]) {
    const { id } = await addCampaign(db, { createdAt });
    const version = await addRootVersion(db, { campaignId: id });
    await addLeaf(db, { rootVersionId: version.id, beneficiary: "cat" });
    ids.push(id);
  }
  const expected = [1, 3, 2, 4, 0].map((index) => ids[index]);
  for (const limit of [1, 2, 5]) {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const list = await read("cat", { limit, cursor });
      expect(list.total).toBe(5);
      expect(list.campaigns.every((entry) => entry.leaves.length === 1)).toBe(true);
      seen.push(...list.campaigns.map((entry) => entry.campaign.id));
      cursor = list.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(expected);
  }
  const second = await read("cat", { limit: 2, page: 2 });
  expect(second.campaigns.map((entry) => entry.campaign.id)).toEqual(expected.slice(2, 4));
});

test("counts a missing claim once a later claim states the total of its claimer", async () => {
  const { db } = database;
  const { id, treeAddress } = await addCampaign(db, { totalClaimed: 45n, claimedSum: 15n });
  const stated = [
    { ...claim(id, "dan", 3, 5n), milestoneIdx: 7 },
    { ...claim(id, "dan", 4, 10n), totalClaimedByUser: 45n, totalClaimedOverall: 45n },
  ];
  await db.insert(claimEvents).values(stated);
  const claimed = async () => {
    const rows = await selectClaimedBy(db, { address: "dan", campaignRowId: id });
    return rows.map((row) => [row.leafIndex, row.claimed]).sort();
  };
  const sums = [
    [3, 5n],
    [4, 10n],
  ];
  expect(await claimed()).toEqual([
    [3, 5n],
    [4, 40n],
  ]);

  // The amount in the claim record is more exact.
  const record = { campaignId: id, beneficiary: "dan", leafIndex: 4, missing: 20n, slot: 9n };
  await db.insert(claimRecordAmounts).values(record);
  expect(await claimed()).toEqual([
    [3, 5n],
    [4, 30n],
  ]);
  await db.delete(claimRecordAmounts);

  // The record of an earlier generation may still exist.
  const { creator, mint, totalSupply, leafCount } = await addCampaign(db);
  const terms = { creator, mint, totalSupply, leafCount, signature: "earlier", eventIndex: 0, blockTime: 1n };
  await db.insert(creations).values({ treeAddress, ...terms, slot: 1n });
  expect(await claimed()).toEqual(sums);
  await db.update(campaigns).set({ creationSlot: 1n });
  expect(await claimed()).toEqual([
    [3, 5n],
    [4, 40n],
  ]);

  // All claims are stored.
  await db.update(campaigns).set({ claimedSum: 45n });
  expect(await claimed()).toEqual(sums);
});
