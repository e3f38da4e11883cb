/** How the amount of a leaf unlocks, with the program's numbers. Source: program interface, Vested amount. */
export const ReleaseType = { Cliff: 0, Linear: 1, Milestone: 2 } as const;
export type ReleaseType = (typeof ReleaseType)[keyof typeof ReleaseType];

/** Names of the release types in files, indexed by their numbers. */
export const RELEASE_TYPE_NAMES: readonly string[] = ["cliff", "linear", "milestone"];

/** When an amount unlocks. Times are unix seconds in the range of i64; `milestoneIdx` is a u8. */
export type Schedule = {
  releaseType: ReleaseType;
  startTime: bigint;
  cliffTime: bigint;
  endTime: bigint;
  milestoneIdx: number;
};

/** One recipient entry of a campaign's Merkle tree: `leafIndex` is a u32, `amount` a u64 in base units. */
export type Leaf = Schedule & {
  leafIndex: number;
  beneficiary: string;
  amount: bigint;
};

/** Returns whether a number is a release type. */
export function isReleaseType(value: number): value is ReleaseType {
  return value === ReleaseType.Cliff || value === ReleaseType.Linear || value === ReleaseType.Milestone;
}

/** Returns whether a schedule satisfies the invariant start ≤ cliff ≤ end. Source: spec 2.3. */
export function isOrderedSchedule(schedule: Pick<Schedule, "startTime" | "cliffTime" | "endTime">): boolean {
  return schedule.startTime <= schedule.cliffTime && schedule.cliffTime <= schedule.endTime;
}

/**
 * Returns the earliest cliff of all leaves, milestone leaves included. Source: spec 2.2.
 * @throws RangeError when there is no leaf.
 */
export function earliestCliff(leaves: readonly Pick<Schedule, "cliffTime">[]): bigint {
  const [first] = leaves;
  if (!first) throw new RangeError("a campaign has at least one leaf");
  let earliest = first.cliffTime;
  for (const { cliffTime } of leaves) if (cliffTime < earliest) earliest = cliffTime;
  return earliest;
}
