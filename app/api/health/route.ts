import { z } from "zod";
import { isAdmin } from "@/lib/service/auth/admin";
import { checkHealth } from "@/lib/service/health";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { observedSetup } from "@/lib/service/setup/observed";
import { reviewSetup } from "@/lib/service/setup/review-setup";

const response = z.object({
  status: z
    .enum(["ok", "degraded", "down"])
    .describe("degraded without the ledger, down without the database"),
  db: z.boolean().describe("whether the database answers"),
  rpc: z.boolean().describe("whether the ledger answers"),
  version: z.string().describe("of the service"),
  timestamp: z.int().describe("when this was found; unix seconds"),
  indexer: z
    .object({
      lastSyncedSlot: z.string().describe("the slot up to which all is indexed; u64 as a decimal string"),
      lastSyncTimestamp: z.string().describe("when that was; unix seconds as a decimal string"),
      lagSeconds: z.int().nullable().describe("seconds since then; null before the first run"),
    })
    .describe("how far the index has come"),
  standby: z
    .enum(["used", "behind", "away", "foreign"])
    .optional()
    .describe("how the stand-by database is; where DATABASE_READ_URL is set"),
  setup: z
    .array(
      z.object({
        setting: z.string().describe("its name"),
        weight: z.enum(["fault", "warning"]).describe("how bad it is"),
        says: z.string().describe("what is wrong"),
        mend: z.string().describe("what to do"),
      }),
    )
    .optional()
    .describe("what is wrong with the settings; for requests with the admin key"),
});

/** GET /api/health — whether database and ledger answer; 503 when one does not. */
export const GET = route(
  { summary: "Check database and ledger", limit: "none", status: [200, 503], response },
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
