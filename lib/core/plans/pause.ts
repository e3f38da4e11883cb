import { pauseCampaignInstruction, unpauseCampaignInstruction } from "@/lib/core/solana/instructions";
import { planTransaction, type TransactionPlan } from "./plan";

type PauseControl = { treeAddress: string; pauseAuthority: string; programId?: string };

/** pause_campaign: stops claims until it is resumed. The pause authority signs. */
export function planPause({ treeAddress, pauseAuthority, programId }: PauseControl): TransactionPlan {
  const accounts = { pauseAuthority, vestingTree: treeAddress };
  return planTransaction("pause_campaign", pauseCampaignInstruction(accounts, {}, programId));
}

/** unpause_campaign: lets claims go on. The pause authority signs. */
export function planUnpause({ treeAddress, pauseAuthority, programId }: PauseControl): TransactionPlan {
  const accounts = { pauseAuthority, vestingTree: treeAddress };
  return planTransaction("unpause_campaign", unpauseCampaignInstruction(accounts, {}, programId));
}
