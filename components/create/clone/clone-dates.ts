import { createScheduler, processInChunks } from "@/lib/core/cooperative-scheduler";
import type { LeafList } from "@/lib/core/merkle/leaf-list";
import type { Leaf } from "@/lib/core/vesting/leaf";

/** Facts about the list of leaves to clone. Times are in unix seconds. */
export type CloneFacts = {
  /** Number of allocations with an amount above zero. */
  count: number;
  /** Number of leaves that a rotation closed. The new campaign omits these leaves. */
  closed: number;
  first: bigint;
  last: bigint;
  /** Start times of all schedules, in ascending order. */
  starts: BigInt64Array;
};

/** Number of leaves to process between two checks of the clock. */
const LEAVES_PER_CHUNK = 1_000;

const hasAmount = ({ amount }: Leaf) => amount > 0n;

/** Returns the facts about a list, or null if no leaf has an amount above zero. */
export async function cloneFacts(leaves: LeafList): Promise<CloneFacts | null> {
  const starts = new BigInt64Array(leaves.length);
  let count = 0;
  let last: bigint | null = null;
  const work = { count: leaves.length, chunkSize: LEAVES_PER_CHUNK, scheduler: createScheduler() };
  await processInChunks(work, (from, to) => {
    for (const { startTime, endTime } of leaves.slice(from, to).filter(hasAmount)) {
      starts[count++] = startTime;
      if (last === null || endTime > last) last = endTime;
    }
  });
  const sorted = starts.slice(0, count).sort();
  const [first] = sorted;
  if (first === undefined || last === null) return null;
  return { count, closed: leaves.length - count, first, last, starts: sorted };
}

/** Counts the schedules that start before `now` when all dates move by `shift` seconds. */
export function countPast({ starts }: CloneFacts, { shift, now }: { shift: bigint; now: bigint }): number {
  let [from, to] = [0, starts.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((starts[middle] ?? 0n) + shift < now) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Returns the allocations of the new campaign as a list to read in slices. Omits empty leaves and moves all
 * dates by `shift` seconds.
 */
export const movedLeaves = (leaves: LeafList, shift: bigint) => ({
  length: leaves.length,
  slice: (from: number, to: number) =>
    leaves
      .slice(from, to)
      .filter(hasAmount)
      .map((leaf) => ({
        ...leaf,
        startTime: leaf.startTime + shift,
        cliffTime: leaf.cliffTime + shift,
        endTime: leaf.endTime + shift,
      })),
});
