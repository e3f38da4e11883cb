import { NATIVE_MINT, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import type { CampaignItem } from "./campaign";

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

/** An address in few characters, its ends kept: those are what people compare. */
export function shortAddress(address: string, ends = 4): string {
  return address.length <= 2 * ends + 1 ? address : `${address.slice(0, ends)}…${address.slice(-ends)}`;
}

/** The mint of the demo token: the address of the demo account of that name, here for pages that need no keys. */
export const DEMO_MINT = "Fe3VqFbte9Kivbw59q71i38ciaq56U68viUEsG5uDQ6t";

/** What people call a campaign: its own name, or else its address. */
export function campaignName(campaign: Pick<CampaignItem, "metadata" | "treeAddress">): string {
  return campaign.metadata?.name ?? `Campaign ${shortAddress(campaign.treeAddress)}`;
}
