import { z } from "zod";
import { SCHEDULE_TEMPLATES } from "@/lib/core/vesting/templates";
import { meantView, toMeantView } from "@/lib/core/views/meant";
import { otherMethods } from "@/lib/service/http/methods";
import { FixedReply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";

const response = z.object({
  templates: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string().describe("what unlocks when, in words"),
      releaseType: z.int().min(0).max(2),
      params: z.object({ cliffDays: z.int(), durationDays: z.int() }),
      schedule: meantView
        .nullable()
        .describe(
          "what simulate-vesting and prepare take as their schedule, where one leaf of releaseType and params cannot hold the words",
        ),
    }),
  ),
});

const TEMPLATES = new FixedReply({
  templates: SCHEDULE_TEMPLATES.map(({ meant, ...template }) => ({
    ...template,
    schedule: meant && toMeantView(meant),
  })),
});

/** GET /api/schedule-templates — preset schedules, durations in days, and in months where several leaves make one. */
export const GET = route({ summary: "List preset schedules", response }, () => TEMPLATES);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
