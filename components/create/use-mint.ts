"use client";

import { useQuery } from "@tanstack/react-query";
import { isAddress, NATIVE_MINT, TOKEN_PROGRAM_ID } from "@/lib/solana/addresses";
import { MINT_ACCOUNT_BYTES } from "@/lib/solana/tokens";

export type MintFacts = { decimals: number; problem: null } | { decimals: null; problem: string };

/** Where the mint account keeps its decimals. */
const DECIMALS_OFFSET = 44;
const SOL_DECIMALS = 9;

async function fetchMint(mint: string): Promise<MintFacts> {
  if (mint === NATIVE_MINT) return { decimals: SOL_DECIMALS, problem: null };
  const [{ PublicKey }, { ledger }] = await Promise.all([
    import("@solana/web3.js"),
    import("@/components/ledger/connection"),
  ]);
  const account = await ledger().getAccountInfo(new PublicKey(mint));
  if (account?.owner.toBase58() !== TOKEN_PROGRAM_ID) {
    return { decimals: null, problem: "No token of the classic SPL Token program has this address." };
  }
  const decimals = account.data[DECIMALS_OFFSET];
  return decimals === undefined || account.data.length !== MINT_ACCOUNT_BYTES
    ? { decimals: null, problem: "This is a token account, not a mint." }
    : { decimals, problem: null };
}

/** A mint's decimals from the ledger; `data` stays undefined while the address is incomplete or being looked up. */
export function useMint(mint: string) {
  return useQuery({
    queryKey: ["mint", mint],
    queryFn: () => fetchMint(mint),
    enabled: isAddress(mint),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
