import { evenTimes } from "@/lib/core/vesting/curve";
import { ReleaseType, type Schedule } from "@/lib/core/vesting/leaf";
import { vestedAmount } from "@/lib/core/vesting/schedule";

/** All leaves of one schedule, summed. `releasedAt` matters to milestones: null while not released. */
export type ScheduleGroup = Schedule & { amount: bigint; releasedAt: bigint | null };

/** A corner of the curve: unix seconds, and vested base units. */
export type CurvePoint = { time: bigint; vested: bigint };

const MAX_BREAKS = 240;
/** Points where there are more breaks than that: a thousand schedules take some 30 ms. */
const SAMPLES = 120;

/** The time at which a group starts to count and the time at which it is complete; null while it waits for a release. */
function span(group: ScheduleGroup): { from: bigint; to: bigint } | null {
  if (group.releaseType === ReleaseType.Linear) return { from: group.cliffTime, to: group.endTime };
  if (group.releaseType === ReleaseType.Cliff) return { from: group.cliffTime, to: group.cliffTime };
  return group.releasedAt === null ? null : { from: group.releasedAt, to: group.releasedAt };
}

/** What of the groups has vested at a moment; milestones count from their release, never before. */
export function vestedAt(groups: readonly ScheduleGroup[], now: bigint, cancelledAt: bigint | null): bigint {
  let sum = 0n;
  for (const group of groups) {
    if (group.releaseType !== ReleaseType.Milestone) sum += vestedAmount(group, { now, cancelledAt });
    else if (group.releasedAt !== null && now >= group.releasedAt) sum += group.amount;
  }
  return sum;
}

/** From the first start to the last end, stretched to hold `include` and never empty. */
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
 * The corners of the summed curve over a range. Every schedule is a step or a straight line, so the value at each
 * break, and the second before it, is the whole curve; with too many breaks it is sampled evenly instead.
 */
export function curvePoints(
  groups: readonly ScheduleGroup[],
  { range: [from, to], cancelledAt }: { range: readonly [bigint, bigint]; cancelledAt: bigint | null },
): CurvePoint[] {
  const breaks = new Set<bigint>([from, to]);
  for (const group of groups) {
    const lasts = span(group);
    if (lasts) for (const time of [lasts.from, lasts.to]) breaks.add(time - 1n).add(time);
  }
  if (cancelledAt !== null) breaks.add(cancelledAt);
  const corners = breaks.size > MAX_BREAKS ? evenTimes(from, to, SAMPLES) : [...breaks];
  const times = corners.filter((time) => time >= from && time <= to).sort((a, b) => (a < b ? -1 : 1));
  const sums = vestedOver(groups, times, cancelledAt);
  return times.map((time, index) => ({ time, vested: sums[index] ?? 0n }));
}

/** As `vestedAt` for each of some ascending times, reckoning a group only where it is on its way. */
function vestedOver(
  groups: readonly ScheduleGroup[],
  times: readonly bigint[],
  cancelledAt: bigint | null,
): bigint[] {
  const stopped = times.map((time) => (cancelledAt !== null && cancelledAt < time ? cancelledAt : time));
  const partial = times.map(() => 0n);
  /** What is complete from each time on. */
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

/** Where the first of some ascending times comes that is later than one. */
function firstAfter(times: readonly bigint[], time: bigint): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as bigint) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}
