import { beforeAll, describe, expect, it } from "vitest";
import { storeEvents } from "@/db/queries/events/event-rows";
import { projectCampaigns } from "@/db/queries/events/projection";
import { readFigures } from "@/lib/service/pages/campaigns";
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
  });

  it("counts a campaign either as vesting or as claimable", async () => {
    expect(await readFigures()).toMatchObject({ campaigns: 3, locked: 1, claimable: 1 });
  });

  it("lists open campaigns only", async () => {
    const { open, openCount } = await readFigures();
    expect(open.map(({ metadata, status }) => [metadata?.name, status])).toEqual([
      ["Claimable", "claimable"],
      ["Vesting", "active"],
    ]);
    expect(openCount).toBe(2);
  });
});
