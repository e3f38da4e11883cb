import type { LeafList } from "@/lib/core/merkle/leaf-list";
import type { Leaf } from "@/lib/core/vesting/leaf";

/** The sum of all allocations with one schedule. */
export type ScheduleSum = Omit<Leaf, "leafIndex" | "beneficiary">;

/** Maximum number of different schedules of a list that are distinguished. */
export const MAX_SCHEDULES = 1_000;

/**
 * Sums leaves by schedule. Lists usually share a few schedules, and consecutive leaves usually have the same
 * one.
 */
export class ScheduleSums {
  private readonly sums = new Map<string, ScheduleSum>();
  private last: ScheduleSum | null = null;
  private isFull = false;

  add(leaves: LeafList, index: number, amount: bigint): void {
    if (this.isFull) return;
    const [releaseType, milestoneIdx] = [leaves.releaseType(index), leaves.milestoneIdx(index)];
    const [startTime, cliffTime] = [leaves.startTime(index), leaves.cliffTime(index)];
    const schedule = { releaseType, milestoneIdx, startTime, cliffTime, endTime: leaves.endTime(index) };
    if (!this.last || !isSame(this.last, schedule)) {
      const key = Object.values(schedule).join(" ");
      this.last = this.sums.get(key) ?? { ...schedule, amount: 0n };
      this.sums.set(key, this.last);
      this.isFull = this.sums.size > MAX_SCHEDULES;
    }
    this.last.amount += amount;
  }

  end = () => (this.isFull ? null : [...this.sums.values()]);
}

type LeafSchedule = Omit<ScheduleSum, "amount">;

const isSame = (a: LeafSchedule, b: LeafSchedule) =>
  a.cliffTime === b.cliffTime &&
  a.endTime === b.endTime &&
  a.startTime === b.startTime &&
  a.releaseType === b.releaseType &&
  a.milestoneIdx === b.milestoneIdx;
