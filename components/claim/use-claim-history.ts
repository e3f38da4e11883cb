"use client";

import { useQuery } from "@tanstack/react-query";
import { loadServiceApi } from "@/components/service/load-service-api";
import { ApiClientError } from "@/lib/client/api-error";
import type { ClaimsPage } from "@/lib/contract/event";
import { progressKey } from "./use-allocation";

/** The payment of one transaction. `amount` is in base units, `at` in unix seconds. */
export type ClaimPayment = { signature: string; amount: bigint; at: bigint };

/** Maximum claims of a wallet in the history. The transaction list of the campaign contains all of them. */
const MAX_CLAIMS = 100;

/** Returns the payments by transaction, newest first. One transaction can pay several parts. */
export function toPayments(claims: ClaimsPage["claims"]): ClaimPayment[] {
  const payments = new Map<string, ClaimPayment>();
  for (const { signature, amount, blockTime } of claims) {
    const known = payments.get(signature);
    if (known) known.amount += BigInt(amount);
    else payments.set(signature, { signature, amount: BigInt(amount), at: BigInt(blockTime) });
  }
  return [...payments.values()];
}

type ClaimHistoryOptions = {
  treeAddress: string;
  address: string | null;
  /** The claimed amount in base units. A change fetches the history again. */
  claimedSoFar: string;
};

/** Fetches the claims of a wallet in a campaign. */
export function useClaimHistory({ treeAddress, address, claimedSoFar }: ClaimHistoryOptions) {
  return useQuery({
    queryKey: [...progressKey(address ?? "", treeAddress), "claims", claimedSoFar],
    queryFn: async () => {
      const beneficiary = address ?? "";
      const { claims } = await (await loadServiceApi()).claims(treeAddress, {
        beneficiary,
        limit: MAX_CLAIMS,
      });
      return toPayments(claims);
    },
    enabled: address !== null,
    placeholderData: (before) => before,
  });
}

/** Maximum earlier lists of recipients that are searched. */
const MAX_VERSIONS = 5;

export type EarlierAllocation = { version: number; amount: bigint };

/** Returns the newest earlier allocation of a wallet, or null if the earlier lists do not contain it. */
async function findEarlierAllocation(
  treeAddress: string,
  { address, versions }: { address: string; versions: number },
): Promise<EarlierAllocation | null> {
  const api = await loadServiceApi();
  const oldest = Math.max(1, versions - MAX_VERSIONS);
  for (let version = versions - 1; version >= oldest; version--) {
    try {
      const { leaves } = await api.proofs(treeAddress, address, { rootVersion: version });
      const amount = leaves.reduce((sum, { leaf }) => sum + BigInt(leaf.amount), 0n);
      if (amount > 0n) return { version, amount };
    } catch (error) {
      if (!(error instanceof ApiClientError && error.code === "NOT_FOUND")) throw error;
    }
  }
  return null;
}

type EarlierAllocationOptions = { treeAddress: string; address: string; versions: number; enabled: boolean };

/** Searches the earlier lists of recipients for a wallet that has no allocation or a smaller one now. */
export function useEarlierAllocation({ treeAddress, address, versions, enabled }: EarlierAllocationOptions) {
  return useQuery({
    queryKey: ["earlier-allocation", treeAddress, address, versions],
    queryFn: () => findEarlierAllocation(treeAddress, { address, versions }),
    enabled: enabled && versions > 1,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
