import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Database } from "@/db/client";
import { recountEvents } from "@/db/queries/events/event-counters";
import { type NewEvents, storeEvents } from "@/db/queries/events/event-rows";
import { countEventsBySignature, removeEvents } from "@/db/queries/events/stored-events";
import { upsertAccountSnapshot } from "@/db/queries/indexing/campaign-checks";
import { campaigns, claimEvents } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, addRootVersion, envelopeValues } from "@/tests/support/rows";
import { history, position, replay, runningTotals, toRows } from "./event-history";

const database = openTestDatabase();

const store = (db: Database, events: NewEvents) => db.transaction((tx) => storeEvents(tx, events));

async function projection(db: Database, id: number) {
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  if (!row) throw new Error("The campaign is gone");
  const { paused, cancelledAt, totalClaimed, instantRefunded, settled, releasedMilestones } = row;
  const { settledAmount, withdrawn } = row;
  const { merkleRoot, leafCount, eventCount, claimCount, uniqueClaimers } = row;
  return {
    ...{ paused, cancelledAt, totalClaimed, instantRefunded, settled, releasedMilestones },
    ...{ settledAmount, withdrawn },
    ...{ merkleRoot, leafCount, eventCount, claimCount, uniqueClaimers },
  };
}

const claim = (campaignId: number, over: Partial<typeof claimEvents.$inferInsert> = {}) => ({
  ...envelopeValues(campaignId),
  beneficiary: "a",
  leafIndex: 0,
  amount: 1n,
  totalClaimedByUser: 1n,
  totalClaimedOverall: 1n,
  ...over,
});

async function newCampaign(db: Database) {
  const { id } = await addCampaign(db, { merkleRoot: "00" });
  await addRootVersion(db, { campaignId: id, merkleRoot: "00" });
  return id;
}

test("stores events in any order, split and repeated, as the network states them", LONG, async () => {
  const { db } = database;
  const plan = history.chain((steps) =>
    fc.record({
      steps: fc.constant(steps),
      order: fc.shuffledSubarray(
        steps.map((_, index) => index),
        { minLength: steps.length },
      ),
      cut: fc.nat(steps.length),
    }),
  );
  await fc.assert(
    fc.asyncProperty(plan, async ({ steps, order, cut }) => {
      const id = await newCampaign(db);
      const placed = position(id, steps);
      const totals = runningTotals(placed);
      const shuffled = order.flatMap((index) => placed[index] ?? []);
      await store(db, toRows(shuffled.slice(0, cut), totals));
      await store(db, toRows(shuffled.slice(Math.max(cut - 2, 0)), totals));
      expect(await projection(db, id)).toEqual(replay(placed, totals));
      await db.transaction((tx) => recountEvents(tx, [id]));
      expect(await projection(db, id)).toEqual(replay(placed, totals));
    }),
    { numRuns: caseCount(25) },
  );
});

test("stores events one by one in any order as the network states them", LONG, async () => {
  const { db } = database;
  const plan = history.chain((steps) =>
    fc.tuple(fc.constant(steps), fc.shuffledSubarray([...steps.keys()], { minLength: steps.length })),
  );
  await fc.assert(
    fc.asyncProperty(plan, async ([steps, order]) => {
      const id = await newCampaign(db);
      const placed = position(id, steps);
      const totals = runningTotals(placed);
      for (const index of order) await store(db, toRows(placed.slice(index, index + 1), totals));
      expect(await projection(db, id)).toEqual(replay(placed, totals));
    }),
    { numRuns: caseCount(25) },
  );
});

test("repairs with a repeated claim a campaign whose columns differ from its events", async () => {
  const { db } = database;
  const id = await newCampaign(db);
  const row = claim(id, { totalClaimedOverall: 5n });
  await store(db, { claimed: [row], paused: [{ ...envelopeValues(id), paused: true }] });
  const before = await projection(db, id);
  await db.update(campaigns).set({ paused: false, totalClaimed: 1n }).where(eq(campaigns.id, id));
  await store(db, { claimed: [row] });
  expect(await projection(db, id)).toEqual(before);
});

test("keeps the state of the other transactions when transactions are removed", async () => {
  const { db } = database;
  await fc.assert(
    fc.asyncProperty(history, fc.infiniteStream(fc.boolean()), async (steps, drops) => {
      const id = await newCampaign(db);
      const placed = position(id, steps);
      const totals = runningTotals(placed);
      await store(db, toRows(placed, totals));
      const signatures = [...new Set(placed.map((event) => event.at.signature))];
      const dropped = new Set(signatures.filter(() => drops.next().value));
      await db.transaction((tx) => removeEvents(tx, [...dropped]));
      const cached = placed.filter((event) => !dropped.has(event.at.signature));
      expect(await projection(db, id)).toEqual(replay(cached, totals));
    }),
    { numRuns: caseCount(20) },
  );
});

