import type { LeafList } from "@/lib/core/merkle/leaf-list";
import { createPacer, inPieces } from "@/lib/core/pacer";
import type { Leaf } from "@/lib/core/vesting/leaf";

/** What is known of a list that is to be cloned; times in unix seconds. */
export type CloneFacts = {
  /** Allocations that give something. */
  count: number;
  /** Places of rotations that were closed, which a new campaign does not need. */
  closed: number;
  first: bigint;
  last: bigint;
  /** When the schedule of each begins, ascending. */
  starts: BigInt64Array;
};

/** Leaves looked at between two looks at the clock. */
const LEAVES_AT_ONCE = 1_000;

const givesSomething = ({ amount }: Leaf) => amount > 0n;

/** Null for a list that gives nobody anything. */
export async function cloneFacts(leaves: LeafList): Promise<CloneFacts | null> {
  const starts = new BigInt64Array(leaves.length);
  let count = 0;
  let last: bigint | null = null;
  const work = { count: leaves.length, piece: LEAVES_AT_ONCE, pacer: createPacer() };
  await inPieces(work, (from, to) => {
    for (const { startTime, endTime } of leaves.slice(from, to).filter(givesSomething)) {
      starts[count++] = startTime;
      if (last === null || endTime > last) last = endTime;
    }
  });
  const sorted = starts.slice(0, count).sort();
  const [first] = sorted;
  if (first === undefined || last === null) return null;
  return { count, closed: leaves.length - count, first, last, starts: sorted };
}

/** Allocations whose schedule begins before a moment once all dates are moved by `shift` seconds. */
export function countPast({ starts }: CloneFacts, { shift, now }: { shift: bigint; now: bigint }): number {
  let [from, to] = [0, starts.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((starts[middle] ?? 0n) + shift < now) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The allocations as another campaign's, to be read piece by piece: what gives something, every date moved alike. */
export const movedLeaves = (leaves: LeafList, shift: bigint) => ({
  length: leaves.length,
  slice: (from: number, to: number) =>
    leaves
      .slice(from, to)
      .filter(givesSomething)
      .map((leaf) => ({
        ...leaf,
        startTime: leaf.startTime + shift,
        cliffTime: leaf.cliffTime + shift,
        endTime: leaf.endTime + shift,
      })),
});
