import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { storeEvents } from "@/db/queries/events/event-rows";
import { campaigns, leaves, rootVersions } from "@/db/schema";
import { NATIVE_MINT, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import { isCreator, readActivity, readPortfolio } from "@/lib/service/pages/beneficiary";
import type { Prices } from "@/lib/service/prices/prices";
import { openTestDatabase } from "@/tests/support/database";
import { startServices } from "@/tests/support/http";
import { campaignValues, envelopeValues } from "@/tests/support/rows";

const NOW = 1_800_000_000n;
const COVERED = 500;

const database = openTestDatabase({ logQuery: () => queries++ });
let queries = 0;

beforeAll(() => {
  // A price provider that knows only SOL.
  const lookup: Prices["lookup"] = async (mints) => ({
    prices: Object.fromEntries(mints.map((mint) => [mint, mint === NATIVE_MINT ? 3 : null])),
    asOf: Number(NOW),
  });
  startServices({ db: database.db, chain: null, prices: { lookup }, now: () => NOW });
});

async function counted<T>(read: () => Promise<T>): Promise<{ answer: T; queries: number }> {
  const before = queries;
  const answer = await read();
  return { answer, queries: queries - before };
}

/** Stores campaigns of one cliff leaf and one event each; the first is the oldest. */
async function give(beneficiary: string, count: number, getLeaf: (index: number) => object = () => ({})) {
  const { db } = database;
  const values = Array.from({ length: count }, (_, index) =>
    campaignValues({
      mint: index % 2 === 0 ? NATIVE_MINT : WRAPPED_SOL_MINT,
      creator: beneficiary,
      createdAt: BigInt(index),
    }),
  );
  const ids = await db.insert(campaigns).values(values).returning({ id: campaigns.id });
  const version = { merkleRoot: "00".repeat(32), leafCount: 1, minCliffTime: 0n, version: 1, createdAt: 0n };
  const versions = await db
    .insert(rootVersions)
    .values(ids.map(({ id }) => ({ ...version, campaignId: id })))
    .returning({ id: rootVersions.id });
  const leaf = { leafIndex: 0, beneficiary, amount: 10n, releaseType: 0, startTime: 0n, proof: [] };
  await db.insert(leaves).values(
    versions.map(({ id }, index) => ({
      ...leaf,
      rootVersionId: id,
      cliffTime: 0n,
      endTime: 0n,
      ...getLeaf(index),
    })),
  );
  await storeEvents(db, { paused: ids.map(({ id }) => ({ ...envelopeValues(id), paused: true })) });
}

test("sums all campaigns of a portfolio and its unlocks by month on every page", async () => {
  const getCliff = (index: number) => NOW + BigInt(index - 50);
  await give("ann", 60, (index) => ({ cliffTime: getCliff(index), endTime: getCliff(index) }));
  const { answer: second, queries } = await counted(() => readPortfolio("ann", 2));
  expect(second.entries).toHaveLength(10);
  expect(second).toMatchObject({ covered: 60, total: 60 });
  const sums = second.progress.totals.map(({ mint, totalEntitled }) => [mint, totalEntitled]);
  expect(Object.fromEntries(sums)).toEqual({ [NATIVE_MINT]: "300", [WRAPPED_SOL_MINT]: "300" });
  const unlocks = second.unlocks.months.flatMap(({ amounts }) =>
    amounts.map(({ mint, amount }) => [mint, amount]),
  );
  expect(Object.fromEntries(unlocks)).toEqual({ [NATIVE_MINT]: 40n, [WRAPPED_SOL_MINT]: 50n });
  const { answer: first, queries: atFirst } = await counted(() => readPortfolio("ann", 1));
  expect(first.progress).toEqual(second.progress);
  expect([atFirst, queries]).toEqual([6, 6]);
});

test("sums the newest 500 campaigns and states so, while the pages continue", async () => {
  await give("ben", COVERED + 3);
  const last = await readPortfolio("ben", 11);
  expect(last).toMatchObject({ covered: COVERED, total: COVERED + 3 });
  expect(last.entries.map(({ campaign }) => campaign.createdAt)).toEqual(["2", "1", "0"]);
  const sum = last.progress.totals.reduce((total, { totalEntitled }) => total + BigInt(totalEntitled), 0n);
  expect(sum).toBe(10n * BigInt(COVERED));
});

test("sorts a portfolio by current value, and lists claimable amounts in that order", async () => {
  const { db } = database;
  const SOL = 1_000_000_000n;
  const amounts = [1n, 5n, 2n, 9n];
  // Campaigns with even numbers are in SOL, which has a price; the last one unlocks later.
  await give("fay", 4, (index) => ({
    amount: (amounts[index] ?? 0n) * SOL,
    ...(index === 3 && { cliffTime: NOW + 9n, endTime: NOW + 9n }),
  }));
  const rows = await db.select().from(campaigns).where(eq(campaigns.creator, "fay"));
  await db
    .update(campaigns)
    .set({ totalSupply: 100n * SOL, paused: false })
    .where(eq(campaigns.creator, "fay"));
  const byAge = rows.toSorted((a, b) => Number(a.createdAt - b.createdAt)).map((row) => row.treeAddress);
  const portfolio = await readPortfolio("fay", 1);
  const expected = [2, 0, 1, 3].map((index) => byAge[index]);
  expect(portfolio.entries.map(({ campaign }) => campaign.treeAddress)).toEqual(expected);
  expect(portfolio.claimable).toMatchObject({
    order: expected.slice(0, 3),
    prices: { [NATIVE_MINT]: 3, [WRAPPED_SOL_MINT]: null },
    uncovered: 0,
  });
  // The curve shows cents of priced tokens, or one mint's amounts, or money again for a mint that is not in
  // the portfolio.
  expect(portfolio.curve).toMatchObject({ chosen: null, total: 900n });
  const choices = [null, NATIVE_MINT, WRAPPED_SOL_MINT];
  expect(portfolio.curve.choices).toEqual(choices);
  const wrapped = await readPortfolio("fay", 1, { curveMint: WRAPPED_SOL_MINT });
  expect(wrapped.curve).toMatchObject({ chosen: WRAPPED_SOL_MINT, total: 14n * SOL });
  expect((await readPortfolio("fay", 1, { curveMint: "no mint of theirs" })).curve.chosen).toBeNull();
});

test("excludes a list that is not registered from claimable amounts, unlocks and curve, and counts it", async () => {
  const { db } = database;
  await give("kim", 2, (index) => (index === 0 ? {} : { cliffTime: NOW + 9n, endTime: NOW + 9n }));
  await db.update(campaigns).set({ paused: false }).where(eq(campaigns.creator, "kim"));
  const before = await readPortfolio("kim", 1);
  expect(before.claimable.order).toHaveLength(1);
  expect(before).toMatchObject({ unregistered: 0, unlocks: { months: [{}] } });
  await db
    .update(campaigns)
    .set({ merkleRoot: "0b".repeat(32) })
    .where(eq(campaigns.creator, "kim"));
  const after = await readPortfolio("kim", 1);
  expect(after).toMatchObject({
    ...{ unregistered: 2, claimable: { order: [] }, unlocks: { months: [], later: [] } },
    curve: { total: 0n, nextCliff: null },
  });
  expect(after.entries.map(({ progress }) => progress.claimable)).toEqual([0n, 0n]);
});

test("draws released milestones from their release with one more query", async () => {
  const { db } = database;
  await give("gil", 2, () => ({ releaseType: 2, milestoneIdx: 4, amount: 10n ** 10n }));
  const [row] = await db.select().from(campaigns).where(eq(campaigns.creator, "gil")).orderBy(campaigns.id);
  if (!row) throw new Error("It was given.");
  const release = { ...envelopeValues(row.id), milestoneIdx: 4, releasedBy: "gil", blockTime: NOW - 77n };
  await storeEvents(db, { milestone_released: [release] });
  await db
    .update(campaigns)
    .set({ releasedMilestones: [4] })
    .where(eq(campaigns.id, row.id));
  const { answer, queries } = await counted(() => readPortfolio("gil", 1));
  expect(queries).toBe(7);
  expect(answer.curve.groups.map(({ releasedAt }) => releasedAt)).toContain(NOW - 77n);
});

test("draws past claims as steps up to the claimed amount", async () => {
  const { db } = database;
  await give("hal", 1);
  const [row] = await db.select().from(campaigns).where(eq(campaigns.creator, "hal"));
  if (!row) throw new Error("It was given.");
  const claim = { beneficiary: "hal", leafIndex: 0, milestoneIdx: null, totalClaimedOverall: 7n };
  await storeEvents(db, {
    claimed: [
      { ...envelopeValues(row.id), ...claim, amount: 3n, totalClaimedByUser: 3n, blockTime: NOW - 20n },
      { ...envelopeValues(row.id), ...claim, amount: 4n, totalClaimedByUser: 7n, blockTime: NOW - 10n },
    ],
  });
  const { curve } = await readPortfolio("hal", 1, { curveMint: NATIVE_MINT });
  expect(curve).toMatchObject({ claimed: 7n, omitsOldClaims: false });
  expect(curve.claims).toEqual([
    { at: NOW - 20n, total: 3n },
    { at: NOW - 10n, total: 7n },
  ]);
});

test("reads the tokens of events along with the activity, for any number of campaigns", async () => {
  await give("cleo", 1);
  const one = await counted(() => readActivity("cleo"));
  await give("dan", 20);
  const many = await counted(() => readActivity("dan"));
  expect([one.answer?.events.length, many.answer?.events.length]).toEqual([1, 20]);
  expect(many.queries).toBe(one.queries);
  expect(new Set(many.answer?.events.map(({ token }) => token.unit))).toEqual(new Set(["SOL", "wSOL"]));
});

test("names the recipient of a settlement once the list of the settled root is registered", async () => {
  const { db } = database;
  await give("lou", 1);
  const [row] = await db.select().from(campaigns).where(eq(campaigns.creator, "lou"));
  if (!row) throw new Error("It was given.");
  const paid = { cancelledAt: 1n, amountToBeneficiary: 3n, amountToCreator: 7n };
  const unpaid = { ...paid, amountToBeneficiary: 0n };
  await storeEvents(db, {
    stream_cancelled: [paid, unpaid].map((data) => ({ ...envelopeValues(row.id), ...data })),
  });
  const settlements = async (address: string) =>
    (await readActivity(address, { types: ["stream_cancelled"] }))?.events
      .filter(({ isSettlement }) => isSettlement)
      .map(({ event }) => event.data);
  expect(await settlements("lou")).toMatchObject([{ amountToBeneficiary: "3" }]);
  await db
    .update(campaigns)
    .set({ merkleRoot: "0b".repeat(32) })
    .where(eq(campaigns.id, row.id));
  expect(await settlements("lou")).toEqual([]);
});

test("finds whether an address created a campaign", async () => {
  await give("max", 2);
  expect([await isCreator("max"), await isCreator("nobody")]).toEqual([true, false]);
});

test("filters the activity by kinds of events, and counts those only", async () => {
  await give("ida", 3);
  expect(await readActivity("ida", { types: ["paused"] })).toMatchObject({ total: 3 });
  expect(await readActivity("ida", { types: ["claimed", "cancelled"] })).toMatchObject({
    events: [],
    total: 0,
  });
});

test("filters the activity by token, and lists the tokens of all campaigns", async () => {
  await give("joe", 3);
  const found = await readActivity("joe", { mint: WRAPPED_SOL_MINT });
  expect(found?.total).toBe(1);
  expect(found?.events.map(({ token }) => token.unit)).toEqual(["wSOL"]);
  expect(found?.tokens.map(({ unit }) => unit)).toEqual(["SOL", "wSOL"]);
  expect(await readActivity("joe", { mint: "another", types: ["paused"] })).toMatchObject({ total: 0 });
});

test("pages through the activity to the end and back, and rejects a foreign cursor", async () => {
  await give("eve", 60);
  const slots = async (cursor?: string | null) => {
    const page = await readActivity("eve", { cursor: cursor ?? undefined });
    return { ...page, signatures: page?.events.map(({ event }) => event.signature) ?? [] };
  };
  const first = await slots();
  const second = await slots(first.nextCursor);
  const third = await slots(second.nextCursor);
  const all = [first, second, third].flatMap(({ signatures }) => signatures);
  expect([all.length, new Set(all).size]).toEqual([60, 60]);
  expect([first.previousCursor, third.nextCursor]).toEqual([null, null]);
  expect((await slots(third.previousCursor)).signatures).toEqual(second.signatures);
  expect((await slots(second.previousCursor)).signatures).toEqual(first.signatures);
  expect(await readActivity("eve", { cursor: "none-of-ours" })).toBeNull();
});
