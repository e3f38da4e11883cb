import { type CooperativeScheduler, processInChunks } from "@/lib/core/cooperative-scheduler";
import type { LeafList } from "@/lib/core/merkle/leaf-list";
import { type ScheduleSum, ScheduleSums } from "./schedule-sums";

const LEAVES_PER_CHUNK = 100;

/** Values over all recipients; null without recipients. */
export type Amounts = {
  totalAmount: bigint;
  smallest: bigint | null;
  greatest: bigint | null;
  earliestCliff: bigint | null;
  /** The total amount of each schedule. Null if there are too many schedules to draw. */
  schedules: readonly ScheduleSum[] | null;
};

export async function sumAmounts(leaves: LeafList, scheduler: CooperativeScheduler): Promise<Amounts> {
  let totalAmount = 0n;
  const schedules = new ScheduleSums();
  const found: Pick<Amounts, "smallest" | "greatest" | "earliestCliff"> = {
    smallest: null,
    greatest: null,
    earliestCliff: null,
  };
  await processInChunks({ count: leaves.length, chunkSize: LEAVES_PER_CHUNK, scheduler }, (from, to) => {
    for (let index = from; index < to; index++) {
      const [amount, cliff] = [leaves.amount(index), leaves.cliffTime(index)];
      totalAmount += amount;
      schedules.add(leaves, index, amount);
      if (found.smallest === null || amount < found.smallest) found.smallest = amount;
      if (found.greatest === null || amount > found.greatest) found.greatest = amount;
      if (found.earliestCliff === null || cliff < found.earliestCliff) found.earliestCliff = cliff;
    }
  });
  return { totalAmount, ...found, schedules: schedules.end() };
}
