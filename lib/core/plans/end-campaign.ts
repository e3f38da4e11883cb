import {
  cancelCampaignInstruction,
  cancelStreamInstruction,
  instantRefundCampaignInstruction,
  withdrawUnvestedInstruction,
} from "@/lib/core/solana/instructions";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { createAssociatedTokenInstruction } from "@/lib/core/solana/tokens/tokens";
import type { Schedule } from "@/lib/core/vesting/leaf";
import {
  type CampaignKeys,
  isNativeMint,
  payoutAccount,
  planTransaction,
  type TransactionPlan,
  vaultAccounts,
} from "./plan";

/** cancel_campaign: stops vesting now and starts the grace period. The cancel authority signs. */
export function planCancelCampaign(of: {
  treeAddress: string;
  cancelAuthority: string;
  programId?: string;
}): TransactionPlan {
  const accounts = { cancelAuthority: of.cancelAuthority, vestingTree: of.treeAddress };
  return planTransaction("cancel_campaign", cancelCampaignInstruction(accounts, {}, of.programId));
}

/** A one-recipient campaign and its leaf's schedule, which the program hashes and compares with the root. */
export type StreamToCancel = CampaignKeys & { creator: string; beneficiary: string; schedule: Schedule };

/** cancel_stream: pays the vested part to the beneficiary and the rest to the creator, who signs. */
export function planCancelStream(stream: StreamToCancel): TransactionPlan {
  const { treeAddress, creator, beneficiary, mint, schedule, programId } = stream;
  const accounts = {
    creator,
    beneficiary,
    vestingTree: treeAddress,
    claimRecord: findClaimRecordAddress(stream).address,
    ...vaultAccounts(stream),
    beneficiaryAta: payoutAccount(stream, beneficiary),
    creatorAta: payoutAccount(stream, creator),
  };
  const owners = isNativeMint(mint) ? [] : [...new Set([beneficiary, creator])];
  const ensure = owners.map((owner) => createAssociatedTokenInstruction({ payer: creator, owner, mint }));
  return planTransaction("cancel_stream", cancelStreamInstruction(accounts, schedule, programId), ensure);
}

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
