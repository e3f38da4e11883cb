import type { BeneficiaryRow } from "@/lib/contract/portfolio/rows";
import { type ClaimRecord, decodeClaimRecord } from "@/lib/core/solana/accounts";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import type { LedgerAccount } from "@/lib/core/solana/rpc-answers/account-answer";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import type { ChainEvent, History } from "./history";

/** A beneficiary's claim record, null if there is none, and the claims in the transactions of its address. */
export type ClaimSources = { record: ClaimRecord | null; history: History; mint: string };

export type ClaimEvent = Extract<ChainEvent, { name: "Claimed" }>;

/** Decodes a claim record of the program; null for any other account. */
export function recordOf(account: LedgerAccount | null | undefined, programId: string): ClaimRecord | null {
  if (account?.owner !== programId) return null;
  try {
    return decodeClaimRecord(account.data);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Returns a leaf with the amounts that the program paid for it, or null if they are unknown. A record can be
 * closed and begin anew, so the amounts come from all claims. The record alone is used if they are not all
 * known, and only for leaves that vest by time.
 */
export function claimedLeaf(
  leaf: Leaf,
  { record, history, mint }: ClaimSources,
): BeneficiaryRow["leaves"][number] | null {
  const recorded = record ? recordedOf(record, leaf) : 0n;
  const isMilestone = leaf.releaseType === ReleaseType.Milestone;
  const claims = history.events.filter((event): event is ClaimEvent => event.name === "Claimed");
  if (!history.isWhole || !isListed(claims, { record, mint })) {
    if (!record || (isMilestone && recorded > 0n)) return null;
    return { ...leaf, claimed: recorded, milestoneClaimed: false, paidEarlier: 0n };
  }
  const claimed = claims
    .filter(({ data }) => data.leafIndex === leaf.leafIndex)
    .reduce((sum, { data }) => sum + data.amount, 0n);
  const milestoneClaimed = claims.some(({ data }) => data.milestoneIdx === leaf.milestoneIdx);
  // Only the address of a native campaign can have an earlier campaign, whose record remains.
  const isEarlier = mint === NATIVE_MINT && recorded > claimed;
  return { ...leaf, claimed, milestoneClaimed, paidEarlier: isEarlier ? recorded - claimed : 0n };
}

/** Returns whether claims include the newest one of a record, which a node without history does not list. */
export function isListed(
  claims: readonly ClaimEvent[],
  { record, mint }: Pick<ClaimSources, "record" | "mint">,
): boolean {
  if (!record) return true;
  const [newest] = claims;
  if (newest) return newest.data.totalClaimedByUser === record.claimedAmount;
  return record.claimedAmount === 0n || mint === NATIVE_MINT;
}

/** Source: claimed_of_leaf in ledger/program/src/record.h. */
function recordedOf(record: ClaimRecord, leaf: Leaf): bigint {
  if (leaf.releaseType === ReleaseType.Milestone)
    return record.claimedMilestones.includes(leaf.milestoneIdx) ? leaf.amount : 0n;
  return record.leafClaims.find(({ leafIndex }) => leafIndex === leaf.leafIndex)?.amount ?? 0n;
}
