import { healthView } from "@/lib/contract/health";
import { isAdmin } from "@/lib/service/auth/admin";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { checkHealth, type Health } from "@/lib/service/monitoring/health";
import { observedSetup } from "@/lib/service/setup/observed";
import { reviewSetup } from "@/lib/service/setup/review-setup";
import { findUnknownSettings } from "@/lib/service/setup/unknown-settings";

/**
 * GET /api/health — whether the database responds and stores data, and the RPC node responds; 503 if one of
 * them fails. A problem of the index alone returns 200 and `degraded`, so that load balancers keep sending
 * requests.
 */
export const GET = route(
  { summary: "Checks the database and the network", limit: "none", status: [200, 503], response: healthView },
  async ({ services, request }) => {
    const health = { ...(await checkHealth(services)), timestamp: Number(services.now()) };
    const setup = isAdmin(request, services.env)
      ? [...reviewSetup(services.env), ...findUnknownSettings(), ...observedSetup()]
      : undefined;
    return answer(health, setup);
  },
);

/** Returns configuration findings and details of problems only to the operator. */
const answer = (health: Health, setup: object[] | undefined) =>
  reply(
    health.db && health.writable && health.rpc ? 200 : 503,
    setup ? { ...health, setup } : withoutDetails(health),
    { "cache-control": "no-store" },
  );

const withoutDetails = ({ indexer, ...health }: Health) => ({
  ...health,
  indexer: { ...indexer, problems: indexer.problems.map(({ code, count }) => ({ code, count })) },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
