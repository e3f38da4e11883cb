import * as z from "zod";
import { baseUnits, unixSeconds } from "@/lib/contract/field-schemas";
import { i64, releaseType, u64 } from "@/lib/contract/parameters";
import { scheduleSpecInput } from "@/lib/contract/schedule-spec";
import { isObjectGiven } from "@/lib/core/validation";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { simulateVesting, TIMES } from "@/lib/service/registration/simulate-vesting";

/** An amount of 0 unlocks nothing, so it is an error. */
const amount = u64.refine((value) => value > 0n, {
  message: "The amount must be greater than zero.",
  abort: true,
});
const times = {
  releaseType: releaseType.optional().describe("0 cliff, 1 linear, 2 milestone; instead of a schedule"),
  cliffTime: i64.optional().describe("time before which nothing unlocks; unix seconds"),
  endTime: i64.optional().describe("time when everything has unlocked; unix seconds"),
};
const fields = z.object({
  amount: amount.describe("amount that vests; base units"),
  startTime: i64.describe("start of vesting; unix seconds"),
  ...times,
  schedule: scheduleSpecInput.optional().describe("instead of releaseType, cliffTime and endTime"),
  points: z
    .int()
    .min(2)
    .max(500)
    .optional()
    .describe("number of even steps in the breakdown; monthly by default"),
  at: i64.optional().describe("additional time to evaluate; unix seconds"),
});
const body = TIMES.reduce(
  (schema, field) =>
    schema.refine(({ schedule, [field]: time }) => (schedule === undefined) !== (time === undefined), {
      path: [field],
      message: "must be given, or schedule instead, but not both",
      // Also runs beside other invalid fields, so that the error names all of them.
      when: isObjectGiven,
    }),
  fields,
).meta({ id: "SimulationRequest" });

const step = { time: unixSeconds("the evaluated time"), vested: baseUnits("amount vested by then") };
const schedule = {
  releaseType: releaseType.describe("0 cliff, 1 linear, 2 milestone"),
  startTime: unixSeconds("start of vesting"),
  cliffTime: unixSeconds("time before which nothing unlocks"),
  endTime: unixSeconds("time when everything has unlocked"),
};
const response = z
  .object({
    schedule: z
      .object(schedule)
      .meta({ id: "LeafSchedule" })
      .describe("for a schedule in months: its last leaf, with the first cliff"),
    totalAmount: baseUnits("amount that vests"),
    durationDays: z.number().describe("days from the start to the end"),
    breakdown: z
      .array(
        z
          .object({
            date: z.string().describe("the time in UTC, in ISO 8601"),
            time: step.time,
            vested: baseUnits("amount that vests in this step"),
            cumulative: baseUnits("amount vested by then"),
            percent: z.number().describe("share of the amount vested by then"),
          })
          .meta({ id: "VestingStep" }),
      )
      .describe("by month, or at even points; at most 1,200 entries, the last at the end"),
    at: z
      .object(step)
      .meta({ id: "VestedAmount" })
      .nullable()
      .describe("result for the additional time; null without one"),
    leaves: z
      .array(z.object({ amount: baseUnits("amount of the leaf"), ...schedule }).meta({ id: "SimulatedLeaf" }))
      .optional()
      .describe("leaves of a schedule in months"),
    words: z.string().optional().describe("description of a schedule in months"),
  })
  .meta({ id: "VestingSimulation" });

/**
 * POST /api/simulate-vesting — simulates the vesting of an amount under a schedule, by month or at even
 * steps.
 */
export const POST = route({ summary: "Simulates a vesting curve", body, response, limit: 30 }, ({ body }) =>
  simulateVesting(body),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
