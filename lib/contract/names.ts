import { NATIVE_MINT, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import { english, type Words } from "@/lib/core/words/words";
import type { CampaignItem } from "./campaign";

/** What a mint calls itself on the ledger, which proves nothing: anybody may call a token anything. */
export type TokenNames = {
  symbol: string | null;
  name: string | null;
  /** The well-known token that it passes for without being it. */
  imitates: string | null;
  /** Whether this service may have a logo of it to show. */
  hasLogo: boolean;
};

/**
 * A token as amounts of it are shown. `isKnown` is false when the ledger could not tell its decimals; `unit` is its symbol
 * where that can stand behind a number and is nobody else's, or the mint in short.
 */
export type Token = {
  mint: string;
  decimals: number;
  unit: string;
  isKnown: boolean;
  names?: TokenNames | undefined;
};

/** Decimals of native SOL: lamports. */
const SOL_DECIMALS = 9;

/** A token by its mint and decimals; null decimals mean they are not known, and amounts stay in base units. */
export function toToken(mint: string, decimals: number | null, names?: TokenNames): Token {
  if (mint === NATIVE_MINT) return { mint, decimals: SOL_DECIMALS, unit: "SOL", isKnown: true };
  if (mint === WRAPPED_SOL_MINT) return { mint, decimals: SOL_DECIMALS, unit: "wSOL", isKnown: true };
  const unit = mint === DEMO_MINT ? "DEMO" : (unitOf(names) ?? shortAddress(mint));
  if (decimals === null) return { mint, decimals: 0, unit: `base units of ${unit}`, isKnown: false, names };
  return { mint, decimals, unit, isKnown: true, names };
}

/** A symbol that begins with a digit or has a space would read as part of the number before it. */
const STANDS_BEHIND_NUMBERS = /^\$?\p{L}[\p{L}\p{M}\p{N}.+_-]*$/u;

const unitOf = (names: TokenNames | undefined): string | null =>
  names?.symbol && !names.imitates && STANDS_BEHIND_NUMBERS.test(names.symbol) ? names.symbol : null;

/** An amount's unit with the mint beside it, where both have to stand in one text. */
export const unitWithMint = ({ mint, unit, names }: Token): string =>
  names?.symbol && unit.endsWith(names.symbol) ? `${unit} (${shortAddress(mint)})` : unit;

/** Where this service shows a mint's logo. */
export const logoPath = (mint: string): string => `/api/tokens/${mint}/logo`;

/** An address in few characters, its ends kept: those are what people compare. */
export function shortAddress(address: string, ends = 4): string {
  return address.length <= 2 * ends + 1 ? address : `${address.slice(0, ends)}…${address.slice(-ends)}`;
}

/** The mint of the demo token: the address of the demo account of that name, here for pages that need no keys. */
export const DEMO_MINT = "Fe3VqFbte9Kivbw59q71i38ciaq56U68viUEsG5uDQ6t";

/** A campaign by its address, and by its creation where the address was created again since. */
export type CampaignIdentity = Pick<CampaignItem, "treeAddress"> &
  Partial<Pick<CampaignItem, "earlierGeneration">>;

/** Returns a key that tells two campaigns of one address apart. */
export const campaignKey = ({ treeAddress, earlierGeneration }: CampaignIdentity): string =>
  earlierGeneration ? `${treeAddress} ${earlierGeneration}` : treeAddress;

/** What people call a campaign: its own name, or else its address. */
export function campaignName(
  campaign: Pick<CampaignItem, "metadata" | "treeAddress">,
  t: Words = english,
): string {
  return campaign.metadata?.name ?? t("Campaign {address}", { address: shortAddress(campaign.treeAddress) });
}
