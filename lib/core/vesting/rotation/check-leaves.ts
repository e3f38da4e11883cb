import { maxBigInt, minBigInt } from "@/lib/core/bigint";
import {
  type CooperativeScheduler,
  createScheduler,
  processInChunks,
} from "@/lib/core/cooperative-scheduler";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { calculateTotal, isSameEntry, type Payouts } from "./payouts";

/** Effects of a rotation on recipients who already have leaves or were already paid. */
export type LeavesCheck = {
  /** Recipients with a new leaf index, or with a leaf that the program treats as another leaf. */
  moved: MovedRecipient[];
  /** Leaves whose amount is lower than the amount claimed from them. */
  belowClaimed: { leafIndex: number; beneficiary: string; amount: bigint; claimed: bigint }[];
};

/**
 * `again` is the amount that the program would pay a second time, in base units: 0 while nothing was claimed.
 */
export type MovedRecipient = { beneficiary: string; from: number[]; to: number[]; again: bigint };

const BENEFICIARIES_PER_CHUNK = 100;

type Sides = { before: Leaf[]; after: Leaf[] };

/**
 * Compares the leaves of a rotation, each at its index, with the previous root's leaves and the payouts.
 * Recipients are sorted by the amount that would be paid again, largest first.
 */
export async function checkLeaves(
  input: { before: readonly Leaf[]; after: readonly Leaf[]; payouts: Payouts },
  scheduler: CooperativeScheduler = createScheduler(),
): Promise<LeavesCheck> {
  const { payouts } = input;
  const sides = new Map<string, Sides>();
  for (const side of ["before", "after"] as const) {
    await processInChunks(
      { count: input[side].length, chunkSize: BENEFICIARIES_PER_CHUNK, scheduler },
      (from, to) => {
        for (const leaf of input[side].slice(from, to)) {
          const entry = sides.get(leaf.beneficiary) ?? { before: [], after: [] };
          entry[side].push(leaf);
          sides.set(leaf.beneficiary, entry);
        }
      },
    );
  }
  const everyone = [...sides];
  const check: LeavesCheck = { moved: [], belowClaimed: [] };
  await processInChunks(
    { count: everyone.length, chunkSize: BENEFICIARIES_PER_CHUNK, scheduler },
    (from, to) => {
      for (const [beneficiary, side] of everyone.slice(from, to)) {
        const moved = movedRecipient(beneficiary, side, payouts);
        if (moved) check.moved.push(moved);
        check.belowClaimed.push(...belowClaimed(side, payouts));
      }
    },
  );
  check.moved.sort((a, b) => (a.again > b.again ? -1 : a.again < b.again ? 1 : 0));
  return check;
}

function movedRecipient(beneficiary: string, side: Sides, payouts: Payouts): MovedRecipient | null {
  const again = paidAgain(beneficiary, side, payouts);
  const had = side.before.filter((leaf) => leaf.amount > 0n || payouts.of(leaf) > 0n);
  const gets = side.after.filter(({ amount }) => amount > 0n);
  const from = had.filter((leaf) => !side.after.some(({ leafIndex }) => leafIndex === leaf.leafIndex));
  const to = gets.filter((leaf) => !side.before.some(({ leafIndex }) => leafIndex === leaf.leafIndex));
  const isMoved = from.length > 0 && to.length > 0;
  if (!isMoved && again === 0n) return null;
  const indexes = (leaves: readonly Leaf[]) => leaves.map(({ leafIndex }) => leafIndex);
  return {
    beneficiary,
    from: indexes(isMoved ? from : had),
    to: indexes(isMoved ? to : gets),
    again,
  };
}

/**
 * Returns by how much the beneficiary could exceed both lists, beyond an excess that the previous root
 * already had.
 */
function paidAgain(beneficiary: string, { before, after }: Sides, payouts: Payouts): bigint {
  const paid = payouts.to(beneficiary).total;
  if (paid === 0n) return 0n;
  const open = payouts.getUnpaidAmount(after);
  const excess = paid + open - maxBigInt(calculateTotal(before), calculateTotal(after));
  const excessBefore = maxBigInt(0n, paid + payouts.getUnpaidAmount(before) - calculateTotal(before));
  return excess > excessBefore ? minBigInt(excess, open) : 0n;
}

function belowClaimed({ before, after }: Sides, payouts: Payouts): LeavesCheck["belowClaimed"] {
  return after.flatMap((leaf) => {
    const claimed = payouts.of(leaf);
    if (leaf.amount >= claimed) return [];
    const was = before.find((earlier) => earlier.leafIndex === leaf.leafIndex);
    if (was && isSameEntry(was, leaf) && leaf.amount >= was.amount) return [];
    return [{ leafIndex: leaf.leafIndex, beneficiary: leaf.beneficiary, amount: leaf.amount, claimed }];
  });
}
