import type { PendingCampaign } from "@/components/drafts/pending-store";
import { planCreateCampaign, planCreateStream } from "@/lib/core/plans/create-campaign";
import type { TransactionPlan } from "@/lib/core/plans/plan";

/** All transactions of a campaign that the ledger knows nothing of, in order; one leaf makes it a stream. */
export function creationPlans(pending: PendingCampaign): TransactionPlan[] {
  const { leaves } = pending;
  if (leaves.length === 1) return [planCreateStream({ ...pending, ...leaves.at(0) })];
  return planCreateCampaign({ ...pending, leafCount: pending.leaves.length });
}
