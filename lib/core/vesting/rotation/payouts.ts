import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";

/**
 * The amount paid to one beneficiary under one leaf index; `milestoneIdx` is null for cliff and linear
 * leaves.
 */
export type Payout = { beneficiary: string; leafIndex: number; milestoneIdx: number | null; amount: bigint };

/** The fields of a leaf that decide which earlier claims count against it. */
export type PayoutKey = Pick<Leaf, "leafIndex" | "beneficiary" | "releaseType" | "milestoneIdx">;

/**
 * The payouts of a beneficiary, keyed as in a claim record: cliff and linear leaves by index, milestones by
 * number.
 */
export type PaidAmounts = { timed: Map<number, bigint>; milestones: Map<number, bigint>; total: bigint };

const NOTHING: PaidAmounts = { timed: new Map(), milestones: new Map(), total: 0n };

/**
 * The payouts of a campaign per beneficiary, under any of its roots. The program keeps one claim record per
 * beneficiary. Its entries are keyed by leaf index for cliff and linear leaves, and by number for milestones.
 * The program pays a leaf with another key from zero. Payouts from logged events also count after a claim
 * record, and with it its data, was closed.
 */
export class Payouts {
  private readonly byBeneficiary = new Map<string, PaidAmounts>();
  /** Total paid, in base units. */
  total = 0n;

  constructor(payouts: Iterable<Payout> = []) {
    for (const payout of payouts) this.add(payout);
  }

  add({ beneficiary, leafIndex, milestoneIdx, amount }: Payout): void {
    let paid = this.byBeneficiary.get(beneficiary);
    if (!paid) {
      paid = { timed: new Map(), milestones: new Map(), total: 0n };
      this.byBeneficiary.set(beneficiary, paid);
    }
    const [entries, name] = milestoneIdx === null ? [paid.timed, leafIndex] : [paid.milestones, milestoneIdx];
    entries.set(name, (entries.get(name) ?? 0n) + amount);
    paid.total += amount;
    this.total += amount;
  }

  to(beneficiary: string): PaidAmounts {
    return this.byBeneficiary.get(beneficiary) ?? NOTHING;
  }

  /** Returns the amount that claims under the leaf's own key have paid. */
  of(leaf: PayoutKey): bigint {
    const { timed, milestones } = this.to(leaf.beneficiary);
    return (
      (leaf.releaseType === ReleaseType.Milestone
        ? milestones.get(leaf.milestoneIdx)
        : timed.get(leaf.leafIndex)) ?? 0n
    );
  }

  /**
   * Returns the amount that the program would still pay for the leaf once it has fully vested. A milestone is
   * paid in full, and once.
   */
  stillToPay(leaf: PayoutKey & Pick<Leaf, "amount">): bigint {
    const paid = this.of(leaf);
    if (leaf.releaseType === ReleaseType.Milestone) return paid > 0n ? 0n : leaf.amount;
    return leaf.amount > paid ? leaf.amount - paid : 0n;
  }

  getUnpaidAmount = (leaves: readonly (PayoutKey & Pick<Leaf, "amount">)[]): bigint =>
    leaves.reduce((sum, leaf) => sum + this.stillToPay(leaf), 0n);
}

/**
 * Returns the key by which the program counts claims of a leaf: the beneficiary, and the leaf index or the
 * milestone number.
 */
export const entryName = (leaf: PayoutKey): string =>
  leaf.releaseType === ReleaseType.Milestone
    ? `${leaf.beneficiary} milestone ${leaf.milestoneIdx}`
    : `${leaf.beneficiary} leaf ${leaf.leafIndex}`;

/** Returns whether claims of one leaf count against the other. */
export const isSameEntry = (a: PayoutKey, b: PayoutKey): boolean => entryName(a) === entryName(b);

export const calculateTotal = (leaves: readonly Pick<Leaf, "amount">[]): bigint =>
  leaves.reduce((sum, { amount }) => sum + amount, 0n);
