import { z } from "zod";
import { checkHealth } from "@/lib/service/health";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";

const response = z.object({
  status: z.enum(["ok", "degraded", "down"]),
  db: z.boolean(),
  rpc: z.boolean(),
  version: z.string(),
  timestamp: z.int(),
  indexer: z.object({
    lastSyncedSlot: z.string(),
    lastSyncTimestamp: z.string(),
    lagSeconds: z.int().nullable(),
  }),
  standby: z
    .enum(["used", "behind", "away", "foreign"])
    .optional()
    .describe("where DATABASE_READ_URL is set"),
});

/** GET /api/health — whether database and ledger answer; 503 when one does not. */
export const GET = route(
  { summary: "Check database and ledger", limit: "none", response },
  async ({ services }) => {
    const health = await checkHealth(services);
    return reply(health.status === "ok" ? 200 : 503, health, { "cache-control": "no-store" });
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
