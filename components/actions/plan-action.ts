import { LEDGER_HAS_OTHER_LIST } from "@/components/claim-everything/why-not";
import { CheckFailure } from "@/components/ledger/try-plan";
import { serviceApi } from "@/components/service/service-api";
import { toLeaf, toProofBytes } from "@/lib/core/plans/answered-leaf";
import { planClaim, planCloseClaimRecord } from "@/lib/core/plans/claim";
import { planFundCampaign } from "@/lib/core/plans/create-campaign";
import {
  planCancelCampaign,
  planCancelStream,
  planInstantRefund,
  planWithdrawUnvested,
} from "@/lib/core/plans/end-campaign";
import { planPause, planReleaseMilestone, planUnpause } from "@/lib/core/plans/govern-campaign";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import { packPlans } from "@/lib/core/plans/wire";
import type { Words } from "@/lib/core/words/words";
import type { ActionRequest } from "./action-request";

/** The root that the ledger holds; null where it no longer has the campaign. */
type OnLedger = { t: Words; merkleRoot: string | null };

/**
 * The transactions of an action, in order. They are planned here and not by the service's builder routes, so that
 * they can be simulated before a wallet is asked for anything, also for signers that those routes refuse.
 */
export async function planAction(request: ActionRequest, onLedger: OnLedger): Promise<TransactionPlan[]> {
  const { campaign } = request;
  switch (request.kind) {
    case "claim":
      return planClaims(request, onLedger);
    case "pause":
      return [planPause({ ...campaign, pauseAuthority: required(campaign.pauseAuthority) })];
    case "resume":
      return [planUnpause({ ...campaign, pauseAuthority: required(campaign.pauseAuthority) })];
    case "cancel":
      return [planCancelCampaign({ ...campaign, cancelAuthority: required(campaign.cancelAuthority) })];
    case "withdraw-unvested":
      return [planWithdrawUnvested(campaign)];
    case "instant-refund":
      return [planInstantRefund(campaign)];
    case "fund":
      return [planFundCampaign({ ...campaign, amount: BigInt(request.amount) })];
    case "release-milestone":
      return [planReleaseMilestone({ ...campaign, milestoneIdx: request.milestoneIdx })];
    case "close-claim-record":
      return [planCloseClaimRecord({ ...campaign, beneficiary: request.beneficiary })];
    case "cancel-stream": {
      const leaf = toLeaf(request.leaf);
      return [planCancelStream({ ...campaign, beneficiary: leaf.beneficiary, schedule: leaf })];
    }
  }
}

async function planClaims(
  request: Extract<ActionRequest, { kind: "claim" }>,
  { t, merkleRoot }: OnLedger,
): Promise<TransactionPlan[]> {
  const { campaign, leaves } = request;
  const beneficiary = leaves[0]?.beneficiary;
  if (!beneficiary) return [];
  // The proofs are fetched at the last moment: a rotation ends earlier ones.
  const current = await serviceApi().proofs(campaign.treeAddress, beneficiary);
  // Between a rotation and its registration the service has proofs of the list before it.
  if (merkleRoot !== null && current.merkleRoot !== merkleRoot)
    throw new CheckFailure(t(LEDGER_HAS_OTHER_LIST));
  const wanted = new Set(leaves.map(({ leafIndex }) => leafIndex));
  const plans = current.leaves
    .filter(({ leaf }) => wanted.has(leaf.leafIndex))
    .map(({ leaf, proof }) => planClaim({ ...campaign, leaf: toLeaf(leaf), proof: toProofBytes(proof) }));
  return packPlans(plans);
}

function required(authority: string | null): string {
  if (authority === null) throw new RangeError("The campaign names nobody who may do that.");
  return authority;
}
