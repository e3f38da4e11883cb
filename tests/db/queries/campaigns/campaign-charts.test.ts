import { describe, expect, test } from "vitest";
import { selectClaimSteps, selectLargestRecipients } from "@/db/queries/campaigns/campaign-charts";
import { selectMonthRecipients } from "@/db/queries/campaigns/month-recipients";
import { storeEvents } from "@/db/queries/events/event-rows";
import { monthEnd, toMonth } from "@/lib/core/vesting/unlock-months";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, addLeaf, addRootVersion, envelopeValues } from "@/tests/support/rows";

const database = openTestDatabase();

type Leaf = Omit<Parameters<typeof addLeaf>[1], "rootVersionId" | "leafIndex">;

async function getCampaign(leaves: readonly Leaf[], over: Parameters<typeof addCampaign>[1] = {}) {
  const { db } = database;
  const campaign = await addCampaign(db, { leafCount: leaves.length, verified: true, ...over });
  const { id: rootVersionId } = await addRootVersion(db, { campaignId: campaign.id });
  for (const [leafIndex, leaf] of leaves.entries()) await addLeaf(db, { ...leaf, leafIndex, rootVersionId });
  return campaign;
}

describe("selectClaimSteps", () => {
  const claim = (campaignId: number, slot: number) => ({
    ...envelopeValues(campaignId),
    ...{ slot: BigInt(slot), blockTime: BigInt(slot * 10), beneficiary: "ada", leafIndex: 0, amount: 2n },
    ...{ totalClaimedByUser: 0n, totalClaimedOverall: 0n, milestoneIdx: null },
  });

  test("returns one cumulative step per claim, oldest first", async () => {
    const { id } = await getCampaign([]);
    await storeEvents(database.db, { claimed: [3, 1, 2].map((slot) => claim(id, slot)) });
    expect(await selectClaimSteps(database.db, id)).toEqual([
      { at: 10n, total: 2n },
      { at: 20n, total: 4n },
      { at: 30n, total: 6n },
    ]);
  });

  test("combines many claims into at most 60 steps that end with the sum of all claims", async () => {
    const { id } = await getCampaign([]);
    await storeEvents(database.db, {
      claimed: Array.from({ length: 150 }, (_, slot) => claim(id, slot + 1)),
    });
    const steps = await selectClaimSteps(database.db, id);
    expect(steps).toHaveLength(60);
    expect(steps.at(-1)).toEqual({ at: 1_500n, total: 300n });
  });

  test("returns no step for a campaign without claims", async () => {
    const { id } = await getCampaign([]);
    expect(await selectClaimSteps(database.db, id)).toEqual([]);
  });
});

describe("selectLargestRecipients", () => {
  test("adds the leaves of a recipient and returns the five largest with the number of recipients", async () => {
    const { id } = await getCampaign([
      ...["a", "b", "c", "d", "e", "g", "h", "f"].map((beneficiary, at) => ({
        beneficiary,
        amount: BigInt(10 - at),
      })),
      { beneficiary: "f", amount: 2n ** 63n },
    ]);
    const { largest, recipientCount } = await selectLargestRecipients(database.db, id);
    expect(recipientCount).toBe(8);
    expect(largest.map(({ beneficiary }) => beneficiary)).toEqual(["f", "a", "b", "c", "d"]);
    expect(largest[0]?.amount).toBe(2n ** 63n + 3n);
  });

  test("omits recipients whose leaves all have the amount 0", async () => {
    const { id } = await getCampaign([
      { beneficiary: "a", amount: 5n },
      { beneficiary: "a", amount: 0n },
      { beneficiary: "b", amount: 0n },
    ]);
    expect(await selectLargestRecipients(database.db, id)).toEqual({
      largest: [{ beneficiary: "a", amount: 5n }],
      recipientCount: 1,
    });
  });
});

describe("selectMonthRecipients", () => {
  const month = toMonth(1_800_000_000n);
  const of = { creator: "treasury", mint: "token" };
  const start = monthEnd(month - 1);

  test("adds the unlocks of a month over running campaigns and omits other recipients", async () => {
    const cliff = { releaseType: 0 as const, cliffTime: start + 5n, endTime: start + 5n };
    const linear = { releaseType: 1 as const, cliffTime: start - 50n, endTime: start + 50n };
    await getCampaign(
      [
        { beneficiary: "ada", amount: 100n, ...cliff },
        { beneficiary: "ben", amount: 500n, ...linear },
        { beneficiary: "eve", amount: 900n, ...cliff, cliffTime: start, endTime: start },
        { beneficiary: "max", amount: 900n, ...cliff, releaseType: 2 },
      ],
      of,
    );
    await getCampaign([{ beneficiary: "ada", amount: 200n, ...cliff }], of);
    await getCampaign([{ beneficiary: "ada", amount: 900n, ...cliff }], { ...of, cancelledAt: start });
    await getCampaign([{ beneficiary: "ada", amount: 900n, ...cliff }], { ...of, verified: false });
    await getCampaign([{ beneficiary: "ada", amount: 900n, ...cliff }], { ...of, mint: "other" });
    // The recipients after its rotation are not registered.
    await getCampaign([{ beneficiary: "ada", amount: 900n, ...cliff }], {
      ...of,
      merkleRoot: "11".repeat(32),
    });
    expect(await selectMonthRecipients(database.db, { ...of, month })).toEqual([
      { beneficiary: "ada", amount: 300n },
      { beneficiary: "ben", amount: 250n },
    ]);
  });
});
