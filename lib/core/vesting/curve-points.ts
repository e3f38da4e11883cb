import { evenTimes } from "@/lib/core/vesting/curve";
import { type Leaf, ReleaseType, type Schedule } from "@/lib/core/vesting/leaf";
import { vestedAmount } from "@/lib/core/vesting/schedule";

/** The sum of all leaves of one schedule. `releasedAt` applies to milestones: null while not released. */
export type ScheduleGroup = Schedule & { amount: bigint; releasedAt: bigint | null };

/** Returns planned leaves as groups. A milestone counts at its intended date, because no release is known. */
export const plannedGroups = (leaves: readonly Omit<Leaf, "leafIndex" | "beneficiary">[]): ScheduleGroup[] =>
  leaves.map((leaf) => ({
    ...leaf,
    releasedAt: leaf.releaseType === ReleaseType.Milestone ? leaf.cliffTime : null,
  }));

/** A corner of the curve: time in unix seconds, vested amount in base units. */
export type CurvePoint = { time: bigint; vested: bigint };

const MAX_BREAKS = 240;
/**
 * Number of sample points when the curve has more than `MAX_BREAKS` breaks: a thousand schedules take about
 * 30 ms.
 */
const SAMPLES = 120;

/**
 * Returns the times at which a group starts and completes vesting; null while a milestone is not released.
 */
function span(group: ScheduleGroup): { from: bigint; to: bigint } | null {
  if (group.releaseType === ReleaseType.Linear) return { from: group.cliffTime, to: group.endTime };
  if (group.releaseType === ReleaseType.Cliff) return { from: group.cliffTime, to: group.cliffTime };
  return group.releasedAt === null ? null : { from: group.releasedAt, to: group.releasedAt };
}

/**
 * Returns the vested amount of the groups at a moment. A milestone counts from its release, never earlier.
 */
export function vestedAt(groups: readonly ScheduleGroup[], now: bigint, cancelledAt: bigint | null): bigint {
  let sum = 0n;
  for (const group of groups) {
    if (group.releaseType !== ReleaseType.Milestone) sum += vestedAmount(group, { now, cancelledAt });
    else if (group.releasedAt !== null && now >= group.releasedAt) sum += group.amount;
  }
  return sum;
}

/** Returns the amount of the milestones that are not released. */
export const waitingAmount = (groups: readonly ScheduleGroup[]): bigint =>
  groups.reduce(
    (sum, { releaseType, releasedAt, amount }) =>
      releaseType === ReleaseType.Milestone && releasedAt === null ? sum + amount : sum,
    0n,
  );

/** Returns the end of the last time-based schedule, in unix seconds; null without one. */
export function lastTimedUnlock(groups: readonly ScheduleGroup[]): bigint | null {
  const ends = groups.flatMap((group) =>
    group.releaseType === ReleaseType.Milestone ? [] : [span(group)?.to ?? group.endTime],
  );
  return ends.reduce<bigint | null>((last, end) => (last === null || end > last ? end : last), null);
}

/** Returns the range from the first start to the last end, extended to include `include` and never empty. */
export function curveRange(groups: readonly ScheduleGroup[], include: readonly bigint[]): [bigint, bigint] {
  const times = [...include];
  for (const group of groups) {
    const lasts = span(group);
    if (lasts) times.push(lasts.from, lasts.to);
    if (group.releaseType !== ReleaseType.Milestone) times.push(group.startTime);
  }
  let [from, to] = [times[0] ?? 0n, times[0] ?? 0n];
  for (const time of times) {
    if (time < from) from = time;
    if (time > to) to = time;
  }
  const margin = (to - from) / 25n || 3_600n;
  return [from - margin, to + margin];
}

/**
 * Returns the corners of the summed curve over a range. Every schedule is a step or a straight line, so the
 * values at each break and one second before it define the whole curve. With more than `MAX_BREAKS` breaks,
 * the function samples the curve at even intervals instead. The result also has the values at the times of
 * `at` within the range.
 */
export function curvePoints(
  groups: readonly ScheduleGroup[],
  {
    range: [from, to],
    cancelledAt,
    at = [],
  }: { range: readonly [bigint, bigint]; cancelledAt: bigint | null; at?: readonly bigint[] },
): CurvePoint[] {
  const breaks = new Set<bigint>([from, to]);
  for (const group of groups) {
    const lasts = span(group);
    if (lasts) for (const time of [lasts.from, lasts.to]) breaks.add(time - 1n).add(time);
  }
  if (cancelledAt !== null) breaks.add(cancelledAt);
  const corners = breaks.size > MAX_BREAKS ? evenTimes(from, to, SAMPLES) : [...breaks];
  const times = [...new Set([...corners, ...at])]
    .filter((time) => time >= from && time <= to)
    .sort((a, b) => (a < b ? -1 : 1));
  const sums = vestedOver(groups, times, cancelledAt);
  return times.map((time, index) => ({ time, vested: sums[index] ?? 0n }));
}

/**
 * Returns `vestedAt` for each of several ascending times. The function computes a linear group only at times
 * at which that group is partly vested.
 */
function vestedOver(
  groups: readonly ScheduleGroup[],
  times: readonly bigint[],
  cancelledAt: bigint | null,
): bigint[] {
  const stopped = times.map((time) => (cancelledAt !== null && cancelledAt < time ? cancelledAt : time));
  const partial = times.map(() => 0n);
  /** The amount that completes vesting at each time. */
  const completed = times.map(() => 0n);
  for (const group of groups) {
    const lasts = span(group);
    if (!lasts) continue;
    const { from, to } = lasts;
    const seen = group.releaseType === ReleaseType.Milestone ? times : stopped;
    for (let index = firstAfter(seen, from - 1n); index < seen.length; index++) {
      const elapsed = (seen[index] as bigint) - from;
      if (elapsed >= to - from) {
        completed[index] = (completed[index] as bigint) + group.amount;
        break;
      }
      partial[index] = (partial[index] as bigint) + (group.amount * elapsed) / (to - from);
    }
  }
  let complete = 0n;
  return partial.map((sum, index) => {
    complete += completed[index] ?? 0n;
    return sum + complete;
  });
}

/** Returns the index of the first of some ascending times that is later than `time`. */
function firstAfter(times: readonly bigint[], time: bigint): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as bigint) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}
