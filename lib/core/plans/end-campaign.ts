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

/** Plans cancel_campaign: stops vesting now and starts the grace period. The cancel authority signs. */
export function planCancelCampaign(input: {
  treeAddress: string;
  cancelAuthority: string;
  programId?: string;
}): TransactionPlan {
  const accounts = { cancelAuthority: input.cancelAuthority, vestingTree: input.treeAddress };
  return planTransaction("cancel_campaign", { accounts, args: {}, programId: input.programId });
}

/**
 * A single-recipient campaign and its leaf's schedule, which the program hashes and compares with the root.
 */
export type StreamToCancel = CampaignKeys & { creator: string; beneficiary: string; schedule: Schedule };

/** Plans cancel_stream: pays the vested part to the beneficiary and the rest to the creator, who signs. */
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
  return planTransaction("cancel_stream", { accounts, args: schedule, programId }, ensure);
}

type CreatorCampaign = CampaignKeys & { creator: string };

/** Plans either way of returning funds to the creator: both take the same accounts and no arguments. */
function planReturn(
  name: "withdraw_unvested" | "instant_refund_campaign",
  campaign: CreatorCampaign,
): TransactionPlan {
  const { treeAddress, creator, mint, programId } = campaign;
  const creatorAta = payoutAccount(campaign, creator);
  const accounts = { creator, vestingTree: treeAddress, ...vaultAccounts(campaign), creatorAta };
  // Without this instruction, the program could not pay a creator who closed the token account after funding.
  const owners = creatorAta === null ? [] : [creator];
  const ensure = owners.map((owner) => createAssociatedTokenInstruction({ payer: creator, owner, mint }));
  return planTransaction(name, { accounts, args: {}, programId }, ensure);
}

/** Plans withdraw_unvested: transfers the rest to the creator after the grace period. The creator signs. */
export function planWithdrawUnvested(campaign: CreatorCampaign): TransactionPlan {
  return planReturn("withdraw_unvested", campaign);
}

/**
 * Plans instant_refund_campaign: returns all funds of a campaign that has not started to the creator, who
 * signs.
 */
export function planInstantRefund(campaign: CreatorCampaign): TransactionPlan {
  return planReturn("instant_refund_campaign", campaign);
}
