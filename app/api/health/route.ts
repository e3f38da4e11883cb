import { healthView } from "@/lib/core/views/health";
import { isAdmin } from "@/lib/service/auth/admin";
import { checkHealth, type Health } from "@/lib/service/health";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { observedSetup } from "@/lib/service/setup/observed";
import { reviewSetup } from "@/lib/service/setup/review-setup";

/** GET /api/health — whether database and ledger answer; 503 when one does not. */
export const GET = route(
  { summary: "Check database and ledger", limit: "none", status: [200, 503], response: healthView },
  ({ services, request }) => {
    const health = checkHealth(services);
    const setup = isAdmin(request, services.env)
      ? [...reviewSetup(services.env), ...observedSetup()]
      : undefined;
    return health instanceof Promise ? health.then((made) => answer(made, setup)) : answer(health, setup);
  },
);

const answer = (health: Health, setup: object[] | undefined) =>
  reply(health.status === "ok" ? 200 : 503, setup ? { ...health, setup } : health, {
    "cache-control": "no-store",
  });

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
