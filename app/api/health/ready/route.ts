import { z } from "zod";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { checkHealth } from "@/lib/service/monitoring/health";

/**
 * GET /api/health/ready — whether requests may be sent here: the database answers. The ledger does not count, since what is
 * indexed is served without it, and no other instance would have it either.
 */
export const GET = route(
  {
    summary: "Whether this process can answer requests",
    limit: "none",
    status: [200, 503],
    response: z
      .object({ ready: z.boolean().describe("whether the database answers") })
      .meta({ id: "Readiness" }),
  },
  async ({ services }) => {
    const { db } = await checkHealth(services);
    const headers = { "cache-control": "no-store", ...(!db && { "retry-after": "5" }) };
    return reply(db ? 200 : 503, { ready: db }, headers);
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
