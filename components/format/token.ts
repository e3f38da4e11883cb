import { DEMO_MINT } from "@/lib/client/demo-mint";
import { NATIVE_MINT, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import { shortAddress } from "./address";

/** A token as amounts of it are shown. `isKnown` is false when the ledger could not tell its decimals. */
export type Token = { mint: string; decimals: number; unit: string; isKnown: boolean };

/** Decimals of native SOL: lamports. */
const SOL_DECIMALS = 9;

/** A token by its mint and decimals; null decimals mean they are not known, and amounts stay in base units. */
export function toToken(mint: string, decimals: number | null): Token {
  if (mint === NATIVE_MINT) return { mint, decimals: SOL_DECIMALS, unit: "SOL", isKnown: true };
  if (mint === WRAPPED_SOL_MINT) return { mint, decimals: SOL_DECIMALS, unit: "wSOL", isKnown: true };
  if (decimals === null)
    return { mint, decimals: 0, unit: `base units of ${shortAddress(mint)}`, isKnown: false };
  return { mint, decimals, unit: mint === DEMO_MINT ? "DEMO" : shortAddress(mint), isKnown: true };
}
