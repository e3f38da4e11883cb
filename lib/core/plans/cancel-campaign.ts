import { cancelCampaignInstruction } from "@/lib/core/solana/instructions";
import { planTransaction, type TransactionPlan } from "./plan";

/** cancel_campaign: stops vesting now and starts the grace period. The cancel authority signs. */
export function planCancelCampaign(of: {
  treeAddress: string;
  cancelAuthority: string;
  programId?: string;
}): TransactionPlan {
  const accounts = { cancelAuthority: of.cancelAuthority, vestingTree: of.treeAddress };
  return planTransaction("cancel_campaign", cancelCampaignInstruction(accounts, {}, of.programId));
}
