import { z } from "zod";
import { type MeantSchedule, MOST_MONTHS, STEPS } from "@/lib/core/vesting/meant/meant-schedule";

const percent = z.number().min(0).max(100);
const months = z.int().min(0).max(MOST_MONTHS);

/** A schedule spec in shares and months, as in the templates and in requests. */
export const meantView = z
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
export type MeantView = z.infer<typeof meantView>;

/** The same for input with optional fields: shares and months default to 0, steps to linear. */
export const meantInput = meantView
  .partial()
  .required({ durationMonths: true })
  .meta({ id: "ScheduleInput" });

export const toMeantView = (meant: MeantSchedule): MeantView => ({
  upfrontPercent: meant.upfrontShare / 100,
  cliffPercent: meant.cliffShare / 100,
  cliffMonths: meant.cliffMonths,
  durationMonths: meant.durationMonths,
  steps: meant.steps,
});
