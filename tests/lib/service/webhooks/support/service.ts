import { followLogs } from "@/lib/service/chain/follow-logs";
import { readEnv } from "@/lib/service/env";
import { followNetwork } from "@/lib/service/indexer/follower";
import { indexerContext } from "@/lib/service/indexer/requests";
import { openServices, provideServices, rpcUrls } from "@/lib/service/services";
import { startDeliverer } from "@/lib/service/webhooks/deliverer";
import { serveRoutes } from "@/tests/support/routes";

/**
 * A process of the service without its pages, which the test kills: the API, the follower with frequent runs,
 * and the deliverer.
 */
const env = readEnv();
const { services } = await openServices(env);
provideServices(services);
followNetwork(indexerContext(services), {
  intervalMs: 500,
  timeLimitMs: env.SYNC_BUDGET_MS,
  follow: (listeners) =>
    followLogs({
      urls: rpcUrls(env),
      programId: env.VESTING_PROGRAM_ID,
      log: services.log,
      ...listeners,
    }),
});
// The lease covers a killed process's unfinished deliveries: its receiver answers at once, or is away.
startDeliverer(services, { leaseMs: 10_000, pollIntervalMs: 100 });
process.send?.((await serveRoutes()).url);
process.once("disconnect", () => process.exit(1));
