import { addMonths } from "@/lib/core/vesting/curve";
import { type ScheduleSpec, WHOLE_SHARE } from "./schedule-spec";

type StepPlan = Pick<ScheduleSpec, "cliffMonths" | "durationMonths">;
type Span = { from: bigint; to: bigint };

const DAY_SECONDS = 86_400n;

/** Returns the time of a monthly step, in unix seconds. The first step has the number 1. */
const stepTime = ({ cliffMonths }: StepPlan, startTime: bigint, step: number) =>
  addMonths(startTime, cliffMonths + step);

/**
 * Returns the earliest span, in whole days after the first step, in which a linear unlock is never ahead of
 * monthly steps. The span is as long as the steps together. Before step k + 1, at most k of n steps may have
 * unlocked. Months differ in length, so the span begins up to a few days after the first step.
 */
export function spanBehindMonthly(plan: StepPlan, startTime: bigint): Span {
  const count = plan.durationMonths - plan.cliffMonths;
  const first = stepTime(plan, startTime, 1);
  const length = stepTime(plan, startTime, count + 1) - first;
  let delay = 0n;
  for (let step = 1; step < count; step++) {
    const reached = (length * BigInt(step)) / BigInt(count);
    const needed = stepTime(plan, startTime, step + 1) - first - reached;
    if (needed > delay) delay = needed;
  }
  const from = first + ((delay + DAY_SECONDS - 1n) / DAY_SECONDS) * DAY_SECONDS;
  return { from, to: from + length };
}

/**
 * The largest differences of a linear unlock to monthly steps, in hundredths of a percent of the whole
 * allocation, rounded up. `lateDays` is the delay of the last unlock.
 */
export type PlanDifference = Span & { ahead: number; behind: number; lateDays: number };

/** Compares a linear unlock of the rest over a span with monthly steps after the cliff. */
export function differenceToMonthly(
  spec: ScheduleSpec,
  startTime: bigint,
  { from, to }: Span,
): PlanDifference {
  const count = spec.durationMonths - spec.cliffMonths;
  const rest = BigInt(WHOLE_SHARE - spec.upfrontShare - spec.cliffShare);
  const length = to - from;
  // Differences have the denominator `length * count`. They are largest at a step and just before a step.
  let ahead = 0n;
  let behind = 0n;
  for (let step = 1; step <= count; step++) {
    const time = stepTime(spec, startTime, step);
    const linear = BigInt(count) * clamp(time - from, length);
    const [before, after] = [BigInt(step - 1) * length, BigInt(step) * length];
    if (linear - before > ahead) ahead = linear - before;
    if (after - linear > behind) behind = after - linear;
  }
  const share = (difference: bigint) => {
    const whole = length * BigInt(count);
    return Number((rest * difference + whole - 1n) / whole);
  };
  const late = to - stepTime(spec, startTime, count);
  const lateDays = Number((late + DAY_SECONDS - 1n) / DAY_SECONDS);
  return { from, to, ahead: share(ahead), behind: share(behind), lateDays };
}

const clamp = (value: bigint, max: bigint) => (value < 0n ? 0n : value > max ? max : value);
