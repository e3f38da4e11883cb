import { z } from "zod";
import { MAX_MONTHS, type ScheduleSpec, STEPS } from "@/lib/core/vesting/schedule-spec/schedule-spec";

const percent = z.number().min(0).max(100);
const months = z.int().min(0).max(MAX_MONTHS);

/** A schedule spec in shares and months, as in the templates and in requests. */
export const scheduleSpecView = z
  .object({
    upfrontPercent: percent.describe("unlocks at the start; two decimals at most"),
    cliffPercent: percent.describe("unlocks at the cliff; two decimals at most"),
    cliffMonths: months.describe(
      "calendar months in UTC from the start; a day that a month lacks is its last",
    ),
    durationMonths: months.describe("from the start until all has unlocked"),
    steps: z.enum(STEPS).describe("how the rest unlocks after the cliff: linear is by the second"),
  })
  .meta({ id: "Schedule" });
export type ScheduleSpecView = z.infer<typeof scheduleSpecView>;

/** The same for input with optional fields: shares and months default to 0, steps to linear. */
export const scheduleSpecInput = scheduleSpecView
  .partial()
  .required({ durationMonths: true })
  .meta({ id: "ScheduleInput" });

export const toScheduleSpecView = (meant: ScheduleSpec): ScheduleSpecView => ({
  upfrontPercent: meant.upfrontShare / 100,
  cliffPercent: meant.cliffShare / 100,
  cliffMonths: meant.cliffMonths,
  durationMonths: meant.durationMonths,
  steps: meant.steps,
});
