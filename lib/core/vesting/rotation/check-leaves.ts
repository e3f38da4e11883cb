import { createPacer, inPieces, type Pacer } from "@/lib/core/pacer";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { isSameEntry, larger, type Payouts, smaller, totalOf } from "./payouts";

/** What the leaves of a rotation do to people who have leaves, or were paid, already. */
export type LeavesCheck = {
  /** Who has another leaf index than before, or what the program takes for another leaf. */
  moved: MovedRecipient[];
  /** Leaves with less than was claimed of them. */
  belowClaimed: { leafIndex: number; beneficiary: string; amount: bigint; claimed: bigint }[];
};

/** `again` is what the program would pay a second time, in base units: 0 while nothing was claimed. */
export type MovedRecipient = { beneficiary: string; from: number[]; to: number[]; again: bigint };

const BENEFICIARIES_A_PIECE = 100;

type Sides = { before: Leaf[]; after: Leaf[] };

/**
 * Holds the leaves of a rotation, each at its index, against those of the root before and what was paid. Recipients come
 * in order of what would be paid again, the most first.
 */
export async function checkLeaves(
  of: { before: readonly Leaf[]; after: readonly Leaf[]; payouts: Payouts },
  pacer: Pacer = createPacer(),
): Promise<LeavesCheck> {
  const { payouts } = of;
  const sides = new Map<string, Sides>();
  for (const side of ["before", "after"] as const) {
    await inPieces({ count: of[side].length, piece: BENEFICIARIES_A_PIECE, pacer }, (from, to) => {
      for (const leaf of of[side].slice(from, to)) {
        const entry = sides.get(leaf.beneficiary) ?? { before: [], after: [] };
        entry[side].push(leaf);
        sides.set(leaf.beneficiary, entry);
      }
    });
  }
  const everyone = [...sides];
  const check: LeavesCheck = { moved: [], belowClaimed: [] };
  await inPieces({ count: everyone.length, piece: BENEFICIARIES_A_PIECE, pacer }, (from, to) => {
    for (const [beneficiary, side] of everyone.slice(from, to)) {
      const moved = movedRecipient(beneficiary, side, payouts);
      if (moved) check.moved.push(moved);
      check.belowClaimed.push(...belowClaimed(side, payouts));
    }
  });
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

/** By how much the beneficiary can come to more than either list gives, beyond what the root before had wrong already. */
function paidAgain(beneficiary: string, { before, after }: Sides, payouts: Payouts): bigint {
  const paid = payouts.to(beneficiary).total;
  if (paid === 0n) return 0n;
  const open = payouts.stillToPayOf(after);
  const excess = paid + open - larger(totalOf(before), totalOf(after));
  const excessBefore = larger(0n, paid + payouts.stillToPayOf(before) - totalOf(before));
  return excess > excessBefore ? smaller(excess, open) : 0n;
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
