import { z } from "zod";
import { i64, releaseType, u64 } from "@/lib/contract/parameters";
import { scheduleSpecInput } from "@/lib/contract/schedule-spec";
import { baseUnits, unixSeconds } from "@/lib/contract/wire";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { simulateVesting } from "@/lib/service/registration/simulate-vesting";

/** An amount of 0 unlocks nothing, so it is an error. */
const amount = u64.refine((value) => value > 0n, {
  message: "The amount must be greater than zero.",
  abort: true,
});
const times = {
  releaseType: releaseType.optional().describe("0 cliff, 1 linear, 2 milestone; in place of a schedule"),
  cliffTime: i64.optional().describe("before which nothing unlocks; unix seconds"),
  endTime: i64.optional().describe("when all has unlocked; unix seconds"),
};
const body = z
  .object({
    amount: amount.describe("what vests; base units"),
    startTime: i64.describe("when it begins to vest; unix seconds"),
    ...times,
    schedule: scheduleSpecInput.optional().describe("in place of releaseType, cliffTime and endTime"),
    points: z.int().min(2).max(500).optional().describe("even steps of the breakdown; by month without it"),
    at: i64.optional().describe("a moment to be answered apart; unix seconds"),
  })
  .meta({ id: "SimulationRequest" });

const step = { time: unixSeconds("the moment"), vested: baseUnits("what has vested by then") };
const schedule = {
  releaseType: releaseType.describe("0 cliff, 1 linear, 2 milestone"),
  startTime: unixSeconds("when it begins to vest"),
  cliffTime: unixSeconds("before which nothing unlocks"),
  endTime: unixSeconds("when all has unlocked"),
};
const response = z
  .object({
    schedule: z
      .object(schedule)
      .meta({ id: "LeafSchedule" })
      .describe("of a schedule in months: its last leaf, with the first cliff"),
    totalAmount: baseUnits("what vests"),
    durationDays: z.number().describe("days from the start to the end"),
    breakdown: z
      .array(
        z
          .object({
            date: z.string().describe("the moment in UTC, as ISO 8601 writes it"),
            time: step.time,
            vested: baseUnits("what vests in this step"),
            cumulative: baseUnits("what has vested by then"),
            percent: z.number().describe("of the amount, by then"),
          })
          .meta({ id: "VestingStep" }),
      )
      .describe("by month, or at even points; at most 1,200 entries, the last at the end"),
    at: z
      .object(step)
      .meta({ id: "VestedAmount" })
      .nullable()
      .describe("the moment that was asked for; null for none"),
    leaves: z
      .array(
        z.object({ amount: baseUnits("what the leaf gives"), ...schedule }).meta({ id: "SimulatedLeaf" }),
      )
      .optional()
      .describe("what a schedule in months is composed of"),
    words: z.string().optional().describe("what unlocks when, of a schedule in months"),
  })
  .meta({ id: "VestingSimulation" });

/**
 * POST /api/simulate-vesting — simulates the vesting of an amount under a schedule, by month or at even
 * steps.
 */
export const POST = route({ summary: "Simulate a vesting curve", body, response, limit: 30 }, ({ body }) =>
  simulateVesting(body),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
