import {
  instantRefundCampaignInstruction,
  withdrawUnvestedInstruction,
} from "@/lib/core/solana/instructions";
import { createAssociatedTokenInstruction } from "@/lib/core/solana/tokens";
import { type CampaignKeys, payoutAccount, vaultAccounts } from "./campaign-accounts";
import { planTransaction, type TransactionPlan } from "./plan";

type CreatorCampaign = CampaignKeys & { creator: string };

function returnAccounts(campaign: CreatorCampaign) {
  const { treeAddress, creator } = campaign;
  const creatorAta = payoutAccount(campaign, creator);
  return { creator, vestingTree: treeAddress, ...vaultAccounts(campaign), creatorAta };
}

// A creator who closed the token account after funding could not be paid without this.
function ensureCreatorAta({ creator, mint, ...campaign }: CreatorCampaign) {
  const isNeeded = payoutAccount({ ...campaign, mint }, creator) !== null;
  return isNeeded ? [createAssociatedTokenInstruction({ payer: creator, owner: creator, mint })] : [];
}

/** withdraw_unvested: sweeps what is left after the grace period to the creator, who signs. */
export function planWithdrawUnvested(campaign: CreatorCampaign): TransactionPlan {
  const instruction = withdrawUnvestedInstruction(returnAccounts(campaign), {}, campaign.programId);
  return planTransaction("withdraw_unvested", instruction, ensureCreatorAta(campaign));
}

/** instant_refund_campaign: returns everything of a campaign that has not started to the creator, who signs. */
export function planInstantRefund(campaign: CreatorCampaign): TransactionPlan {
  const instruction = instantRefundCampaignInstruction(returnAccounts(campaign), {}, campaign.programId);
  return planTransaction("instant_refund_campaign", instruction, ensureCreatorAta(campaign));
}
