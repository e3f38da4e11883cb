import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { selectSortedLeaves } from "@/db/queries/campaigns/leaves";
import { selectClaims, selectClaimsByAmount, selectClaimsFromOldest } from "@/db/queries/events/claims";
import { storeEvents } from "@/db/queries/events/event-rows";
import { campaigns, leaves } from "@/db/schema";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, addRootVersion, envelopeValues } from "@/tests/support/rows";

const database = openTestDatabase();
const U64_MAX = 2n ** 64n - 1n;

/** Stores a campaign of random allocations. Each has as many claims as the last digit of its index. */
async function getCampaign(amounts: readonly bigint[]) {
  const { db } = database;
  const { id: campaignId } = await addCampaign(db, { leafCount: amounts.length });
  const version = await addRootVersion(db, { campaignId, leafCount: amounts.length });
  const schedule = { releaseType: 0, startTime: 0n, cliffTime: 0n, endTime: 0n, proof: [] };
  await db.insert(leaves).values(
    amounts.map((amount, leafIndex) => ({
      ...schedule,
      rootVersionId: version.id,
      leafIndex,
      beneficiary: `of ${leafIndex}`,
      amount,
    })),
  );
  const claimed = amounts.flatMap((amount, leafIndex) =>
    Array.from({ length: leafIndex % 3 }, () => ({
      ...{ ...envelopeValues(campaignId), beneficiary: `of ${leafIndex}`, leafIndex, amount },
      ...{ totalClaimedByUser: amount, totalClaimedOverall: amount },
    })),
  );
  await storeEvents(db, { claimed });
  return { campaignId, claims: claimed.length };
}

const drawn =
  fc.sample(fc.array(fc.constantFrom(0n, 1n, 5n, 2n ** 63n, U64_MAX), { minLength: 30, maxLength: 30 }), {
    numRuns: 1,
    seed: 3,
  })[0] ?? [];

const pages = async <Row>(read: (page: number) => Promise<readonly Row[]>) => {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const found = await read(page);
    rows.push(...found);
    if (found.length === 0) return rows;
  }
};
const compare = (a: bigint, b: bigint) => Number(a > b) - Number(a < b);

test.each(["asc", "desc"] as const)("sorts recipients by allocation and by claims, %s", async (order) => {
  const { campaignId } = await getCampaign(drawn);
  const sign = order === "asc" ? 1 : -1;
  for (const sort of ["allocated", "claimed", "index"] as const) {
    const rows = await pages(async (page) => {
      const found = await selectSortedLeaves(database.db, {
        campaignRowId: campaignId,
        sort,
        order,
        page,
        limit: 7,
      });
      return found?.leaves ?? [];
    });
    const expected = drawn
      .map((amount, index) => ({ index, amount, paid: amount * BigInt(index % 3) }))
      .sort((a, b) => {
        const by = {
          allocated: compare(a.amount, b.amount),
          claimed: compare(a.paid, b.paid),
          index: a.index - b.index,
        };
        return by[sort] * sign || a.index - b.index;
      });
    expect(rows.map(({ leafIndex }) => leafIndex)).toEqual(expected.map(({ index }) => index));
  }
});

test.each(["asc", "desc"] as const)("sorts claims by their amount, %s", async (order) => {
  const { campaignId, claims } = await getCampaign(drawn);
  const rows = await pages(async (page) => {
    const found = await selectClaimsByAmount(database.db, {
      campaignRowId: campaignId,
      order,
      page,
      limit: 7,
    });
    expect(found.total).toBe(claims);
    return found.claims;
  });
  expect(new Set(rows.map(({ id }) => id)).size).toBe(claims);
  const amounts = rows.map(({ amount }) => BigInt(amount));
  expect(amounts).toEqual([...amounts].sort((a, b) => compare(a, b) * (order === "asc" ? 1 : -1)));
});

test("returns claims in ascending order as the reverse of the descending order, in both directions", async () => {
  const { campaignId, claims } = await getCampaign(drawn);
  const at = { campaignRowId: campaignId, limit: 7 };
  const newest = await selectClaims(database.db, { ...at, limit: 100 });
  const expected = newest.claims.map(({ id }) => id).reverse();
  const seen: number[][] = [];
  let page = await selectClaimsFromOldest(database.db, at);
  expect(page).toMatchObject({ previousCursor: null, total: claims });
  for (;;) {
    seen.push(page.claims.map(({ id }) => id));
    if (page.nextCursor === null) break;
    page = await selectClaimsFromOldest(database.db, { ...at, cursor: page.nextCursor });
  }
  expect(seen.flat()).toEqual(expected);
  for (const earlier of seen.slice(0, -1).reverse()) {
    page = await selectClaimsFromOldest(database.db, { ...at, cursor: page.previousCursor ?? "" });
    expect(page.claims.map(({ id }) => id)).toEqual(earlier);
  }
});

test("does not sort lists of more than 1,000", async () => {
  const { db } = database;
  const { campaignId } = await getCampaign([1n, 2n]);
  const at = { campaignRowId: campaignId, order: "asc", page: 1, limit: 5 } as const;
  await db.update(campaigns).set({ claimCount: 1_001 }).where(eq(campaigns.id, campaignId));
  await expect(selectClaimsByAmount(db, at)).rejects.toMatchObject({ name: "ListRefusedError" });
  const { id } = await addCampaign(db);
  await addRootVersion(db, { campaignId: id, leafCount: 1_001 });
  await expect(selectSortedLeaves(db, { ...at, campaignRowId: id, sort: "allocated" })).rejects.toMatchObject(
    { name: "ListRefusedError" },
  );
});
