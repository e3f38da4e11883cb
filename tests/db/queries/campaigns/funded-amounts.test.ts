import { describe, expect, test } from "vitest";
import { selectFundedAmounts } from "@/db/queries/campaigns/funded-amounts";
import { eventTables } from "@/db/schema";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, addClaim, envelopeValues } from "@/tests/support/rows";

const database = openTestDatabase();
const U64_MAX = 2n ** 64n - 1n;

/** Stores a campaign with a supply of 1,000, and returns its row id. */
const store = async (over: Parameters<typeof addCampaign>[1]) =>
  (await addCampaign(database.db, { totalSupply: 1_000n, ...over })).id;
const getAmount = async (id: number) => (await selectFundedAmounts(database.db, [id])).get(id);

describe("selectFundedAmounts", () => {
  test.each([
    ["0 before the first read of the balance", {}, 0n],
    ["0 for a campaign that was never funded", { vaultBalance: 0n, vaultSlot: 1n }, 0n],
    ["the balance of a partly funded campaign", { vaultBalance: 400n, vaultSlot: 1n }, 400n],
    ["the balance and the claims", { vaultBalance: 300n, vaultSlot: 1n, totalClaimed: 100n }, 400n],
    ["the claims of a campaign without a balance", { totalClaimed: 1_000n }, 1_000n],
    ["at most the supply", { vaultBalance: 900n, vaultSlot: 1n, totalClaimed: 200n }, 1_000n],
    [
      "amounts of 64 bits",
      { totalSupply: U64_MAX, vaultBalance: U64_MAX - 1n, vaultSlot: 1n, totalClaimed: 1n },
      U64_MAX,
    ],
  ])("returns %s", async (_, over, amount) => {
    expect(await getAmount(await store(over))).toBe(amount);
  });

  test("counts a claim once if it is newer than the balance", async () => {
    const id = await store({ vaultBalance: 400n, vaultSlot: 0n, totalClaimed: 100n });
    await addClaim(database.db, { campaignId: id, beneficiary: "one", leafIndex: 0, amount: 100n });
    expect(await getAmount(id)).toBe(400n);
  });

  test("counts what returned to the creator, without a balance from before the end", async () => {
    const before = { vaultBalance: 400n, vaultSlot: 0n };
    const refunded = await store({ ...before, instantRefunded: true });
    const refund = { cancelledAt: 1n, refundedTo: "creator", amount: 400n };
    await database.db.insert(eventTables.instant_refunded).values({ ...envelopeValues(refunded), ...refund });
    const withdrawn = await store({ ...before, withdrawn: true, totalClaimed: 50n });
    await database.db.insert(eventTables.withdrawn).values({ ...envelopeValues(withdrawn), amount: 350n });
    const settled = await store({ ...before, settled: true, settledAmount: 100n, totalClaimed: 20n });
    const end = { cancelledAt: 1n, amountToBeneficiary: 100n, amountToCreator: 280n };
    await database.db.insert(eventTables.stream_cancelled).values({ ...envelopeValues(settled), ...end });
    const ids = [refunded, withdrawn, settled];
    expect(await selectFundedAmounts(database.db, ids)).toEqual(new Map(ids.map((id) => [id, 400n])));
  });
});
