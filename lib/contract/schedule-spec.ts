import * as z from "zod";
import { MAX_MONTHS, type RequestableSpec, STEPS } from "@/lib/core/vesting/schedule-spec/schedule-spec";

const percent = z.number().min(0).max(100);
const months = z.int().min(0).max(MAX_MONTHS);

/** A schedule spec in shares and months, as in the templates and in requests. */
export const scheduleSpecView = z
  .object({
    upfrontPercent: percent.describe("share that unlocks at the start; at most two decimal places"),
    cliffPercent: percent.describe("share that unlocks at the cliff; at most two decimal places"),
    cliffMonths: months.describe(
      "calendar months in UTC from the start; a missing day becomes the last day of the month",
    ),
    durationMonths: months.describe("months from the start until everything is unlocked"),
    steps: z.enum(STEPS).describe("unlock interval of the rest after the cliff; linear unlocks every second"),
  })
  .meta({ id: "Schedule" });
export type ScheduleSpecView = z.infer<typeof scheduleSpecView>;

/** The same for input with optional fields: shares and months default to 0, steps to linear. */
export const scheduleSpecInput = scheduleSpecView
  .partial()
  .required({ durationMonths: true })
  .meta({ id: "ScheduleInput" });

export const toScheduleSpecView = (scheduleSpec: RequestableSpec): ScheduleSpecView => ({
  upfrontPercent: scheduleSpec.upfrontShare / 100,
  cliffPercent: scheduleSpec.cliffShare / 100,
  cliffMonths: scheduleSpec.cliffMonths,
  durationMonths: scheduleSpec.durationMonths,
  steps: scheduleSpec.steps,
});
