"use client";

import { useQuery } from "@tanstack/react-query";
import { isAddress } from "@/lib/core/solana/addresses";
import type { MintAnswer } from "../preflight/mint";

const RETRY_MS = 2_000;

async function fetchMint(mint: string): Promise<MintAnswer> {
  const { readMint } = await import("../preflight/mint");
  return readMint(mint);
}

/** A mint's decimals from the ledger; `data` stays undefined while the address is incomplete or being looked up. */
export function useMint(mint: string) {
  return useQuery({
    queryKey: ["mint", mint],
    queryFn: () => fetchMint(mint),
    enabled: isAddress(mint),
    staleTime: Number.POSITIVE_INFINITY,
    // A mint that is not there may be made any moment, the demo token as soon as its creator connects.
    refetchInterval: ({ state }) => (state.data?.problem ? RETRY_MS : false),
  });
}
