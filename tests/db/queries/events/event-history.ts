import fc from "fast-check";
import type { NewEvents } from "@/db/queries/events/event-rows";
import type { envelopeValues } from "@/tests/support/rows";

/** One event of an invented history; its position in the list is its position on the network. */
type Step =
  | { type: "claimed"; beneficiary: string; amount: bigint }
  | { type: "cancelled" | "stream_cancelled" | "instant_refunded" | "withdrawn" }
  | { type: "paused"; paused: boolean }
  | { type: "root_updated"; root: string; count: number }
  | { type: "milestone_released"; milestoneIdx: number };

/** The amount that a cancelled stream pays to its beneficiary in these histories. */
const SETTLED = 1n;

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

/** Events in network order, each in the slot and transaction of the previous event or in a new one. */
export const history = fc.array(fc.record({ step, newSlot: fc.boolean(), newTransaction: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
});

type Placed = { at: ReturnType<typeof envelopeValues> & { txIndex: number }; step: Step };

let run = 0;

/** Assigns positions to a history: several events per transaction, several transactions per slot. */
export function position(
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

/** Returns the rows that the indexer would store for placed events. */
export function toRows(placed: Placed[], totals: Map<Placed, bigint>): NewEvents {
  const create = <T extends Step["type"]>(type: T) =>
    placed.flatMap((event) =>
      event.step.type === type ? [{ event, step: event.step as Extract<Step, { type: T }> }] : [],
    );
  return {
    claimed: create("claimed").map(({ event, step: { beneficiary, amount } }) => ({
      ...event.at,
      beneficiary,
      amount,
      leafIndex: 0,
      totalClaimedByUser: amount,
      totalClaimedOverall: totals.get(event) ?? 0n,
    })),
    cancelled: create("cancelled").map(({ event: { at } }) => ({
      ...at,
      cancelledAt: at.slot,
      claimedAtCancel: 0n,
    })),
    paused: create("paused").map(({ event: { at }, step: { paused } }) => ({ ...at, paused })),
    root_updated: create("root_updated").map(({ event: { at }, step: { root, count } }) => ({
      ...at,
      oldRoot: "00",
      newRoot: root,
      newLeafCount: count,
    })),
    withdrawn: create("withdrawn").map(({ event: { at } }) => ({ ...at, amount: 1n })),
    milestone_released: create("milestone_released").map(({ event: { at }, step: { milestoneIdx } }) => ({
      ...at,
      milestoneIdx,
      releasedBy: "creator",
    })),
    stream_cancelled: create("stream_cancelled").map(({ event: { at } }) => ({
      ...at,
      cancelledAt: at.slot,
      amountToBeneficiary: SETTLED,
      amountToCreator: 1n,
    })),
    instant_refunded: create("instant_refunded").map(({ event: { at } }) => ({
      ...at,
      cancelledAt: at.slot,
      refundedTo: "creator",
      amount: 1n,
    })),
  };
}

/** Returns the running total that the program would have logged with each claim. It contains settlements. */
export function runningTotals(placed: Placed[]): Map<Placed, bigint> {
  const totals = new Map<Placed, bigint>();
  let total = 0n;
  for (const event of placed) {
    if (event.step.type === "stream_cancelled") total += SETTLED;
    if (event.step.type !== "claimed") continue;
    total += event.step.amount;
    totals.set(event, total);
  }
  return totals;
}

/** Returns the campaign's state after a history, applied event by event. Its total excludes settlements. */
export function replay(placed: Placed[], totals: Map<Placed, bigint>) {
  const state = {
    paused: false,
    cancelledAt: null as bigint | null,
    totalClaimed: 0n,
    instantRefunded: false,
    settled: false,
    settledAmount: 0n,
    withdrawn: false,
    merkleRoot: "00",
    leafCount: 1,
  };
  const milestones = new Set<number>();
  const claimers = new Set<string>();
  let settled = 0n;
  for (const event of placed) {
    const current = event.step;
    if (current.type === "claimed") {
      state.totalClaimed = (totals.get(event) ?? 0n) - settled;
      claimers.add(current.beneficiary);
    }
    if (current.type === "paused") state.paused = current.paused;
    if (["cancelled", "stream_cancelled", "instant_refunded"].includes(current.type)) {
      state.cancelledAt = event.at.slot;
      state.paused = false;
    }
    if (current.type === "stream_cancelled") {
      settled += SETTLED;
      [state.settled, state.settledAmount] = [true, SETTLED];
    }
    if (current.type === "withdrawn") state.withdrawn = true;
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
