import { ReleaseType } from "@/lib/core/vesting/leaf";

type UnlockingLeaf = {
  releaseType: number;
  cliffTime: string;
  endTime: string;
  progress: { nextUnlock: string | bigint | null };
};

/** The next unlock, and the end of the schedules that vest now, in unix seconds; null without any. */
export type UnlockTimes = {
  at: string | null;
  until: string | null;
  /** The earliest unlock at a date while other schedules vest. */
  next: string | null;
};

const byTime = (a: bigint, b: bigint) => (a < b ? -1 : 1);

/** Returns the earliest next unlock of several leaves, and until when they vest without a gap. */
export function unlockTimes(leaves: readonly UnlockingLeaf[]): UnlockTimes {
  const pending = leaves.flatMap(({ releaseType, progress: { nextUnlock }, ...leaf }) =>
    nextUnlock === null
      ? []
      : [{ releaseType, at: BigInt(nextUnlock), cliff: BigInt(leaf.cliffTime), end: BigInt(leaf.endTime) }],
  );
  // The next unlock of a schedule that runs is after its cliff.
  const dates = pending.flatMap(({ at, cliff }) => (at > cliff ? [] : [at])).sort(byTime);
  const linear = pending.filter(({ releaseType }) => releaseType === ReleaseType.Linear);
  let until: bigint | null = null;
  for (const { at, cliff, end } of linear.sort((a, b) => byTime(a.cliff, b.cliff))) {
    const isRunning = at > cliff || (until !== null && cliff <= until);
    if (isRunning && (until === null || end > until)) until = end;
  }
  const [at] = pending.map((leaf) => leaf.at).sort(byTime);
  return {
    at: at?.toString() ?? null,
    until: until?.toString() ?? null,
    next: until === null ? null : (dates[0]?.toString() ?? null),
  };
}
