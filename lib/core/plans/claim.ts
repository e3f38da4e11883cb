import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import type { Leaf, Schedule } from "@/lib/core/vesting/leaf";
import {
  type CampaignKeys,
  mintAccounts,
  payoutAccount,
  planTransaction,
  type TransactionPlan,
  vaultAccounts,
} from "./plan";

/**
 * Returns the accounts of a claim. The program creates a missing token account itself, so no other instruction is
 * needed before it.
 */
export function claimAccounts(campaign: CampaignKeys, beneficiary: string) {
  return {
    beneficiary,
    vestingTree: campaign.treeAddress,
    claimRecord: findClaimRecordAddress({ ...campaign, beneficiary }).address,
    ...vaultAccounts(campaign),
    ...mintAccounts(campaign),
    beneficiaryAta: payoutAccount(campaign, beneficiary),
  };
}

/**
 * Plans claim: pays the leaf's beneficiary, who signs, the vested and unclaimed amount. `proof` is flat, 32
 * bytes per sibling from the leaf upwards. Source: program interface, Instructions.
 */
export function planClaim(claim: CampaignKeys & { leaf: Leaf; proof: Uint8Array }): TransactionPlan {
  const { leaf, proof, programId } = claim;
  const accounts = claimAccounts(claim, leaf.beneficiary);
  return planTransaction("claim", { accounts, args: { leaf, proof }, programId });
}

/**
 * Plans withdraw: a claim from a campaign of one leaf, without a proof. The program rebuilds the leaf from
 * `schedule`, index 0 and the campaign's whole supply.
 */
export function planWithdraw(
  withdrawal: CampaignKeys & { beneficiary: string; schedule: Schedule },
): TransactionPlan {
  const { beneficiary, schedule, programId } = withdrawal;
  const accounts = claimAccounts(withdrawal, beneficiary);
  return planTransaction("withdraw", { accounts, args: schedule, programId });
}

/**
 * Plans close_claim_record: returns the rent of a beneficiary's claim record, once no further claim is
 * possible.
 */
export function planCloseClaimRecord(input: {
  treeAddress: string;
  beneficiary: string;
  programId?: string;
}): TransactionPlan {
  const { treeAddress, beneficiary, programId } = input;
  const claimRecord = findClaimRecordAddress(input).address;
  const accounts = { beneficiary, vestingTree: treeAddress, claimRecord };
  return planTransaction("close_claim_record", { accounts, args: {}, programId });
}