test("ignores a repeated event, returns nothing for it, and fills in an unknown position", async () => {
  const { db } = database;
  const id = await newCampaign(db);
  const row = claim(id);
  const stored = { type: "claimed", campaignRowId: id, signature: row.signature, eventIndex: 0 };
  expect(await store(db, { claimed: [row, row] })).toEqual([stored]);
  const before = await projection(db, id);
  expect(await store(db, { claimed: [row] })).toEqual([]);
  expect(await store(db, { claimed: [{ ...row, txIndex: 7 }] })).toEqual([]);
  expect(await store(db, { claimed: [row] })).toEqual([]);
  expect(await projection(db, id)).toEqual(before);
  const rows = await db
    .select({ txIndex: claimEvents.txIndex })
    .from(claimEvents)
    .where(eq(claimEvents.campaignId, id));
  expect(rows).toEqual([{ txIndex: 7 }]);
  expect(await countEventsBySignature(db, [row.signature, "unknown"])).toEqual(new Map([[row.signature, 1]]));
});

test("stores any number of events, each once", async () => {
  const { db } = database;
  const id = await newCampaign(db);
  const at = envelopeValues(id);
  const paused = Array.from({ length: 2_001 }, (_, eventIndex) => ({ ...at, eventIndex, paused: true }));
  expect(await store(db, { paused })).toHaveLength(2_001);
  expect(await countEventsBySignature(db, [at.signature])).toEqual(new Map([[at.signature, 2_001]]));
});

test("moves a transaction that landed again in another slot", async () => {
  const { db } = database;
  const id = await newCampaign(db);
  const row = claim(id, { totalClaimedOverall: 5n });
  await store(db, { claimed: [row] });
  expect(await store(db, { claimed: [{ ...row, slot: row.slot + 9n, totalClaimedOverall: 6n }] })).toEqual(
    [],
  );
  expect(await projection(db, id)).toMatchObject({ totalClaimed: 6n, claimCount: 1, uniqueClaimers: 1 });
});

test("uses the largest total of claims of one slot with unknown order, also beyond 2^63", async () => {
  const { db } = database;
  const id = await newCampaign(db);
  const slot = 2n ** 40n;
  const totals = [3n, 2n ** 64n - 1n, 2n ** 63n - 1n];
  await store(db, {
    claimed: totals.map((totalClaimedOverall) => claim(id, { slot, totalClaimedOverall })),
  });
  expect((await projection(db, id)).totalClaimed).toBe(2n ** 64n - 1n);
});

test("keeps a rotation registered before its event as the current root until the event is indexed", async () => {
  const { db } = database;
  const id = await newCampaign(db);
  const rotated = (oldRoot: string, newRoot: string, time: bigint) => ({
    ...envelopeValues(id),
    blockTime: time,
    oldRoot,
    newRoot,
    newLeafCount: 4,
  });
  await addRootVersion(db, { campaignId: id, version: 2, merkleRoot: "02", createdAt: 200n });
  // In the same second, so that the clock does not decide the order.
  await store(db, { root_updated: [rotated("00", "01", 200n)] });
  expect((await projection(db, id)).merkleRoot).toBe("02");
  await store(db, { root_updated: [rotated("01", "02", 190n)] });
  expect((await projection(db, id)).merkleRoot).toBe("02");
  await store(db, { root_updated: [rotated("02", "03", 195n)] });
  expect((await projection(db, id)).merkleRoot).toBe("03");
  await addRootVersion(db, { campaignId: id, version: 3, merkleRoot: "03", createdAt: 201n });
  await addRootVersion(db, { campaignId: id, version: 4, merkleRoot: "04", createdAt: 202n });
  await store(db, { paused: [{ ...envelopeValues(id), blockTime: 210n, paused: false }] });
  expect((await projection(db, id)).merkleRoot).toBe("04");
});

test("places an account read after lost events after all of its slot, and before later events", async () => {
  const { db } = database;
  const { id, treeAddress } = await addCampaign(db, { merkleRoot: "00" });
  const events = (slot: bigint, newRoot: string, paused: boolean) => {
    const at = { ...envelopeValues(id), slot, txIndex: 3 };
    const rotated = { ...at, oldRoot: "00", newRoot, newLeafCount: 4 };
    return store(db, { paused: [{ ...at, paused }], root_updated: [rotated] });
  };
  await events(50n, "01", true);
  const account = { merkleRoot: "02", leafCount: 5, totalClaimed: 9n, cancelledAt: null, paused: false };
  const rest = { instantRefunded: false, releasedMilestones: [1] };
  await db.transaction((tx) =>
    upsertAccountSnapshot(tx, id, { treeAddress, slot: 50n, ...account, ...rest }),
  );
  expect(await projection(db, id)).toMatchObject({ ...account, ...rest });
  await events(51n, "03", true);
  expect(await projection(db, id)).toMatchObject({
    ...account,
    merkleRoot: "03",
    leafCount: 4,
    paused: true,
  });
});

test("neither deadlocks nor miscounts with concurrent batches over the same campaigns", async () => {
  const { db } = database;
  const ids = [await newCampaign(db), await newCampaign(db), await newCampaign(db)];
  const batches = Array.from({ length: 10 }, (_, batch) =>
    [...ids, ...ids]
      .slice(batch % 3, (batch % 3) + 3)
      .map((id) => claim(id, { beneficiary: `b${batch % 4}` })),
  );
  await Promise.all(batches.map((claimed) => store(db, { claimed })));
  const states = await Promise.all(ids.map((id) => projection(db, id)));
  expect(states.map((state) => [state.claimCount, state.uniqueClaimers])).toEqual([
    [10, 4],
    [10, 4],
    [10, 4],
  ]);
});
