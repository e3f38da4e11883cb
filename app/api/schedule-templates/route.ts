import { z } from "zod";
import { SCHEDULE_TEMPLATES } from "@/lib/core/vesting/templates";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

const response = z.object({
  templates: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      releaseType: z.int().min(0).max(2),
      params: z.object({ cliffDays: z.int(), durationDays: z.int() }),
    }),
  ),
});

/** GET /api/schedule-templates — preset schedules, durations in days. */
export const GET = route({ summary: "List preset schedules", response }, () => ({
  templates: SCHEDULE_TEMPLATES,
}));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
