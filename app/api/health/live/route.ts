import * as z from "zod";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";

/**
 * GET /api/health/live — whether the process is running. Checks no dependencies, so that their failure causes
 * no restart.
 */
export const GET = route(
  {
    summary: "Returns whether this process is alive",
    limit: "none",
    response: z.object({ status: z.literal("ok").describe("it turns") }).meta({ id: "Liveness" }),
  },
  () => reply(200, { status: "ok" }, { "cache-control": "no-store" }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
