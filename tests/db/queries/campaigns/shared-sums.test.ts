import { expect, test, vi } from "vitest";
import type { Database } from "@/db/client";
import { selectCampaignDetail } from "@/db/queries/campaigns/campaign-detail";
import { sharedSchedules, sharedVestedSums } from "@/db/queries/campaigns/shared-sums";
import { storeEvents } from "@/db/queries/events/event-rows";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, addLeaf, addRootVersion, envelopeValues } from "@/tests/support/rows";

const database = openTestDatabase();

/** Stores a campaign with one leaf of 100 that vests linearly from second 0 to 100. */
async function vestingCampaign(leafCount: number) {
  const { db } = database;
  const campaign = await addCampaign(db, { leafCount });
  const version = await addRootVersion(db, { campaignId: campaign.id });
  await addLeaf(db, { rootVersionId: version.id, amount: 100n, releaseType: 1, endTime: 100n });
  const sumsAt = async (now: bigint) => {
    const detail = await selectCampaignDetail(db, { treeAddress: campaign.treeAddress, now });
    if (!detail) throw new Error("The campaign is gone");
    return { campaign: detail.campaign, newestVersion: detail.rootVersions[0], now };
  };
  return { db, campaign, version, sumsAt };
}

/** Observes every statement of a database, whichever code builds it. */
const spyOnStatements = ({ _ }: Database) =>
  vi.spyOn(Reflect.get(_.session, "logger") as { logQuery(): void }, "logQuery");

test("shares one reading among concurrent callers", async () => {
  const { db, sumsAt } = await vestingCampaign(1);
  const at = await sumsAt(40n);
  const reads = spyOnStatements(db);
  const sums = await Promise.all(Array.from({ length: 20 }, () => sharedVestedSums(db, at)));
  const schedules = await Promise.all(Array.from({ length: 20 }, () => sharedSchedules(db, at, 10)));
  expect(reads).toHaveBeenCalledTimes(2);
  reads.mockRestore();
  expect(new Set(sums)).toEqual(new Set([{ vested: 40n, unclaimed: 40n }]));
  expect(new Set(schedules.map(([only]) => only?.amount))).toEqual(new Set([100n]));
});

test("is never a second behind for a campaign of few leaves", async () => {
  const { db, sumsAt } = await vestingCampaign(1_000);
  for (const now of [40n, 41n, 39n, 41n]) {
    expect(await sharedVestedSums(db, await sumsAt(now))).toMatchObject({ vested: now });
  }
});

test("may be a second behind for a large campaign, unless the clock was moved", async () => {
  const { db, sumsAt } = await vestingCampaign(1_001);
  const [first, next] = [await sumsAt(40n), await sumsAt(41n)];
  const reading = sharedVestedSums(db, first);
  expect(sharedVestedSums(db, next)).toBe(reading);
  expect(await reading).toMatchObject({ vested: 40n });
  expect(await sharedVestedSums(db, await sumsAt(1_000_000n))).toMatchObject({ vested: 100n });
  expect(await sharedVestedSums(db, await sumsAt(10n))).toMatchObject({ vested: 10n });
});

test("shows an event and a new list at once, within the same second too", async () => {
  const { db, campaign, sumsAt } = await vestingCampaign(5_000);
  expect(await sharedVestedSums(db, await sumsAt(40n))).toEqual({ vested: 40n, unclaimed: 40n });
  const totals = { totalClaimedByUser: 30n, totalClaimedOverall: 30n };
  const claim = { beneficiary: "beneficiary", leafIndex: 0, amount: 30n, milestoneIdx: null };
  await storeEvents(db, { claimed: [{ ...envelopeValues(campaign.id), ...totals, ...claim }] });
  expect(await sharedVestedSums(db, await sumsAt(40n))).toEqual({ vested: 40n, unclaimed: 10n });
  const second = await addRootVersion(db, { campaignId: campaign.id, version: 2 });
  await addLeaf(db, { rootVersionId: second.id, amount: 7n });
  expect(await sharedVestedSums(db, await sumsAt(40n))).toMatchObject({ vested: 7n });
  expect(await sharedSchedules(db, await sumsAt(40n), 10)).toMatchObject([{ amount: 7n }]);
});

test("does not cache a failed reading", async () => {
  const { db, sumsAt } = await vestingCampaign(5_000);
  const at = await sumsAt(40n);
  const failing = spyOnStatements(db).mockImplementationOnce(() => {
    throw new Error("away");
  });
  await expect(sharedVestedSums(db, at)).rejects.toThrow();
  failing.mockRestore();
  expect(await sharedVestedSums(db, at)).toMatchObject({ vested: 40n });
});
