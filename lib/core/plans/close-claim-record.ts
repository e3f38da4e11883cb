import { closeClaimRecordInstruction } from "@/lib/core/solana/instructions";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { planTransaction, type TransactionPlan } from "./plan";

/** close_claim_record: returns the rent of a beneficiary's claim record, once nothing more can be claimed. */
export function planCloseClaimRecord(of: {
  treeAddress: string;
  beneficiary: string;
  programId?: string;
}): TransactionPlan {
  const { treeAddress, beneficiary, programId } = of;
  const claimRecord = findClaimRecordAddress(of).address;
  const accounts = { beneficiary, vestingTree: treeAddress, claimRecord };
  return planTransaction("close_claim_record", closeClaimRecordInstruction(accounts, {}, programId));
}
