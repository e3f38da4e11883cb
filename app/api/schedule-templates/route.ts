import * as z from "zod";
import { scheduleSpecView, toScheduleSpecView } from "@/lib/contract/schedule-spec";
import { SCHEDULE_TEMPLATES } from "@/lib/core/vesting/templates";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

const response = z
  .object({
    templates: z
      .array(
        z
          .object({
            id: z.string().describe("stable ID of the template"),
            name: z.string().describe("name of the template"),
            description: z.string().describe("description of the schedule"),
            releaseType: z.int().min(0).max(2).describe("0 cliff, 1 linear, 2 milestone"),
            params: z
              .object({
                cliffDays: z.int().describe("days from the start to the cliff"),
                durationDays: z.int().describe("days from the start until everything has vested"),
              })
              .meta({ id: "TemplateParams" })
              .describe("schedule of one leaf"),
            schedule: scheduleSpecView
              .nullable()
              .describe(
                "schedule for simulate-vesting and prepare, if one leaf with releaseType and params cannot express the template",
              ),
          })
          .meta({ id: "ScheduleTemplate" }),
      )
      .describe("in display order"),
  })
  .meta({ id: "ScheduleTemplateList" });

const TEMPLATES = {
  templates: SCHEDULE_TEMPLATES.map(({ meant: _deprecated, schedule, ...template }) => ({
    ...template,
    schedule: schedule && toScheduleSpecView(schedule),
  })),
};

/**
 * GET /api/schedule-templates — schedule templates with durations in days, and in months for templates with
 * several leaves.
 */
export const GET = route({ summary: "Lists schedule templates", response }, () => TEMPLATES);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
