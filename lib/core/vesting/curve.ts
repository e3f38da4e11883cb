import { isOrderedSchedule, type Schedule } from "@/lib/core/vesting/leaf";
import { calculatePercent } from "@/lib/core/vesting/progress";
import { type VestingTerms, vestedAmount } from "@/lib/core/vesting/schedule";

/**
 * One row of a breakdown: `vested` is the amount added since the previous row, `cumulative` the total so far.
 */
type CurveStep = {
  date: string;
  time: bigint;
  vested: bigint;
  cumulative: bigint;
  percent: number;
};

/** `durationDays` has two decimals, rounded down. */
type VestingCurve = { totalAmount: bigint; durationDays: number; breakdown: CurveStep[] };

const DAY_SECONDS = 86_400n;
const MAX_STEPS = 1200;
const FEWEST_POINTS = 2;
const MAX_POINTS = 500;

/** Returns `count` evenly spaced times from `start` to `end`, both included. */
export function evenTimes(start: bigint, end: bigint, count: number): bigint[] {
  const last = BigInt(count - 1);
  return Array.from({ length: count }, (_, step) => start + ((end - start) * BigInt(step)) / last);
}

const stepTimes = (start: bigint, end: bigint, points: number | undefined) =>
  points === undefined ? monthlyTimes(start, end) : evenTimes(start, end, points);

/**
 * Returns the start, each month after it, and the end; evenly spaced times if there are more than
 * `MAX_STEPS`.
 */
export function monthlyTimes(start: bigint, end: bigint): bigint[] {
  const times = [start];
  for (let months = 1; times.length < MAX_STEPS; months++) {
    const time = addMonths(start, months);
    if (time >= end) return [...times, end];
    times.push(time);
  }
  return evenTimes(start, end, MAX_STEPS);
}

/**
 * Returns the vesting curve of an amount, without cancellation and releases. The rows are monthly from
 * `startTime`, or at `points` (2 to 500) evenly spaced times. There are at most 1,200 rows, the last at
 * `endTime`.
 * @throws RangeError when the times are out of order, or `points` is out of range.
 */
export function vestingCurve(
  schedule: Omit<Schedule, "milestoneIdx"> & { amount: bigint; points?: number },
): VestingCurve {
  if (!isOrderedSchedule(schedule)) throw new RangeError("Times must run start ≤ cliff ≤ end.");
  return getCurve([schedule], schedule);
}

/** Returns the same curve for the leaves of one allocation, from its start to the end of the last leaf. */
export function allocationCurve(
  leaves: readonly (Omit<Schedule, "milestoneIdx"> & { amount: bigint })[],
  points?: number,
): VestingCurve {
  const [first] = leaves;
  const endTime = leaves.reduce(
    (last, leaf) => (leaf.endTime > last ? leaf.endTime : last),
    first?.endTime ?? 0n,
  );
  if (!first || first.startTime > endTime)
    throw new RangeError("An allocation must have leaves that end after its start.");
  const amount = leaves.reduce((sum, leaf) => sum + leaf.amount, 0n);
  return getCurve(leaves, { startTime: first.startTime, endTime, amount, points });
}

type CurveSpan = { startTime: bigint; endTime: bigint; amount: bigint; points?: number | undefined };

function getCurve(
  leaves: readonly VestingTerms[],
  { startTime, endTime, amount, points }: CurveSpan,
): VestingCurve {
  if (
    points !== undefined &&
    !(Number.isInteger(points) && points >= FEWEST_POINTS && points <= MAX_POINTS)
  ) {
    throw new RangeError(`points must be an integer from ${FEWEST_POINTS} to ${MAX_POINTS}.`);
  }
  const times = startTime === endTime ? [endTime] : stepTimes(startTime, endTime, points);
  let before = 0n;
  const breakdown = times.map((time) => {
    const cumulative = vestedTogether(leaves, time);
    const vested = cumulative - before;
    before = cumulative;
    return { date: isoDate(time), time, vested, cumulative, percent: calculatePercent(cumulative, amount) };
  });
  const durationDays = Number(((endTime - startTime) * 100n) / DAY_SECONDS) / 100;
  return { totalAmount: amount, durationDays, breakdown };
}

/** Returns the vested amount of several leaves together at a time, in base units. */
export const vestedTogether = (leaves: readonly VestingTerms[], now: bigint): bigint =>
  leaves.reduce((sum, leaf) => sum + vestedAmount(leaf, { now, cancelledAt: null }), 0n);

/**
 * The Gregorian calendar repeats every 400 years. Times are folded into one such cycle, so that Date supports
 * every i64 time.
 */
const CYCLE_SECONDS = 12_622_780_800n;
const CYCLE_YEARS = 400n;

function fold(time: bigint): { cycles: bigint; date: Date } {
  const rest = time % CYCLE_SECONDS;
  const within = rest < 0n ? rest + CYCLE_SECONDS : rest;
  return { cycles: (time - within) / CYCLE_SECONDS, date: new Date(Number(within) * 1000) };
}

/** Returns unix seconds as an ISO 8601 date and time in UTC; years beyond four digits have a sign. */
export function isoDate(time: bigint): string {
  const { cycles, date } = fold(time);
  const year = BigInt(date.getUTCFullYear()) + cycles * CYCLE_YEARS;
  const rest = date.toISOString().slice(4);
  if (year >= 0n && year <= 9999n) return `${year.toString().padStart(4, "0")}${rest}`;
  const digits = (year < 0n ? -year : year).toString().padStart(6, "0");
  return `${year < 0n ? "-" : "+"}${digits}${rest}`;
}

/**
 * Returns the same time of day `months` calendar months later in UTC. If that month lacks the day, the
 * function returns its last day. Each month is counted from the start, so a later month has the original day
 * again.
 */
export function addMonths(time: bigint, months: number): bigint {
  const { cycles, date } = fold(time);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), lastDay);
  const secondsOfDay = (date.getTime() / 1000) % 86_400;
  return cycles * CYCLE_SECONDS + BigInt(Date.UTC(year, month, day) / 1000 + secondsOfDay);
}
