import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { isSameEntry, type Payouts } from "./payouts";

/**
 * What a rotation is to give: an allocation, `amount` being all of it with what was claimed already. `leafIndex` is the
 * leaf it was read from, where that is known; `row` where it stands in its file.
 */
export type WantedAllocation = Omit<Leaf, "leafIndex"> & { leafIndex?: number | undefined; row?: number };

/** A wanted allocation by its position in the list, and the current leaf it goes on from. */
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

/** From the surest sign that an allocation goes on from a leaf to the faintest. */
const LIKENESSES: readonly ((wanted: WantedAllocation, leaf: Leaf) => boolean)[] = [
  (wanted, leaf) => wanted.leafIndex === leaf.leafIndex,
  (wanted, leaf) => isSameSchedule(wanted, leaf) && wanted.amount === leaf.amount,
  isSameSchedule,
  (wanted, leaf) => isSameKind(wanted, leaf) && wanted.releaseType === leaf.releaseType,
  isSameKind,
  () => true,
];

/**
 * Which of one beneficiary's allocations goes on from which of his current leaves: the likest first, and among like ones
 * that of which most was claimed, so that what was paid counts. A leaf that was claimed from is taken only by what the
 * program counts its claims against.
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
