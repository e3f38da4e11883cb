"use client";

import { useState } from "react";
import { createSharedState } from "@/components/shell/shared-state";
import { useClaimHistory } from "./use-claim-history";

type LandedClaim = { treeAddress: string; signatures: readonly string[] };

const landed = createSharedState<LandedClaim | null>(null);

/** Stores the transactions of a claim that landed, for the page that opened the claim. */
export const storeLandedClaim = (claim: LandedClaim) => landed.set(claim);

/** A claim that landed during this page view. `amount` is in base units. */
export type RecentClaim = { amount: bigint; at: bigint; signature: string };

type RecentClaimOf = {
  treeAddress: string;
  address: string;
  /** The claimed amount in base units. A change fetches the payments again. */
  claimedSoFar: string;
};

/** Returns the last claim of a wallet since the component mounted; null without one, or before it is indexed. */
export function useRecentClaim(of: RecentClaimOf): RecentClaim | null {
  const claim = landed.useValue();
  const [earlier] = useState(landed.get);
  const { data: history = [] } = useClaimHistory(of);
  if (claim === null || claim === earlier || claim.treeAddress !== of.treeAddress) return null;
  const paid = history.filter(({ signature }) => claim.signatures.includes(signature));
  const [newest] = paid;
  if (!newest) return null;
  return { ...newest, amount: paid.reduce((sum, { amount }) => sum + amount, 0n) };
}
