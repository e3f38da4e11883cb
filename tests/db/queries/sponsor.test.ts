import { expect, test } from "vitest";
import {
  reserveQuota,
  SponsorQuotaExceededError,
  selectExpiredClaims,
  selectFirstExpiry,
  selectOpenClaim,
  selectReserved,
  selectSponsorUse,
  settleSponsoredClaims,
  storeSponsored,
} from "@/db/queries/sponsor";
import { claimEvents } from "@/db/schema";
import { openTestDatabase } from "../../support/database";
import { addCampaign, envelopeValues } from "../../support/rows";

const database = openTestDatabase();

const LIMITS = { walletClaims: 3, walletLamports: 100n, dayLamports: 1_000n };

const reservation = (wallet: string, day: number, lamports = 10n) => ({
  ...{ wallet, day, lamports, treeAddress: "tree", content: "content", createdAt: 0n },
  lastValidBlockHeight: 150n,
});

async function reserveAll(input: ReturnType<typeof reservation>[], limits = LIMITS) {
  const outcomes = await Promise.allSettled(input.map((each) => reserveQuota(database.db, each, limits)));
  const ids = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  return { ids, refusals };
}

test("concurrent reservations of one wallet stop at its number of claims and at its lamports", async () => {
  const { ids, refusals } = await reserveAll(Array.from({ length: 20 }, () => reservation("a", 1)));
  expect(ids).toHaveLength(3);
  expect(
    refusals.every((error) => error instanceof SponsorQuotaExceededError && error.quota === "wallet"),
  ).toBe(true);
  expect(await selectSponsorUse(database.db, { day: 1, wallet: "a" })).toEqual({ claims: 3, lamports: 30n });
  const large = await reserveAll(Array.from({ length: 20 }, () => reservation("b", 1, 40n)));
  expect(large.ids).toHaveLength(2);
  expect((await reserveAll([reservation("c", 1, 101n)])).ids).toEqual([]);
});

test("concurrent reservations of many wallets stop at the day's lamports, and a refusal changes nothing", async () => {
  const wallets = Array.from({ length: 60 }, (_, at) => reservation(`w${at}`, 2, 50n));
  const { ids, refusals } = await reserveAll(wallets);
  expect(ids).toHaveLength(20);
  expect(refusals.every((error) => error instanceof SponsorQuotaExceededError && error.quota === "day")).toBe(
    true,
  );
  expect(await selectSponsorUse(database.db, { day: 2 })).toEqual({ claims: 20, lamports: 1_000n });
  const uses = await Promise.all(
    wallets.map(({ wallet }) => selectSponsorUse(database.db, { day: 2, wallet })),
  );
  expect(uses.filter(({ claims }) => claims > 0)).toHaveLength(20);
});

test("a reservation is released once, to the day that it belongs to, and makes room", async () => {
  const before = await selectReserved(database.db);
  const { ids } = await reserveAll(Array.from({ length: 3 }, () => reservation("r", 3)));
  expect((await selectReserved(database.db)) - before).toBe(30n);
  const [released = 0, paid = 0] = ids;
  const release = (id: number) => settleSponsoredClaims(database.db, { paid: [], released: [id] });
  await Promise.all(Array.from({ length: 5 }, () => release(released)));
  await settleSponsoredClaims(database.db, { paid: [paid], released: [] });
  await release(paid);
  expect(await selectSponsorUse(database.db, { day: 3, wallet: "r" })).toEqual({ claims: 2, lamports: 20n });
  expect(await selectSponsorUse(database.db, { day: 3 })).toEqual({ claims: 2, lamports: 20n });
  expect((await reserveAll([reservation("r", 3), reservation("r", 3)])).ids).toHaveLength(1);
  expect(await selectFirstExpiry(database.db)).toBe(150n);
  const open = await selectExpiredClaims(database.db, { blockHeight: 151n, limit: 1_000 });
  expect(open.map(({ id }) => id)).not.toContain(released);
  expect(await selectExpiredClaims(database.db, { blockHeight: 150n, limit: 1_000 })).toEqual([]);
});

