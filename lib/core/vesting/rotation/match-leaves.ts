import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { isSameEntry, type Payouts } from "./payouts";

/**
 * An allocation that a rotation should give; `amount` includes everything claimed already. `leafIndex` is the
 * leaf it was read from, if known; `row` is its row in the file.
 */
export type WantedAllocation = Omit<Leaf, "leafIndex"> & { leafIndex?: number | undefined; row?: number };

/** The position of a wanted allocation in the list, and the current leaf that it continues. */
type Match = { position: number; leaf: Leaf };

const isMilestone = ({ releaseType }: Pick<Leaf, "releaseType">) => releaseType === ReleaseType.Milestone;

const isSameSchedule = (a: Omit<WantedAllocation, "leafIndex">, b: Leaf) =>
  isSameKind(a, b) &&
  a.releaseType === b.releaseType &&
  a.startTime === b.startTime &&
  a.cliffTime === b.cliffTime &&
  a.endTime === b.endTime;

const isSameKind = (a: Omit<WantedAllocation, "leafIndex">, b: Leaf) =>
  isMilestone(a) ? isMilestone(b) && a.milestoneIdx === b.milestoneIdx : !isMilestone(b);

/** Signs that an allocation continues a leaf, from the strongest to the weakest. */
const LIKENESSES: readonly ((wanted: WantedAllocation, leaf: Leaf) => boolean)[] = [
  (wanted, leaf) => wanted.leafIndex === leaf.leafIndex,
  (wanted, leaf) => isSameSchedule(wanted, leaf) && wanted.amount === leaf.amount,
  isSameSchedule,
  (wanted, leaf) => isSameKind(wanted, leaf) && wanted.releaseType === leaf.releaseType,
  isSameKind,
  () => true,
];

/**
 * Matches the allocations of one beneficiary with that beneficiary's current leaves. The best match comes
 * first. Among equal matches, the leaf with the highest claimed amount comes first, so that payments count. A
 * leaf with claims matches only an allocation to which the program applies those claims.
 */
export function matchLeaves(
  wanted: readonly { position: number; allocation: WantedAllocation }[],
  leaves: readonly Leaf[],
  payouts: Payouts,
): Match[] {
  const free = new Set(leaves.toSorted((a, b) => compare(payouts.of(b), payouts.of(a))));
  const open = new Set(wanted);
  const matches: Match[] = [];
  for (const isLike of LIKENESSES) {
    if (free.size === 0 || open.size === 0) break;
    for (const entry of open) {
      const { position, allocation } = entry;
      for (const leaf of free) {
        if (!isLike(allocation, leaf) || !canTake(allocation, leaf, payouts)) continue;
        matches.push({ position, leaf });
        free.delete(leaf);
        open.delete(entry);
        break;
      }
    }
  }
  return matches;
}

const canTake = (wanted: WantedAllocation, leaf: Leaf, payouts: Payouts) =>
  payouts.of(leaf) === 0n || isSameEntry({ ...wanted, leafIndex: leaf.leafIndex }, leaf);

const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);
