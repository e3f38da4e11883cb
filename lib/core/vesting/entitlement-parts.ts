import type { Progress } from "./progress";

/** The parts of an entitlement, in base units; their sum is the whole entitlement. */
export type EntitlementParts = {
  claimed: bigint;
  claimable: bigint;
  /** Deducted because an earlier campaign at the address paid this amount to the same wallet. */
  paidEarlier: bigint;
  stillToCome: bigint;
  /** After the grace period: the program pays this amount only until the creator withdraws. */
  untilSwept: bigint;
  /** Cancelled, refunded or settled before it vested. */
  lost: bigint;
};

type Amounts = Pick<
  Progress,
  "totalEntitled" | "claimedSoFar" | "claimable" | "paidEarlier" | "stillToCome" | "payableUntilSwept"
>;

/** Divides an entitlement into its parts. The sum exceeds the entitlement only when claims exceed it. */
export function entitlementParts(of: { [Name in keyof Amounts]: string | bigint }): EntitlementParts {
  const [claimed, claimable] = [BigInt(of.claimedSoFar), BigInt(of.claimable)];
  const [stillToCome, untilSwept] = [BigInt(of.stillToCome), BigInt(of.payableUntilSwept)];
  const paidEarlier = BigInt(of.paidEarlier);
  const rest = BigInt(of.totalEntitled) - claimed - claimable - paidEarlier - stillToCome - untilSwept;
  return { claimed, claimable, paidEarlier, stillToCome, untilSwept, lost: rest > 0n ? rest : 0n };
}