test("a batch of many wallets and days ends in one statement, beside reservations and other batches", async () => {
  const limits = { walletClaims: 1_000, walletLamports: 10_000n, dayLamports: 100_000n };
  const wallets = Array.from({ length: 10 }, (_, at) => `batch${at}`);
  const { ids } = await reserveAll(
    wallets.flatMap((wallet) =>
      [4, 5].flatMap((day) => Array.from({ length: 5 }, () => reservation(wallet, day))),
    ),
    limits,
  );
  expect(ids).toHaveLength(100);
  const [paid, released] = [ids.slice(0, 20), ids.slice(20)];
  const batches = [released, released.toReversed(), released.slice(0, 40), released.slice(30)].map((batch) =>
    settleSponsoredClaims(database.db, { paid, released: batch }),
  );
  const further = reserveAll(
    wallets.map((wallet) => reservation(wallet, 4)),
    limits,
  );
  await Promise.all(batches);
  // Another batch may have locked rows that a batch skipped, and then ends them itself.
  await settleSponsoredClaims(database.db, { paid, released });
  expect((await further).ids).toHaveLength(10);
  const uses = await Promise.all([4, 5].map((day) => selectSponsorUse(database.db, { day })));
  expect(uses.reduce((sum, { claims }) => sum + claims, 0)).toBe(20 + 10);
  expect(uses.reduce((sum, { lamports }) => sum + lamports, 0n)).toBe(300n);
  const ofWallets = await Promise.all(
    wallets.flatMap((wallet) => [4, 5].map((day) => selectSponsorUse(database.db, { day, wallet }))),
  );
  expect(ofWallets.reduce((sum, { claims }) => sum + claims, 0)).toBe(30);
});

test("a signed claim is found by its content or without one, until it is indexed", async () => {
  const { ids } = await reserveAll([reservation("signed", 7)]);
  const find = (content?: string) =>
    selectOpenClaim(database.db, {
      ...{ wallet: "signed", treeAddress: "tree", aliveAt: 149n },
      ...(content !== undefined && { content }),
    });
  expect(await find()).toBeNull();
  await storeSponsored(database.db, { id: ids[0] ?? 0, signature: "of signed", transaction: "bytes" });
  expect(await find()).toMatchObject({ transaction: "bytes" });
  expect(await find("content")).toMatchObject({ transaction: "bytes" });
  expect(await find("other")).toBeNull();
  const { id: campaignId } = await addCampaign(database.db, { treeAddress: "landed" });
  await database.db.insert(claimEvents).values({
    ...{ ...envelopeValues(campaignId), signature: "of signed", beneficiary: "signed", leafIndex: 0 },
    ...{ amount: 5n, totalClaimedByUser: 5n, totalClaimedOverall: 5n },
  });
  expect(await find()).toBeNull();
});

test("an expired reservation comes with the indexed claims of its wallet", async () => {
  const { ids } = await reserveAll([{ ...reservation("reader", 6), lastValidBlockHeight: 9n }]);
  const [id = 0] = ids;
  await storeSponsored(database.db, { id, signature: "sponsored", transaction: "bytes" });
  const select = async () =>
    (await selectExpiredClaims(database.db, { blockHeight: 10n, limit: 5 })).find((claim) => claim.id === id);
  expect(await select()).toMatchObject({
    isIndexed: false,
    indexedTotals: [],
    signature: "sponsored",
    day: 6,
  });
  const { id: campaignId } = await addCampaign(database.db, { treeAddress: "tree" });
  const claim = (signature: string, totalClaimedByUser: bigint, beneficiary = "reader") =>
    database.db.insert(claimEvents).values({
      ...{ ...envelopeValues(campaignId), signature, beneficiary, totalClaimedByUser },
      ...{ leafIndex: 0, amount: 5n, totalClaimedOverall: totalClaimedByUser },
    });
  await claim("own", 2n ** 64n - 1n);
  await claim("foreign", 3n, "other");
  expect(await select()).toMatchObject({ isIndexed: false, indexedTotals: [2n ** 64n - 1n] });
  await claim("sponsored", 5n);
  expect(await select()).toMatchObject({ isIndexed: true });
});
