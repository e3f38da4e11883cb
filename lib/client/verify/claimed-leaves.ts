import type { BeneficiaryRow } from "@/lib/contract/portfolio/rows";
import type { ClaimRecord } from "@/lib/core/solana/accounts";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { recordedAmount } from "@/lib/core/solana/claim-record";
import { claimsOfLeaf } from "@/lib/core/vesting/claims-of-leaf";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import type { ChainEvent, History } from "./history";

/** A beneficiary's claim record, null if there is none, and the claims in the transactions of its address. */
export type RecordedClaims = { record: ClaimRecord | null; history: History; mint: string };

type ClaimSources = RecordedClaims & {
  /** All leaves of the beneficiary. */
  leaves: readonly Leaf[];
  /** The amount that the cancellation of a stream paid, in base units; the record counts it as claimed. */
  settlement: bigint;
};

export type ClaimEvent = Extract<ChainEvent, { name: "Claimed" }>;

/**
 * Returns a leaf with the amounts that the program paid for it, or null if they are unknown. The amounts come
 * from all claims, because a recipient can close a record and create it again. If not all claims are known,
 * the record alone is used, and only for leaves that vest by time. The record of a settled stream is not used,
 * because it does not separate the settlement from claims.
 */
export function claimedLeaf(
  leaf: Leaf,
  { leaves, record, history, mint, settlement }: ClaimSources,
): BeneficiaryRow["leaves"][number] | null {
  const recorded = record ? recordedAmount(record, leaf) : 0n;
  const isMilestone = leaf.releaseType === ReleaseType.Milestone;
  const claims = history.events.filter((event): event is ClaimEvent => event.name === "Claimed");
  if (!history.isWhole || !isListed(claims, { record, mint, settlement })) {
    if (!record || settlement > 0n || (isMilestone && recorded > 0n)) return null;
    return { ...leaf, claimed: recorded, milestoneClaimed: false, paidEarlier: 0n };
  }
  const { counted, shown } = claimsOfLeaf(leaf, { leaves, claims: claims.map(({ data }) => data) });
  const paid = calculateSum(counted);
  // Only the address of a native campaign can have an earlier campaign, whose record remains.
  const paidEarlier = mint === NATIVE_MINT && recorded > paid ? recorded - paid : 0n;
  return {
    ...leaf,
    claimed: calculateSum(shown),
    milestoneClaimed: isMilestone && counted.length > 0,
    paidEarlier,
  };
}

const calculateSum = (claims: readonly ClaimEvent["data"][]) =>
  claims.reduce((sum, { amount }) => sum + amount, 0n);

/** Returns whether claims include the newest one of a record, which a node without history does not list. */
export function isListed(
  claims: readonly ClaimEvent[],
  { record, mint, settlement }: Pick<ClaimSources, "record" | "mint" | "settlement">,
): boolean {
  if (!record) return true;
  const [newest] = claims;
  if (!newest && mint === NATIVE_MINT) return true;
  const claimed = newest?.data.totalClaimedByUser ?? 0n;
  // A claim after the settlement counts it too.
  return [claimed, claimed + settlement].includes(record.claimedAmount);
}
