"use client";

import { useQuery } from "@tanstack/react-query";
import { DEMO_MINT } from "@/lib/client/demo-mint";
import { isAddress, NATIVE_MINT } from "@/lib/solana/addresses";

type MintFacts = { decimals: number; problem: null } | { decimals: null; problem: string };

const SOL_DECIMALS = 9;
const RETRY_MS = 2_000;

async function fetchMint(mint: string): Promise<MintFacts> {
  if (mint === NATIVE_MINT) return { decimals: SOL_DECIMALS, problem: null };
  const [{ PublicKey }, { ledger }, { mintDecimals }] = await Promise.all([
    import("@solana/web3.js"),
    import("@/components/ledger/connection"),
    import("@/lib/solana/tokens"),
  ]);
  const account = await ledger().getAccountInfo(new PublicKey(mint));
  const decimals = account && mintDecimals({ owner: account.owner.toBase58(), data: account.data });
  return decimals === null ? { decimals, problem: whyNoMint(mint) } : { decimals, problem: null };
}

const whyNoMint = (mint: string) =>
  mint === DEMO_MINT
    ? "Connect the demo creator: the demo token is made then."
    : "No token of the classic SPL Token program has this mint.";

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
