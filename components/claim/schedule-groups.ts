import type { ScheduleGroup } from "@/lib/core/vesting/curve-points";
import { isReleaseType, ReleaseType } from "@/lib/core/vesting/leaf";
import type { Allocation } from "./use-allocation";

/** The release times of milestones by index, in unix seconds; null for a milestone that is not released. */
export type MilestoneReleases = Readonly<Record<number, string | null>>;

/** Returns the schedules of an allocation for the vesting functions. */
export function scheduleGroups(leaves: Allocation["leaves"], releases: MilestoneReleases): ScheduleGroup[] {
  return leaves.flatMap((leaf): ScheduleGroup[] => {
    const { releaseType, milestoneIdx, milestoneReleased } = leaf;
    if (!isReleaseType(releaseType)) return [];
    const releasedAt = releases[milestoneIdx] ?? (milestoneReleased ? leaf.cliffTime : null);
    return [
      {
        releaseType,
        milestoneIdx,
        amount: BigInt(leaf.amount),
        startTime: BigInt(leaf.startTime),
        cliffTime: BigInt(leaf.cliffTime),
        endTime: BigInt(leaf.endTime),
        releasedAt: milestoneReleased && releasedAt !== null ? BigInt(releasedAt) : null,
      },
    ];
  });
}

/** Returns whether a linear schedule vests at `now`, in unix seconds. */
export const isVesting = (groups: readonly ScheduleGroup[], now: bigint): boolean =>
  groups.some(
    ({ releaseType, cliffTime, endTime }) =>
      releaseType === ReleaseType.Linear && cliffTime <= now && now < endTime,
  );
