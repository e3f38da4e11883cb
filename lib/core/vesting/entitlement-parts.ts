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

/** Returns the part of the amount still to come that has vested, and waits only for the end of a pause. */
export function pausedPart(
  { paused, cancelledAt }: { paused: boolean; cancelledAt: unknown },
  amounts: {
    [Name in "vestedSoFar" | "claimedSoFar" | "paidEarlier" | "stillToCome"]: string | bigint;
  },
): bigint {
  if (!paused || cancelledAt !== null) return 0n;
  const vested = BigInt(amounts.vestedSoFar) - BigInt(amounts.claimedSoFar) - BigInt(amounts.paidEarlier);
  const stillToCome = BigInt(amounts.stillToCome);
  return vested < 0n ? 0n : vested < stillToCome ? vested : stillToCome;
}

/** Divides an entitlement into its parts. The sum exceeds the entitlement only when claims exceed it. */
export function entitlementParts(amounts: { [Name in keyof Amounts]: string | bigint }): EntitlementParts {
  const [claimed, claimable] = [BigInt(amounts.claimedSoFar), BigInt(amounts.claimable)];
  const [stillToCome, untilSwept] = [BigInt(amounts.stillToCome), BigInt(amounts.payableUntilSwept)];
  const paidEarlier = BigInt(amounts.paidEarlier);
  const rest = BigInt(amounts.totalEntitled) - claimed - claimable - paidEarlier - stillToCome - untilSwept;
  return { claimed, claimable, paidEarlier, stillToCome, untilSwept, lost: rest > 0n ? rest : 0n };
}
