import { followLogs } from "@/lib/service/chain/follow-logs";
import { rpcUrls, type Services } from "@/lib/service/services";
import { type Follower, followLedger } from "./follower";
import { indexerContext } from "./requests";

/** Keeps the index of a self-hosted process up to date with its ledger. */
export function startFollower(services: Services): Follower {
  const { env, log } = services;
  return followLedger(indexerContext(services), {
    budgetMs: env.SYNC_BUDGET_MS,
    follow: (listeners) =>
      followLogs({ urls: rpcUrls(env), programId: env.VESTING_PROGRAM_ID, log, ...listeners }),
  });
}
