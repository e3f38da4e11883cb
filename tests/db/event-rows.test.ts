import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { recountEvents } from "@/db/queries/event-counters";
import { countEventsBySignature, type NewEvents, removeEvents, storeEvents } from "@/db/queries/event-rows";
import { campaigns, claimEvents } from "@/db/schema";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addCampaign, addRootVersion, envelopeValues } from "../support/rows";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const store = (db: Database, events: NewEvents) => db.transaction((tx) => storeEvents(tx, events));

async function projection(db: Database, id: number) {
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  if (!row) throw new Error("The campaign is gone");
  const { paused, cancelledAt, totalClaimed, instantRefunded, settled, releasedMilestones } = row;
  const { merkleRoot, leafCount, eventCount, claimCount, uniqueClaimers } = row;
  return {
    ...{ paused, cancelledAt, totalClaimed, instantRefunded, settled, releasedMilestones },
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

/** One event of a made-up history; its position in the list is its place on the ledger. */
type Step =
  | { type: "claimed"; beneficiary: string; amount: bigint }
  | { type: "cancelled" | "stream_cancelled" | "instant_refunded" | "withdrawn" }
  | { type: "paused"; paused: boolean }
  | { type: "root_updated"; root: string; count: number }
  | { type: "milestone_released"; milestoneIdx: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("claimed" as const),
      beneficiary: fc.constantFrom("a", "b", "c"),
      amount: fc.bigInt({ min: 0n, max: 2n ** 61n }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom(
        "cancelled" as const,
        "stream_cancelled" as const,
        "instant_refunded" as const,
        "withdrawn" as const,
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("paused" as const), paused: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("root_updated" as const),
      root: fc.constantFrom("aa", "bb", "cc"),
      count: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("milestone_released" as const),
      milestoneIdx: fc.integer({ min: 0, max: 255 }),
    }),
  },
);

const history = fc.array(fc.record({ step, newSlot: fc.boolean(), newTransaction: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
});

type Placed = { at: ReturnType<typeof envelopeValues> & { txIndex: number }; step: Step };

let run = 0;

/** Places a history on the ledger: several events a transaction, several transactions a slot. */
function place(
  campaignId: number,
  steps: { step: Step; newSlot: boolean; newTransaction: boolean }[],
): Placed[] {
  run += 1;
  let [slot, txIndex, eventIndex] = [100, 0, -1];
  return steps.map(({ step: placed, newSlot, newTransaction }) => {
    if (newSlot) [slot, txIndex, eventIndex] = [slot + 1, 0, 0];
    else if (newTransaction) [txIndex, eventIndex] = [txIndex + 1, 0];
    else eventIndex += 1;
    const at = { campaignId, signature: `run-${run}-${slot}-${txIndex}`, eventIndex, txIndex };
    return { at: { ...at, slot: BigInt(slot), blockTime: BigInt(slot) }, step: placed };
  });
}

function rowsOf(placed: Placed[], totals: Map<Placed, bigint>): NewEvents {
  const of = <T extends Step["type"]>(type: T) =>
    placed.flatMap((event) =>
      event.step.type === type ? [{ event, step: event.step as Extract<Step, { type: T }> }] : [],
    );
  return {
    claimed: of("claimed").map(({ event, step: { beneficiary, amount } }) => ({
      ...event.at,
      beneficiary,
      amount,
      leafIndex: 0,
      totalClaimedByUser: amount,
      totalClaimedOverall: totals.get(event) ?? 0n,
    })),
    cancelled: of("cancelled").map(({ event: { at } }) => ({
      ...at,
      cancelledAt: at.slot,
      claimedAtCancel: 0n,
    })),
    paused: of("paused").map(({ event: { at }, step: { paused } }) => ({ ...at, paused })),
    root_updated: of("root_updated").map(({ event: { at }, step: { root, count } }) => ({
      ...at,
      oldRoot: "00",
      newRoot: root,
      newLeafCount: count,
    })),
    withdrawn: of("withdrawn").map(({ event: { at } }) => ({ ...at, amount: 1n })),
    milestone_released: of("milestone_released").map(({ event: { at }, step: { milestoneIdx } }) => ({
      ...at,
      milestoneIdx,
      releasedBy: "creator",
    })),
    stream_cancelled: of("stream_cancelled").map(({ event: { at } }) => ({
      ...at,
      cancelledAt: at.slot,
      amountToBeneficiary: 1n,
      amountToCreator: 1n,
    })),
    instant_refunded: of("instant_refunded").map(({ event: { at } }) => ({
      ...at,
      cancelledAt: at.slot,
      refundedTo: "creator",
      amount: 1n,
    })),
  };
}

/** The running total that the ledger would have logged with each claim. */
function runningTotals(placed: Placed[]): Map<Placed, bigint> {
  const totals = new Map<Placed, bigint>();
  let total = 0n;
  for (const event of placed) {
    if (event.step.type !== "claimed") continue;
    total += event.step.amount;
    totals.set(event, total);
  }
  return totals;
}

/** What the ledger account would say after a history, one event after the other. */
function replay(placed: Placed[], totals: Map<Placed, bigint>) {
  const state = {
    paused: false,
    cancelledAt: null as bigint | null,
    totalClaimed: 0n,
    instantRefunded: false,
    settled: false,
    merkleRoot: "00",
    leafCount: 1,
  };
  const milestones = new Set<number>();
  const claimers = new Set<string>();
  for (const event of placed) {
    const current = event.step;
    if (current.type === "claimed") {
      state.totalClaimed = totals.get(event) ?? 0n;
      claimers.add(current.beneficiary);
    }
    if (current.type === "paused") state.paused = current.paused;
    if (current.type === "cancelled") state.paused = false;
    if (["cancelled", "stream_cancelled", "instant_refunded"].includes(current.type)) {
      state.cancelledAt = event.at.slot;
    }
    if (current.type === "stream_cancelled") state.settled = true;
    if (current.type === "instant_refunded") state.instantRefunded = true;
    if (current.type === "root_updated") {
      state.merkleRoot = current.root;
      state.leafCount = current.count;
    }
    if (current.type === "milestone_released") milestones.add(current.milestoneIdx);
  }
  return {
    ...state,
    releasedMilestones: [...milestones].sort((a, b) => a - b),
    eventCount: placed.length,
    claimCount: placed.filter((event) => event.step.type === "claimed").length,
    uniqueClaimers: claimers.size,
  };
}

async function newCampaign(db: Database) {
  const { id } = await addCampaign(db, { merkleRoot: "00" });
  await addRootVersion(db, { campaignId: id, merkleRoot: "00" });
  return id;
}

test("events in any order, split and repeated give what the ledger says", async () => {
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
      const placed = place(id, steps);
      const totals = runningTotals(placed);
      const arrival = order.flatMap((index) => placed[index] ?? []);
      await store(db, rowsOf(arrival.slice(0, cut), totals));
      await store(db, rowsOf(arrival.slice(Math.max(cut - 2, 0)), totals));
      expect(await projection(db, id)).toEqual(replay(placed, totals));
      await db.transaction((tx) => recountEvents(tx, [id]));
      expect(await projection(db, id)).toEqual(replay(placed, totals));
    }),
    { numRuns: 25 },
  );
});

