import { eq, inArray } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { storeEvents } from "@/db/queries/events/event-rows";
import { projectCampaigns } from "@/db/queries/events/projection";
import { backfillUnlockSums } from "@/db/queries/registration/unlock-sums";
import { campaigns } from "@/db/schema";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import { monthText, toMonth } from "@/lib/core/vesting/unlock-months";
import { readCampaigns, readFigures } from "@/lib/service/pages/campaigns";
import { openTestDatabase } from "@/tests/support/database";
import { startServices } from "@/tests/support/http";
import { envelopeValues } from "@/tests/support/rows";
import { creator, NOW, storeCampaign } from "@/tests/support/stored-action";

const database = openTestDatabase();

describe("readFigures", () => {
  beforeAll(async () => {
    startServices({ db: database.db, chain: null, now: () => NOW });
    await storeCampaign(database.db, { metadata: { name: "Vesting" } });
    await storeCampaign(database.db, {
      ...{ leaves: [{ cliffTime: NOW - 50n }], minCliffTime: NOW - 50n, firstTimedCliff: NOW - 50n },
      metadata: { name: "Claimable" },
    });
    const { id } = await storeCampaign(database.db, { metadata: { name: "Refunded" } });
    const refunded = { cancelledAt: NOW, refundedTo: creator.address, amount: 1_000n };
    await storeEvents(database.db, { instant_refunded: [{ ...envelopeValues(id), ...refunded }] });
    await projectCampaigns(database.db, [id]);
    await storeCampaign(database.db, { metadata: { name: "Paused" }, paused: true });
    await storeCampaign(database.db, { metadata: { name: "In grace" }, cancelledAt: NOW - 1n });
    await storeCampaign(database.db, {
      metadata: { name: "Ended" },
      cancelledAt: NOW - GRACE_PERIOD_SECONDS,
    });
  });

  it("counts a campaign by its status, without the finished ones", async () => {
    const counts = { campaigns: 6, locked: 1, claimable: 1, paused: 1, inGrace: 1 };
    expect(await readFigures()).toMatchObject(counts);
  });

  it("lists the campaigns that are not finished, newest first", async () => {
    const { open } = await readFigures();
    expect(open.map(({ metadata, status }) => [metadata?.name, status])).toEqual([
      ["In grace", "cancelled_grace"],
      ["Paused", "paused"],
      ["Claimable", "claimable"],
      ["Vesting", "active"],
    ]);
  });

  it("returns the lists to poll with their state, without the statuses of no campaign", async () => {
    const { live } = await readFigures();
    expect(live.queries).toEqual(
      ["active", "paused", "cancelled_grace"].map((status) => ({ status, limit: 5 })),
    );
    expect(live.state.split("\n").map((list) => JSON.parse(list)[0])).toEqual([2, 1, 1]);
    await database.db.delete(campaigns).where(inArray(campaigns.phase, ["paused", "cancelled"]));
    expect((await readFigures()).live.queries).toEqual([{ status: "active", limit: 5 }]);
  });

  it("lists at most the five newest campaigns over all statuses", async () => {
    for (const paused of [true, false, true, false]) {
      await storeCampaign(database.db, { metadata: { name: "New" }, paused });
    }
    const { open } = await readFigures();
    expect(open.map(({ metadata }) => metadata?.name)).toEqual(["New", "New", "New", "New", "Claimable"]);
  });
});

describe("the next unlock of a listed campaign", () => {
  const mint = "8dvUzRYLvwXkxT4ZJLfnEvUjUvLMvVNnVGRnUmMUQTHu";
  const DAY = 86_400n;
  const cliffAt = (time: bigint) => ({
    ...{ releaseType: ReleaseType.Cliff, startTime: time, cliffTime: time, endTime: time },
  });
  /** Stores a campaign and returns its next unlock in the list at `now`. */
  async function nextUnlockAt(now: bigint, campaign: Parameters<typeof storeCampaign>[1]) {
    startServices({ db: database.db, chain: null, now: () => now });
    await storeCampaign(database.db, { mint, ...campaign });
    await backfillUnlockSums(database.db);
    const { campaigns } = await readCampaigns({ mint, sort: "created", order: "desc", page: 1 });
    return campaigns[0]?.nextUnlock;
  }
  afterEach(() => database.db.delete(campaigns).where(eq(campaigns.mint, mint)));

  it("is the first cliff by time, not that of an unreleased milestone", async () => {
    const milestone = { ...cliffAt(NOW + 10n * DAY), releaseType: ReleaseType.Milestone, milestoneIdx: 0 };
    const linear = { cliffTime: NOW + 60n * DAY, endTime: NOW + 90n * DAY };
    const next = await nextUnlockAt(NOW, {
      ...{ leaves: [milestone, linear], usedMilestones: [0] },
      ...{ minCliffTime: NOW + 10n * DAY, firstTimedCliff: NOW + 60n * DAY },
    });
    expect(next).toEqual({ at: (NOW + 60n * DAY).toString() });
  });

  it("is null after the last unlock, also in its month", async () => {
    const at = (text: string) => BigInt(Date.parse(text) / 1000);
    const cliff = at("2027-03-05T00:00:00Z");
    const campaign = { leaves: [cliffAt(cliff)], minCliffTime: cliff, firstTimedCliff: cliff };
    expect(await nextUnlockAt(at("2027-03-30T00:00:00Z"), campaign)).toBeNull();
  });

  const begun = { minCliffTime: NOW - DAY, firstTimedCliff: NOW - DAY };
  const running = { ...cliffAt(NOW - DAY), releaseType: ReleaseType.Linear, endTime: NOW + 40n * DAY };

  it("is the last unlock while amounts unlock this month", async () => {
    const later = { ...running, cliffTime: NOW + DAY, endTime: NOW + 90n * DAY };
    const leaves = [running, later, cliffAt(NOW + DAY)];
    expect(await nextUnlockAt(NOW, { leaves, ...begun })).toEqual({ until: later.endTime.toString() });
  });

  it("is the end of the grace period after a cancellation, and null afterwards", async () => {
    const campaign = { leaves: [running], ...begun, cancelledAt: NOW };
    expect(await nextUnlockAt(NOW + DAY, campaign)).toEqual({ claimUntil: (NOW + 7n * DAY).toString() });
    await database.db.delete(campaigns).where(eq(campaigns.mint, mint));
    expect(await nextUnlockAt(NOW + 7n * DAY, campaign)).toBeNull();
  });

  it("is the month of a later unlock after the first one", async () => {
    const later = NOW + 90n * DAY;
    const leaves = [cliffAt(NOW - 90n * DAY), cliffAt(later)];
    const first = { minCliffTime: NOW - 90n * DAY, firstTimedCliff: NOW - 90n * DAY };
    expect(await nextUnlockAt(NOW, { leaves, ...first })).toEqual({ month: monthText(toMonth(later)) });
  });
});
