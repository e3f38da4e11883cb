import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";

/** What was paid under one leaf index to one beneficiary; `milestoneIdx` is null for cliff and linear leaves. */
export type Payout = { beneficiary: string; leafIndex: number; milestoneIdx: number | null; amount: bigint };

/** What of a leaf decides which earlier claims count against it. */
export type Place = Pick<Leaf, "leafIndex" | "beneficiary" | "releaseType" | "milestoneIdx">;

/** A beneficiary's payouts as a claim record keeps them: cliff and linear leaves by index, milestones by number. */
export type Paid = { timed: Map<number, bigint>; milestones: Map<number, bigint>; total: bigint };

const NOTHING: Paid = { timed: new Map(), milestones: new Map(), total: 0n };

/**
 * What a campaign has paid to whom, under any of its roots. The program keeps one claim record a beneficiary, whose
 * entries are named by leaf index for cliff and linear leaves, and by number for milestones: a leaf under another name
 * is paid from nothing. What was logged counts here, also after a record was closed, which forgets it.
 */
export class Payouts {
  private readonly byBeneficiary = new Map<string, Paid>();
  /** All that was paid, in base units. */
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

  to(beneficiary: string): Paid {
    return this.byBeneficiary.get(beneficiary) ?? NOTHING;
  }

  /** What claims under the leaf's own name have paid. */
  of(leaf: Place): bigint {
    const { timed, milestones } = this.to(leaf.beneficiary);
    return (
      (leaf.releaseType === ReleaseType.Milestone
        ? milestones.get(leaf.milestoneIdx)
        : timed.get(leaf.leafIndex)) ?? 0n
    );
  }

  /** What the program would still pay of the leaf once all of it has vested: a milestone is paid whole, and once. */
  stillToPay(leaf: Place & Pick<Leaf, "amount">): bigint {
    const paid = this.of(leaf);
    if (leaf.releaseType === ReleaseType.Milestone) return paid > 0n ? 0n : leaf.amount;
    return leaf.amount > paid ? leaf.amount - paid : 0n;
  }

  stillToPayOf = (leaves: readonly (Place & Pick<Leaf, "amount">)[]): bigint =>
    leaves.reduce((sum, leaf) => sum + this.stillToPay(leaf), 0n);
}

/** What the program counts claims of a leaf by: whose it is, and its index or the number of its milestone. */
export const entryName = (leaf: Place): string =>
  leaf.releaseType === ReleaseType.Milestone
    ? `${leaf.beneficiary} milestone ${leaf.milestoneIdx}`
    : `${leaf.beneficiary} leaf ${leaf.leafIndex}`;

/** Whether claims of one leaf count against the other. */
export const isSameEntry = (a: Place, b: Place): boolean => entryName(a) === entryName(b);

export const totalOf = (leaves: readonly Pick<Leaf, "amount">[]): bigint =>
  leaves.reduce((sum, { amount }) => sum + amount, 0n);

export const larger = (a: bigint, b: bigint): bigint => (a < b ? b : a);
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
