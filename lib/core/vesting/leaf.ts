/** How a leaf's amount unlocks, by the number the program uses. Source: program interface, Vested amount. */
export const ReleaseType = { Cliff: 0, Linear: 1, Milestone: 2 } as const;
export type ReleaseType = (typeof ReleaseType)[keyof typeof ReleaseType];

/** What files call the release types, by their numbers. */
export const RELEASE_TYPE_NAMES: readonly string[] = ["cliff", "linear", "milestone"];

/** When an amount unlocks. Times are unix seconds in the range of i64, `milestoneIdx` is a u8. */
export type Schedule = {
  releaseType: ReleaseType;
  startTime: bigint;
  cliffTime: bigint;
  endTime: bigint;
  milestoneIdx: number;
};

/** One recipient entry of a campaign's Merkle tree: `leafIndex` a u32, `amount` a u64 in base units. */
export type Leaf = Schedule & {
  leafIndex: number;
  beneficiary: string;
  amount: bigint;
};

/** Whether a number names a release type. */
export function isReleaseType(value: number): value is ReleaseType {
  return value === ReleaseType.Cliff || value === ReleaseType.Linear || value === ReleaseType.Milestone;
}

/** The schedule invariant start ≤ cliff ≤ end. Source: spec 2.3. */
export function isOrderedSchedule(schedule: Pick<Schedule, "startTime" | "cliffTime" | "endTime">): boolean {
  return schedule.startTime <= schedule.cliffTime && schedule.cliffTime <= schedule.endTime;
}

/** The earliest cliff over all leaves, milestone leaves included; there is at least one. Source: spec 2.2. */
export function earliestCliff(leaves: readonly Pick<Schedule, "cliffTime">[]): bigint {
  const [first] = leaves;
  if (!first) throw new RangeError("a campaign has at least one leaf");
  let earliest = first.cliffTime;
  for (const { cliffTime } of leaves) if (cliffTime < earliest) earliest = cliffTime;
  return earliest;
}
