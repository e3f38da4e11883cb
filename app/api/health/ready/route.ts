import * as z from "zod";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { checkHealth } from "@/lib/service/monitoring/health";

/**
 * GET /api/health/ready — whether the process can serve requests, that is, whether the database responds. The
 * RPC node does not count: indexed data is available without it, and every other instance has the same node.
 */
export const GET = route(
  {
    summary: "Returns whether this process can serve requests",
    limit: "none",
    status: [200, 503],
    response: z
      .object({ ready: z.boolean().describe("whether the database responds") })
      .meta({ id: "Readiness" }),
  },
  async ({ services }) => {
    const { db } = await checkHealth(services);
    const headers = { "cache-control": "no-store", ...(!db && { "retry-after": "5" }) };
    return reply(db ? 200 : 503, { ready: db }, headers);
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
