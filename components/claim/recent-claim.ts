"use client";

import { useState } from "react";
import { createSharedState } from "@/components/shell/shared-state";
import { useClaimHistory } from "./use-claim-history";

type ConfirmedClaim = { treeAddress: string; signatures: readonly string[] };

const confirmed = createSharedState<ConfirmedClaim | null>(null);

/** Stores the transactions of a confirmed claim, for the page that opened the claim. */
export const storeConfirmedClaim = (claim: ConfirmedClaim) => confirmed.set(claim);

/** A claim that was confirmed during this page view. `amount` is in base units. */
export type RecentClaim = { amount: bigint; at: bigint; signature: string };

type RecentClaimOptions = {
  treeAddress: string;
  address: string;
  /** The claimed amount in base units. A change fetches the payments again. */
  claimedSoFar: string;
};

/** Returns the last claim of a wallet since the component mounted; null without one, or before it is indexed. */
export function useRecentClaim(recentClaim: RecentClaimOptions): RecentClaim | null {
  const claim = confirmed.useValue();
  const [earlier] = useState(confirmed.get);
  const { data: history = [] } = useClaimHistory(recentClaim);
  if (claim === null || claim === earlier || claim.treeAddress !== recentClaim.treeAddress) return null;
  const paid = history.filter(({ signature }) => claim.signatures.includes(signature));
  const [newest] = paid;
  if (!newest) return null;
  return { ...newest, amount: paid.reduce((sum, { amount }) => sum + amount, 0n) };
}