test("removing transactions leaves what the others say", async () => {
  const { db } = database;
  await fc.assert(
    fc.asyncProperty(history, fc.infiniteStream(fc.boolean()), async (steps, drops) => {
      const id = await newCampaign(db);
      const placed = place(id, steps);
      const totals = runningTotals(placed);
      await store(db, rowsOf(placed, totals));
      const signatures = [...new Set(placed.map((event) => event.at.signature))];
      const dropped = new Set(signatures.filter(() => drops.next().value));
      await db.transaction((tx) => removeEvents(tx, [...dropped]));
      const kept = placed.filter((event) => !dropped.has(event.at.signature));
      expect(await projection(db, id)).toEqual(replay(kept, totals));
    }),
    { numRuns: 20 },
  );
});

test("a repeated event is a no-op, answers nothing, and takes a position that was unknown", async () => {
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

test("a transaction that landed again in another slot moves there", async () => {
  const { db } = database;
  const id = await newCampaign(db);
  const row = claim(id, { totalClaimedOverall: 5n });
  await store(db, { claimed: [row] });
  expect(await store(db, { claimed: [{ ...row, slot: row.slot + 9n, totalClaimedOverall: 6n }] })).toEqual(
    [],
  );
  expect(await projection(db, id)).toMatchObject({ totalClaimed: 6n, claimCount: 1, uniqueClaimers: 1 });
});

test("claims of one slot whose order is unknown give the largest total, beyond 2^63 too", async () => {
  const { db } = database;
  const id = await newCampaign(db);
  const slot = 2n ** 40n;
  const totals = [3n, 2n ** 64n - 1n, 2n ** 63n - 1n];
  await store(db, {
    claimed: totals.map((totalClaimedOverall) => claim(id, { slot, totalClaimedOverall })),
  });
  expect((await projection(db, id)).totalClaimed).toBe(2n ** 64n - 1n);
});

test("a rotation registered before its event is indexed stays the current root until the event", async () => {
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
  await store(db, { root_updated: [rotated("00", "01", 100n)] });
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

test("concurrent batches over the same campaigns neither deadlock nor miscount", async () => {
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
