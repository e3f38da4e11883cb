import { describe, expect, it } from "vitest";
import { backfillUnlockSums } from "@/db/queries/registration/unlock-sums";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { readClaimableNow } from "@/lib/service/creator-dashboard/claimable-now";
import { readTokenSums } from "@/lib/service/creator-dashboard/read-dashboard";
import { openTestDatabase } from "@/tests/support/database";
import { creator, NOW, storeCampaign } from "@/tests/support/stored-action";

const database = openTestDatabase();
/** Half of it has vested. */
const LEAF = {
  ...{ releaseType: ReleaseType.Linear, amount: 100n },
  ...{ startTime: NOW - 50n, cliffTime: NOW - 50n, endTime: NOW + 50n },
};

async function readClaimable() {
  await backfillUnlockSums(database.db);
  const services = { reads: database.db };
  const { rows } = await readTokenSums(services, { creator: creator.address, now: NOW });
  return readClaimableNow(services, { rows, now: NOW });
}

describe("readClaimableNow", () => {
  it("sums the campaigns that run, and those of a pause or a grace period apart", async () => {
    const { mint } = await storeCampaign(database.db, { leaves: [LEAF, { ...LEAF, amount: 20n }] });
    await storeCampaign(database.db, { leaves: [LEAF], paused: true });
    await storeCampaign(database.db, { leaves: [LEAF], cancelledAt: NOW - 1n });
    await storeCampaign(database.db, { leaves: [LEAF], cancelledAt: NOW - 604_800n });
    await storeCampaign(database.db, { leaves: [LEAF], verified: false });
    expect(await readClaimable()).toEqual(new Map([[mint, { running: 60n, inGrace: 49n, afterPause: 50n }]]));
  });

  it("returns null for campaigns with too many leaves to read", async () => {
    await storeCampaign(database.db, { leaves: [LEAF], leafCount: 10_001 });
    expect(await readClaimable()).toBeNull();
  });
});
