import { validationError } from "@/lib/core/validation";
import { allocationCurve, vestedTogether, vestingCurve } from "@/lib/core/vesting/curve";
import { isOrderedSchedule, type ReleaseType } from "@/lib/core/vesting/leaf";
import { composeAllocation } from "@/lib/core/vesting/schedule-spec/compose";
import { readScheduleSpec } from "@/lib/core/vesting/schedule-spec/read-schedule-spec";
import { SCHEDULE_SPEC_FIELDS, type ScheduleSpecField } from "@/lib/core/vesting/schedule-spec/schedule-spec";
import { scheduleSpecWords } from "@/lib/core/vesting/schedule-spec/unlock-phrases";

type SimulationParams = {
  amount: bigint;
  startTime: bigint;
  releaseType?: ReleaseType | undefined;
  cliffTime?: bigint | undefined;
  endTime?: bigint | undefined;
  schedule?: Partial<Record<ScheduleSpecField, string | number | undefined>> | undefined;
  points?: number | undefined;
  at?: bigint | undefined;
};

/**
 * Returns the response of POST /api/simulate-vesting; a query has all of `TIMES`, or a schedule in months. Throws
 * VALIDATION_ERROR for an impossible schedule.
 */
export function simulateVesting(query: SimulationParams) {
  return query.schedule === undefined
    ? simulateTimes(query as SimulationParams & Times)
    : simulateMonths(query, query.schedule);
}

/** The fields that are given instead of a schedule in months. */
export const TIMES = ["releaseType", "cliffTime", "endTime"] as const;

function simulateTimes({ amount, points, at, ...rest }: SimulationParams & Times) {
  const { releaseType, startTime, cliffTime, endTime } = rest;
  const schedule = { releaseType, startTime, cliffTime, endTime };
  refuseUnordered(schedule);
  const leaf = { amount, ...schedule };
  return {
    schedule,
    ...vestingCurve({ ...leaf, ...(points !== undefined && { points }) }),
    at: atTime([leaf], at),
  };
}

type Times = { releaseType: ReleaseType; startTime: bigint; cliffTime: bigint; endTime: bigint };

function refuseUnordered(schedule: Times): void {
  if (!isOrderedSchedule(schedule)) {
    throw validationError([{ path: "cliffTime", message: "must not be before startTime or after endTime" }]);
  }
}

function simulateMonths(query: SimulationParams, schedule: NonNullable<SimulationParams["schedule"]>) {
  const { amount, startTime, points, at } = query;
  const reading = readScheduleSpec((field) => (schedule[field] === undefined ? "" : String(schedule[field])));
  if ("errors" in reading) {
    throw validationError(
      reading.errors.map(({ field, message }) => ({ path: `schedule.${field}`, message })),
    );
  }
  const { spec: scheduleSpec } = reading;
  const composed = composeAllocation({ beneficiary: "", amount, startTime, ...scheduleSpec });
  if ("error" in composed) {
    const { field, message } = composed.error;
    const isScheduleSpec = SCHEDULE_SPEC_FIELDS.some((name) => name === field);
    throw validationError([{ path: isScheduleSpec ? `schedule.${field}` : field, message }]);
  }
  const leaves = composed.leaves.map(({ beneficiary: _, milestoneIdx: __, ...leaf }) => leaf);
  const { releaseType, endTime } = leaves.at(-1) as (typeof leaves)[number];
  const cliffTime = leaves[0]?.cliffTime ?? startTime;
  return {
    schedule: { releaseType, startTime, cliffTime, endTime },
    ...allocationCurve(leaves, points),
    at: atTime(leaves, at),
    leaves,
    words: scheduleSpecWords(scheduleSpec, startTime),
  };
}

const atTime = (leaves: Parameters<typeof vestedTogether>[0], at: bigint | undefined) =>
  at === undefined ? null : { time: at, vested: vestedTogether(leaves, at) };
