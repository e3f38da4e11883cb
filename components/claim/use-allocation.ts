"use client";

import { type ExpectedViewer, useViewer } from "@/components/campaign/viewer/viewer";
import { useTranslator } from "@/components/i18n/use-translator";
import { usePoll } from "@/components/service/use-poll";
import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { type ClaimControl, claimControl, registeredClaimControl } from "@/lib/core/vesting/controls";

/** The allocation of one recipient in one campaign, with its amounts. */
export type Allocation = VestingProgress["campaigns"][number];

/** The key prefix of queries that depend on the claims of a recipient. The result of a claim refetches them. */
export const progressKey = (address: string, treeAddress: string) => ["progress", address, treeAddress];

/** Fetches the allocation of a wallet in the current campaign of an address; null without one. */
export async function fetchAllocation(address: string, treeAddress: string): Promise<Allocation | null> {
  // Loaded on demand: the client includes the response schemas, and most readers never connect a wallet.
  const { ApiClient } = await import("@/lib/client/api-client");
  const { campaigns } = await new ApiClient({ baseUrl: "" }).vestingProgress(address);
  const isMine = (entry: Allocation) => entry.treeAddress === treeAddress && entry.earlierGeneration === null;
  return campaigns.find(isMine) ?? null;
}

type UseAllocation = { treeAddress: string; claim: ClaimControl; expected: ExpectedViewer | null };

/** Polls the viewer's allocation in a campaign, and returns whether a claim is possible. */
export function useAllocation({ treeAddress, claim, expected }: UseAllocation) {
  const t = useTranslator();
  const { address, isRecipient } = useViewer(expected);
  const allocation = usePoll({
    queryKey: progressKey(address ?? "", treeAddress),
    queryFn: () => fetchAllocation(address ?? "", treeAddress),
    enabled: address !== null,
    treeAddress,
  });
  const { data, isPending } = allocation;
  // State and amounts come from the same response, because the state of an older page could offer a claim
  // that is not possible.
  const live = data ? registeredClaimControl(claimControl(data.status, t), data.rootRegistered, t) : claim;
  const isNone = data === null || (isPending && isRecipient === false);
  return { address, allocation, claim: live, isNone };
}
