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
  return planTransaction("cancel_campaign", { accounts, args: {}, programId: of.programId });
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
  return planTransaction("cancel_stream", { accounts, args: schedule, programId }, ensure);
}

type CreatorCampaign = CampaignKeys & { creator: string };

/** What both ways of returning funds to the creator are: they take the same accounts, and no arguments. */
function planReturn(
  name: "withdraw_unvested" | "instant_refund_campaign",
  campaign: CreatorCampaign,
): TransactionPlan {
  const { treeAddress, creator, mint, programId } = campaign;
  const creatorAta = payoutAccount(campaign, creator);
  const accounts = { creator, vestingTree: treeAddress, ...vaultAccounts(campaign), creatorAta };
  // A creator who closed the token account after funding could not be paid without this.
  const owners = creatorAta === null ? [] : [creator];
  const ensure = owners.map((owner) => createAssociatedTokenInstruction({ payer: creator, owner, mint }));
  return planTransaction(name, { accounts, args: {}, programId }, ensure);
}

/** withdraw_unvested: sweeps what is left after the grace period to the creator, who signs. */
export function planWithdrawUnvested(campaign: CreatorCampaign): TransactionPlan {
  return planReturn("withdraw_unvested", campaign);
}

/** instant_refund_campaign: returns everything of a campaign that has not started to the creator, who signs. */
export function planInstantRefund(campaign: CreatorCampaign): TransactionPlan {
  return planReturn("instant_refund_campaign", campaign);
}
