import { english, type Translator } from "@/lib/core/i18n/translator";
import { NATIVE_MINT, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import type { CampaignItem } from "./campaign";

/** The on-chain names of a mint, which prove nothing: anyone can choose any name for a token. */
export type TokenNames = {
  symbol: string | null;
  name: string | null;
  /** The well-known token that the mint imitates, if any. */
  imitates: string | null;
  /** Whether this service may have a logo of the token. */
  hasLogo: boolean;
};

/**
 * A token for the display of amounts. `isKnown` is false if the network did not return its decimals. `unit`
 * is its symbol if the symbol is usable after a number and imitates no other token; otherwise the shortened
 * mint.
 */
export type Token = {
  mint: string;
  decimals: number;
  unit: string;
  isKnown: boolean;
  names?: TokenNames | undefined;
};

/** Decimals of native SOL: one base unit is a lamport. */
const SOL_DECIMALS = 9;

/** Returns a token by its mint and decimals. Null decimals mean unknown, and amounts stay in base units. */
export function toToken(mint: string, decimals: number | null, names?: TokenNames): Token {
  if (mint === NATIVE_MINT) return { mint, decimals: SOL_DECIMALS, unit: "SOL", isKnown: true };
  if (mint === WRAPPED_SOL_MINT) return { mint, decimals: SOL_DECIMALS, unit: "wSOL", isKnown: true };
  const unit = mint === DEMO_MINT ? "DEMO" : (getUnit(names) ?? shortAddress(mint));
  if (decimals === null) return { mint, decimals: 0, unit: `base units of ${unit}`, isKnown: false, names };
  return { mint, decimals, unit, isKnown: true, names };
}

/** A symbol that begins with a digit or contains a space would read as part of the number before it. */
const STANDS_BEHIND_NUMBERS = /^\$?\p{L}[\p{L}\p{M}\p{N}.+_-]*$/u;

const getUnit = (names: TokenNames | undefined): string | null =>
  names?.symbol && !names.imitates && STANDS_BEHIND_NUMBERS.test(names.symbol) ? names.symbol : null;

/** Returns the unit of a token followed by its mint, for texts that must contain both. */
export const unitWithMint = ({ mint, unit, names }: Token): string =>
  names?.symbol && unit.endsWith(names.symbol) ? `${unit} (${shortAddress(mint)})` : unit;

/** Returns the path at which this service serves a mint's logo. */
export const logoPath = (mint: string): string => `/api/tokens/${mint}/logo`;

/** Shortens an address to its first and last characters, which people compare. */
export function shortAddress(address: string, ends = 4): string {
  return address.length <= 2 * ends + 1 ? address : `${address.slice(0, ends)}…${address.slice(-ends)}`;
}

/**
 * The mint of the demo token: the address of the demo account of that name. The constant is here for pages
 * that do not need keys.
 */
export const DEMO_MINT = "Fe3VqFbte9Kivbw59q71i38ciaq56U68viUEsG5uDQ6t";

/** Identifies a campaign by its address, and by its creation if the address was created again later. */
export type CampaignIdentity = Pick<CampaignItem, "treeAddress"> &
  Partial<Pick<CampaignItem, "earlierGeneration">>;

/** Returns a key that differs for two campaigns of the same address. */
export const campaignKey = ({ treeAddress, earlierGeneration }: CampaignIdentity): string =>
  earlierGeneration ? `${treeAddress} ${earlierGeneration}` : treeAddress;

/** Returns the display name of a campaign: its own name, or a name derived from its address. */
export function campaignName(
  campaign: Pick<CampaignItem, "metadata" | "treeAddress">,
  t: Translator = english,
): string {
  return campaign.metadata?.name ?? t("Campaign {address}", { address: shortAddress(campaign.treeAddress) });
}
