import { NATIVE_MINT, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import type { Progress } from "@/lib/core/vesting/progress";
import { campaignName, type Token } from "../names";
import { valueInCents } from "./fiat-value";
import { type BeneficiaryRow, beneficiaryProgress } from "./rows";

/** Market data by mint: a token's price in dollars, null if unknown, and the token itself. */
export type TokenMarketData = { getPrice(mint: string): number | null; getToken(mint: string): Token };

/** Returns the known price of a mint; null for a token with unknown decimals. */
export function knownPrice({ getPrice, getToken }: TokenMarketData, mint: string): number | null {
  return getToken(mint).isKnown ? getPrice(mint) : null;
}

/**
 * Returns whether a campaign may be unsolicited. Anyone can allocate a newly created token to any address. A
 * campaign therefore counts as unsolicited if three conditions hold. Its token has no known price, the
 * address did not create it, and the address has never claimed from its creator.
 */
function isUnsolicited(row: BeneficiaryRow, known: ReadonlySet<string>, market: TokenMarketData): boolean {
  const { creator, mint } = row.campaign;
  const isSol = mint === NATIVE_MINT || mint === WRAPPED_SOL_MINT;
  return !isSol && !known.has(creator) && knownPrice(market, mint) === null;
}

/**
 * Returns the trees of unsolicited campaigns of an address. If all campaigns would match, the result is
 * empty, because the distinction would be useless.
 */
export function unsolicitedTrees(
  address: string,
  rows: readonly BeneficiaryRow[],
  market: TokenMarketData,
): ReadonlySet<string> {
  const known = new Set([address]);
  for (const { campaign, claimedInCampaign } of rows) {
    if (claimedInCampaign > 0n) known.add(campaign.creator);
  }
  const found = rows.filter((row) => isUnsolicited(row, known, market));
  return new Set(found.length === rows.length ? [] : found.map(({ campaign }) => campaign.treeAddress));
}

/** The sort options of a portfolio; the default is the claimable amount. */
export const PORTFOLIO_SORTS = ["claimable", "unlock", "name", "newest"] as const;
export type PortfolioSort = (typeof PORTFOLIO_SORTS)[number];

type Ranked<Row> = { row: Row; total: Progress; cents: bigint; isLast: boolean };

type Ordering = {
  market: TokenMarketData;
  unsolicited: ReadonlySet<string>;
  now: bigint;
  sort?: PortfolioSort;
};

/**
 * Sorts campaigns by claimable value: the highest value first, then the largest share of the allocation, then
 * the next unlock. Other options are the next unlock, the name, or the newest first. Unsolicited campaigns
 * come last. Equal entries keep their order.
 */
export function portfolioOrder<Row extends BeneficiaryRow>(
  rows: readonly Row[],
  { market, unsolicited, now, sort = "claimable" }: Ordering,
): Row[] {
  const ranked = rows.map((row): Ranked<Row> => {
    const { total } = beneficiaryProgress(row, now);
    const { mint, treeAddress } = row.campaign;
    const price = knownPrice(market, mint);
    const cents = price === null ? 0n : valueInCents(total.claimable, market.getToken(mint).decimals, price);
    return { row, total, cents, isLast: unsolicited.has(treeAddress) };
  });
  const compare = COMPARE[sort];
  return ranked.sort((a, b) => Number(a.isLast) - Number(b.isLast) || compare(a, b)).map(({ row }) => row);
}

type Compared = Ranked<BeneficiaryRow>;

const COMPARE: Record<PortfolioSort, (a: Compared, b: Compared) => number> = {
  claimable: (a, b) =>
    sign(b.cents - a.cents) ||
    sign(b.total.claimable * a.total.totalEntitled - a.total.claimable * b.total.totalEntitled) ||
    sooner(a.total.nextUnlock, b.total.nextUnlock),
  unlock: (a, b) => sooner(a.total.nextUnlock, b.total.nextUnlock),
  name: (a, b) => byName.compare(campaignName(a.row.campaign), campaignName(b.row.campaign)),
  newest: (a, b) => sign(b.row.campaign.createdAt - a.row.campaign.createdAt),
};

const byName = new Intl.Collator("en", { numeric: true });

const sign = (difference: bigint) => Number(difference > 0n) - Number(difference < 0n);

function sooner(a: bigint | null, b: bigint | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign(a - b);
}
