import type { PendingCampaign } from "@/components/drafts/pending-store";
import { planCreateCampaign, planCreateStream } from "@/lib/core/plans/create-campaign";
import type { TransactionPlan } from "@/lib/core/plans/plan";

/**
 * Returns all transactions of a campaign that is not on the Solana network yet, in order. A single leaf makes
 * a stream.
 */
export function creationPlans(pending: PendingCampaign): TransactionPlan[] {
  const { leaves } = pending;
  if (leaves.length === 1) return [planCreateStream({ ...pending, ...leaves.at(0) })];
  return planCreateCampaign({ ...pending, leafCount: pending.leaves.length });
}
