import { z } from "zod";
import { isAdmin } from "@/lib/service/auth/admin";
import { checkHealth } from "@/lib/service/health";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { observedSetup } from "@/lib/service/setup/observed";
import { reviewSetup } from "@/lib/service/setup/review-setup";

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
  setup: z
    .array(
      z.object({
        setting: z.string(),
        weight: z.enum(["fault", "warning"]),
        says: z.string(),
        mend: z.string(),
      }),
    )
    .optional()
    .describe("what is wrong with the settings; for requests with the admin key"),
});

/** GET /api/health — whether database and ledger answer; 503 when one does not. */
export const GET = route(
  { summary: "Check database and ledger", limit: "none", response },
  async ({ services, request }) => {
    const health = await checkHealth(services);
    const setup = isAdmin(request, services.env) && {
      setup: [...reviewSetup(services.env), ...observedSetup()],
    };
    return reply(
      health.status === "ok" ? 200 : 503,
      { ...health, ...setup },
      { "cache-control": "no-store" },
    );
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
