import type { PriorityFeeView } from "@/lib/contract/operations";
import { chooseVersion, hasRoomForPriorityFee, type SupportedVersions } from "@/lib/core/plans/pack-plans";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import type { PriorityChoice } from "@/lib/core/plans/priority-choices";
import { calculatePriorityFee, withPriorityFee, writtenAccounts } from "@/lib/core/plans/priority-fee";
import { type RecentBlockhash, unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { type Chain, REQUEST_DEADLINE } from "@/lib/service/chain/chain";
import type { Env } from "@/lib/service/env";

type FeeRequest = {
  chain: Pick<Chain, "getRecentPrices" | "simulate">;
  env: Pick<Env, "PRIORITY_FEE" | "MAX_PRIORITY_FEE_SOL">;
  /** The choice of the request; the setting applies if the request has none. */
  choice: PriorityChoice | null | undefined;
  recent: RecentBlockhash;
  supported: SupportedVersions;
};

/** The versions of a built claim by default. */
export const WITHOUT_VERSION_1: SupportedVersions = ["legacy", 0];

/**
 * Returns the plan with the requested priority fee. `priorityFee` is absent if none is requested, and null if
 * the transaction has no room for it.
 */
export async function addPriorityFee(
  plan: TransactionPlan,
  { chain, env, choice, recent, supported }: FeeRequest,
): Promise<{ plan: TransactionPlan; priorityFee?: PriorityFeeView | null }> {
  const level = choice ?? env.PRIORITY_FEE;
  if (level === "none") return { plan };
  const version = chooseVersion(plan, supported);
  if (!hasRoomForPriorityFee(plan, version)) return { plan, priorityFee: null };
  const bytes = Buffer.from(unsignedBytes(plan, recent, version)).toString("base64");
  const [recentPrices, { err, unitsConsumed }] = await Promise.all([
    chain.getRecentPrices(writtenAccounts(plan), REQUEST_DEADLINE),
    chain.simulate(bytes, REQUEST_DEADLINE),
  ]);
  const fee = calculatePriorityFee(plan, {
    ...{ level, recentPrices, maxLamports: env.MAX_PRIORITY_FEE_SOL },
    // A failed simulation stops early, so its compute units are not those of the transaction.
    unitsConsumed: err === null ? unitsConsumed : null,
  });
  const { computeUnitLimit, computeUnitPrice, lamports } = fee;
  return {
    plan: withPriorityFee(plan, fee),
    priorityFee: {
      ...{ level, computeUnitLimit },
      ...{ computeUnitPrice: computeUnitPrice.toString(), lamports: lamports.toString() },
    },
  };
}
