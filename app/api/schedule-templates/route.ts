import { z } from "zod";
import { scheduleSpecView, toScheduleSpecView } from "@/lib/contract/schedule-spec";
import { SCHEDULE_TEMPLATES } from "@/lib/core/vesting/templates";
import { otherMethods } from "@/lib/service/http/methods";
import { FixedReply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";

const response = z
  .object({
    templates: z
      .array(
        z
          .object({
            id: z.string().describe("the template's own name, which stays"),
            name: z.string().describe("what it is called"),
            description: z.string().describe("what unlocks when, in words"),
            releaseType: z.int().min(0).max(2).describe("0 cliff, 1 linear, 2 milestone"),
            params: z
              .object({
                cliffDays: z.int().describe("days from the start to the cliff"),
                durationDays: z.int().describe("days from the start until all has vested"),
              })
              .meta({ id: "TemplateParams" })
              .describe("the schedule of one leaf"),
            schedule: scheduleSpecView
              .nullable()
              .describe(
                "what simulate-vesting and prepare take as their schedule, where one leaf of releaseType and params cannot hold the words",
              ),
          })
          .meta({ id: "ScheduleTemplate" }),
      )
      .describe("in the order in which they are to be offered"),
  })
  .meta({ id: "ScheduleTemplateList" });

const TEMPLATES = new FixedReply({
  templates: SCHEDULE_TEMPLATES.map(({ meant, ...template }) => ({
    ...template,
    schedule: meant && toScheduleSpecView(meant),
  })),
});

/**
 * GET /api/schedule-templates — schedule templates with durations in days, and in months for templates with
 * several leaves.
 */
export const GET = route({ summary: "List preset schedules", response }, () => TEMPLATES);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
