import { LEDGER_HAS_OTHER_LIST } from "@/components/claim-everything/disabled-reason";
import { readTables } from "@/components/network/lookup-table";
import { CheckFailedError } from "@/components/network/simulate-plan";
import { serviceApi } from "@/components/service/service-api";
import type { Translator } from "@/lib/core/i18n/translator";
import { planClaim, planCloseClaimRecord } from "@/lib/core/plans/claim";
import { planFundCampaign } from "@/lib/core/plans/create-campaign";
import {
  planCancelCampaign,
  planCancelStream,
  planInstantRefund,
  planWithdrawUnvested,
} from "@/lib/core/plans/end-campaign";
import { planPause, planReleaseMilestone, planUnpause } from "@/lib/core/plans/govern-campaign";
import { toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";
import { planCloseLookupTable, planDeactivateLookupTable } from "@/lib/core/plans/lookup-table";
import { packPlans, type SupportedVersions } from "@/lib/core/plans/pack-plans";
import type { SendablePlan, TransactionPlan } from "@/lib/core/plans/plan";
import type { ActionRequest } from "./action-request";

/**
 * `merkleRoot` is the root on the Solana network, or null if the campaign account is closed. `supported` are
 * the transaction versions of wallet and network.
 */
type OnLedger = { t: Translator; merkleRoot: string | null; supported: SupportedVersions };

/**
 * Plans the transactions of an action, in order. Does not use the builder routes of the service: the plans
 * are simulated before a wallet opens, also for signers that these routes reject.
 */
export async function planAction(request: ActionRequest, onLedger: OnLedger): Promise<SendablePlan[]> {
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
    case "close-lookup-table": {
      const table = { creator: campaign.creator, address: request.lookupTable };
      return [request.step === "deactivate" ? planDeactivateLookupTable(table) : planCloseLookupTable(table)];
    }
    case "cancel-stream": {
      const leaf = toLeaf(request.leaf);
      return [planCancelStream({ ...campaign, beneficiary: leaf.beneficiary, schedule: leaf })];
    }
  }
}

async function planClaims(
  request: Extract<ActionRequest, { kind: "claim" }>,
  { t, merkleRoot, supported }: OnLedger,
): Promise<TransactionPlan[]> {
  const { campaign, leaves } = request;
  const beneficiary = leaves[0]?.beneficiary;
  if (!beneficiary) return [];
  // The proofs are fetched as late as possible, because a rotation invalidates earlier proofs.
  const current = await serviceApi().proofs(campaign.treeAddress, beneficiary);
  // Between a rotation and its registration the service returns proofs of the previous list.
  if (merkleRoot !== null && current.merkleRoot !== merkleRoot)
    throw new CheckFailedError(t(LEDGER_HAS_OTHER_LIST));
  const wanted = new Set(leaves.map(({ leafIndex }) => leafIndex));
  const tables = await readTables(campaign, { ...current, supported });
  const plans = current.leaves
    .filter(({ leaf }) => wanted.has(leaf.leafIndex))
    .map(({ leaf, proof }) => ({
      ...planClaim({ ...campaign, leaf: toLeaf(leaf), proof: toProofBytes(proof) }),
      ...tables,
    }));
  return packPlans(plans, supported);
}

function required(authority: string | null): string {
  if (authority === null) throw new RangeError("The campaign has no authority for this action.");
  return authority;
}
