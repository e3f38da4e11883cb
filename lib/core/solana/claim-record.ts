import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { type ClaimRecord, decodeClaimRecord } from "./accounts";

/** Returns the claim record of an account; null for any other account. */
export function readClaimRecord(
  account: { owner: string; data: Uint8Array } | null | undefined,
  programId: string,
): ClaimRecord | null {
  if (account?.owner !== programId) return null;
  try {
    return decodeClaimRecord(account.data);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type RecordedLeaf = Pick<Leaf, "leafIndex" | "milestoneIdx" | "amount"> & { releaseType: number };

/**
 * Returns the amount, in base units, that a claim record counts as claimed from a leaf. The program subtracts it from
 * the vested amount before it pays. Source: claimed_of_leaf in ledger/program/src/record.h.
 */
export function recordedAmount(record: ClaimRecord, leaf: RecordedLeaf): bigint {
  if (leaf.releaseType === ReleaseType.Milestone)
    return record.claimedMilestones.includes(leaf.milestoneIdx) ? leaf.amount : 0n;
  return record.leafClaims.find(({ leafIndex }) => leafIndex === leaf.leafIndex)?.amount ?? 0n;
}
