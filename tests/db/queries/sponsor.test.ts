import { expect, test } from "vitest";
import {
  QuotaUsed,
  reserveQuota,
  selectExpiredClaims,
  selectReserved,
  selectSponsorUse,
  settleClaim,
} from "@/db/queries/sponsor";
import { openTestDatabase } from "../../support/database";

const database = openTestDatabase();

const LIMITS = { walletClaims: 3, walletLamports: 100n, dayLamports: 1_000n };

const reservation = (wallet: string, day: number, lamports = 10n) => ({
  ...{ wallet, day, lamports, treeAddress: "tree", content: "content", createdAt: 0n },
  lastValidBlockHeight: 150n,
});

async function reserveAll(of: ReturnType<typeof reservation>[], limits = LIMITS) {
  const outcomes = await Promise.allSettled(of.map((each) => reserveQuota(database.db, each, limits)));
  const ids = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  return { ids, refusals };
}

test("concurrent reservations of one wallet stop at its number of claims and at its lamports", async () => {
  const { ids, refusals } = await reserveAll(Array.from({ length: 20 }, () => reservation("a", 1)));
  expect(ids).toHaveLength(3);
  expect(refusals.every((error) => error instanceof QuotaUsed && error.quota === "wallet")).toBe(true);
  expect(await selectSponsorUse(database.db, { day: 1, wallet: "a" })).toEqual({ claims: 3, lamports: 30n });
  const large = await reserveAll(Array.from({ length: 20 }, () => reservation("b", 1, 40n)));
  expect(large.ids).toHaveLength(2);
  expect((await reserveAll([reservation("c", 1, 101n)])).ids).toEqual([]);
});

test("concurrent reservations of many wallets stop at the day's lamports, and a refusal changes nothing", async () => {
  const wallets = Array.from({ length: 60 }, (_, at) => reservation(`w${at}`, 2, 50n));
  const { ids, refusals } = await reserveAll(wallets);
  expect(ids).toHaveLength(20);
  expect(refusals.every((error) => error instanceof QuotaUsed && error.quota === "day")).toBe(true);
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
  const settle = (id: number, outcome: "paid" | "released") => settleClaim(database.db, { id, outcome });
  await Promise.all(Array.from({ length: 5 }, () => settle(released, "released")));
  await settle(paid, "paid");
  await settle(paid, "released");
  expect(await selectSponsorUse(database.db, { day: 3, wallet: "r" })).toEqual({ claims: 2, lamports: 20n });
  expect(await selectSponsorUse(database.db, { day: 3 })).toEqual({ claims: 2, lamports: 20n });
  expect((await reserveAll([reservation("r", 3), reservation("r", 3)])).ids).toHaveLength(1);
  const open = await selectExpiredClaims(database.db, { blockHeight: 151n, limit: 1_000 });
  expect(open.map(({ id }) => id)).not.toContain(released);
  expect(await selectExpiredClaims(database.db, { blockHeight: 150n, limit: 1_000 })).toEqual([]);
});
