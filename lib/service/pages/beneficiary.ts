import { selectBeneficiaryCampaigns, selectReleaseTimes } from "@/db/queries/campaigns/beneficiaries";
import { countUpTo } from "@/db/queries/campaigns/campaign-filter";
import { selectActivity, selectActivityMints } from "@/db/queries/events/event-feed";
import { selectPayments, selectSettlements } from "@/db/queries/events/payments";
import { selectIndexedTo } from "@/db/queries/indexing/sync-state";
import { toCampaignItem } from "@/lib/contract/campaign";
import { toTimelineItem } from "@/lib/contract/event";
import { campaignName } from "@/lib/contract/names";
import type { PortfolioEntry } from "@/lib/contract/portfolio/beneficiary";
import { portfolioCurve } from "@/lib/contract/portfolio/curve";
import { valueInCents } from "@/lib/contract/portfolio/fiat-value";
import {
  knownPrice,
  type PortfolioSort,
  portfolioOrder,
  unsolicitedTrees,
} from "@/lib/contract/portfolio/order";
import { type BeneficiaryRow, beneficiaryProgress, toVestingProgress } from "@/lib/contract/portfolio/rows";
import { unlocksByMonth } from "@/lib/contract/portfolio/unlock-months";
import type { EventType } from "@/lib/core/events/event-types";
import type { Translator } from "@/lib/core/i18n/translator";
import { MAX_PROGRESS_CAMPAIGNS } from "@/lib/core/lists/progress-limits";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { gracePeriod, isOver, isTreeGone, lifecycleStatus } from "@/lib/core/vesting/lifecycle";
import { services } from "@/lib/service/services";
import { getSponsor } from "@/lib/service/sponsored-claims/sponsored-claims";
import { atCursor } from "./campaign-lists";
import { readMarket, readTokens } from "./tokens";

const CAMPAIGNS_PER_PAGE = 50;
const EVENTS_PER_PAGE = 25;
/** Maximum past claims in the curve of a portfolio, newest first. */
const MAX_PAST_CLAIMS = 200;

/**
 * Returns the portfolio of an address: sums, unlocks by month and a curve over its campaigns, within the limit of
 * vesting-progress (`covered` of `total`). Also returns a page of the campaigns, by default those with the
 * largest claimable amounts first. `curveMint` selects the mint of the curve; by default the curve is in cents
 * if a price is known. `sort` selects another order of the page.
 */
export async function readPortfolio(
  address: string,
  page: number,
  { curveMint, sort }: { curveMint?: string; sort?: PortfolioSort } = {},
) {
  const { reads: db, now: clock, sponsor, env } = await services();
  const now = clock();
  const [all, asOf, past] = await Promise.all([
    selectBeneficiaryCampaigns(db, { address, page: 1, limit: MAX_PROGRESS_CAMPAIGNS }),
    selectIndexedTo(db),
    selectPayments(db, { address, limit: MAX_PAST_CLAIMS, ...PAST_CLAIMS }),
  ]);
  // Unconfirmed campaigns are listed and marked, but excluded from all sums and from the claimable amounts.
  const rows = all.campaigns.filter(({ campaign }) => campaign.verified);
  const market = await readMarketOf(all.campaigns, now);
  const unsolicited = unsolicitedTrees(address, rows, market);
  const ordered = portfolioOrder(rows, { market, unsolicited, now });
  const unconfirmed = all.campaigns.filter(({ campaign }) => !campaign.verified);
  const last = new Set([...unsolicited, ...unconfirmed.map(({ campaign }) => campaign.treeAddress)]);
  const listed = portfolioOrder(all.campaigns, { market, unsolicited: last, now, sort });
  const first = (page - 1) * CAMPAIGNS_PER_PAGE;
  const isCovered = all.nextCursor === null || first + CAMPAIGNS_PER_PAGE <= all.campaigns.length;
  const shown = isCovered
    ? listed.slice(first, first + CAMPAIGNS_PER_PAGE)
    : (await selectBeneficiaryCampaigns(db, { address, page, limit: CAMPAIGNS_PER_PAGE })).campaigns;
  const open = ordered.filter((row) => {
    const { claimable, payable } = beneficiaryProgress(row, now).total;
    return row.campaign.isCurrent && claimable > 0n && payable !== 0n;
  });
  // Only a registered list states the unlocks.
  const registered = ordered.filter(({ rootRegistered }) => rootRegistered);
  const openMints = [...new Set(open.map(({ campaign }) => campaign.mint))];
  return {
    entries: shown.map((row) => toEntry(row, now)),
    /** Number of campaigns whose current list may still pay the address, but is not registered. */
    unregistered: rows.filter(
      (row) => !row.rootRegistered && beneficiaryProgress(row, now).total.stillToCome > 0n,
    ).length,
    progress: toVestingProgress({ address, asOf, rows: all.campaigns }, now),
    unlocks: unlocksByMonth(rows, now),
    curve: await readCurve(registered, {
      ...{ market, curveMint, now },
      past: { claims: past.payments, isCut: past.nextCursor !== null },
    }),
    claimable: {
      order: open.map(({ campaign }) => campaign.treeAddress),
      unsolicited: open.flatMap(({ campaign: { treeAddress } }) =>
        unsolicited.has(treeAddress) ? [treeAddress] : [],
      ),
      sponsored: open.flatMap(({ campaign }) =>
        getSponsor({ sponsor, env }, campaign) ? [campaign.treeAddress] : [],
      ),
      tokens: openMints.map(market.getToken),
      prices: Object.fromEntries(openMints.map((mint) => [mint, knownPrice(market, mint)])),
      uncovered: all.total - all.campaigns.length,
    },
    ...{ market, unsolicited, covered: all.campaigns.length, total: all.total, limit: CAMPAIGNS_PER_PAGE },
  };
}

/** The payments that count as claimed in the curve. */
const PAST_CLAIMS = { isVerifiedOnly: true, kinds: ["claim", "settlement"] } as const;

/** Returns prices and tokens of an address; prices of claimable tokens are requested first. */
async function readMarketOf(rows: readonly Stored[], now: bigint) {
  const isOpen = (row: Stored) => beneficiaryProgress(row, now).total.claimable > 0n;
  const getMints = (some: readonly Stored[]) => some.map(({ campaign }) => campaign.mint);
  const mints = [...new Set([...getMints(rows.filter(isOpen)), ...getMints(rows)])];
  const [tokens, { prices, asOf }] = await Promise.all([readTokens(mints), readMarket(mints)]);
  const getPrice = (mint: string) => prices[mint] ?? null;
  return { mints, getToken: tokens.of, getPrice, pricedAt: asOf };
}

/** Maximum tokens to choose from for the curve, in addition to dollars. */
const MAX_CURVES = 50;

/** Returns the vesting curve over all campaigns and the available choices: mints, or `null` for dollars. */
async function readCurve(
  rows: readonly Stored[],
  options: Pick<Parameters<typeof portfolioCurve>[1], "past" | "now"> & {
    market: Awaited<ReturnType<typeof readMarketOf>>;
    curveMint: string | undefined;
  },
) {
  const { market, now, curveMint, past } = options;
  const counted = new Set(rows.map(({ campaign }) => campaign.mint));
  const mints = market.mints.filter((mint) => counted.has(mint));
  const priced = mints.some((mint) => knownPrice(market, mint) !== null);
  const choices = [...(priced ? [null] : []), ...mints.slice(0, MAX_CURVES)];
  const chosen = choices.find((mint) => mint === curveMint) ?? choices[0] ?? null;
  const convert = (mint: string, baseUnits: bigint) => {
    if (chosen !== null) return mint === chosen ? baseUnits : null;
    const price = knownPrice(market, mint);
    return price === null ? null : valueInCents(baseUnits, market.getToken(mint).decimals, price);
  };
  const releases = await readReleases(rows.filter(({ campaign }) => convert(campaign.mint, 0n) !== null));
  const rowIds = new Map<BeneficiaryRow, number>(rows.map((row) => [row, row.campaign.id]));
  const releasedAt = (row: BeneficiaryRow, milestoneIdx: number) =>
    releases.get(`${rowIds.get(row)} ${milestoneIdx}`) ?? null;
  return { chosen, choices, ...portfolioCurve(rows, { convert, releasedAt, past, now }) };
}

/** Returns the release times of milestones in an address's leaves, by campaign row and index. */
async function readReleases(rows: readonly Stored[]): Promise<Map<string, bigint>> {
  const waiting = rows.filter(({ campaign, leaves }) =>
    leaves.some(
      ({ releaseType, milestoneIdx }) =>
        releaseType === ReleaseType.Milestone && campaign.releasedMilestones.includes(milestoneIdx),
    ),
  );
  if (waiting.length === 0) return new Map();
  const { reads: db } = await services();
  const found = await selectReleaseTimes(
    db,
    waiting.map(({ campaign }) => campaign.id),
  );
  return new Map(
    found.map(({ campaignRowId, milestoneIdx, at }) => [`${campaignRowId} ${milestoneIdx}`, at]),
  );
}

type Stored = Awaited<ReturnType<typeof selectBeneficiaryCampaigns>>["campaigns"][number];

function toEntry(row: Stored, now: bigint): PortfolioEntry {
  const { campaign } = row;
  const { parts, total: progress } = beneficiaryProgress(row, now);
  const { cancelAuthority, pauseAuthority } = campaign;
  // The status for this beneficiary: claimable exactly if this beneficiary can claim.
  const status = lifecycleStatus(campaign, now, progress.claimable > 0n);
  return {
    campaign: { ...toCampaignItem(campaign, now), status, cancelAuthority, pauseAuthority },
    progress,
    rootRegistered: row.rootRegistered,
    // Canceling a stream creates a record even without claims.
    mayHaveRecord:
      isOver(campaign) && !isTreeGone(campaign) && (row.claimedInCampaign > 0n || campaign.settled),
    graceEnd: gracePeriod(campaign, now)?.end.toString() ?? null,
    leaves: parts.map(({ leaf, ...part }) => ({ ...leaf, ...part })),
  };
}

/** Returns whether an address created a campaign. Reads at most one row. */
export async function isCreator(address: string): Promise<boolean> {
  const { reads: db, now } = await services();
  return (await countUpTo(db, { creator: address, now: now() }, 1)) > 0;
}

type ActivityQuery = {
  cursor?: string | undefined;
  types?: readonly EventType[] | undefined;
  mint?: string | undefined;
  isOwn?: boolean;
};

/** Maximum tokens to choose from as the filter of the activity. */
const MAX_ACTIVITY_TOKENS = 50;

/**
 * Returns events of the campaigns that an address created or receives from, newest first; null for a cursor
 * of another list. `types` selects some kinds of events, `mint` the campaigns of one token, and `isOwn` the events
 * that name the address. `tokens` are the tokens of all these campaigns. `t` names campaigns without a name.
 */
export async function readActivity(
  address: string,
  { cursor, types, mint, isOwn = false }: ActivityQuery = {},
  t?: Translator,
) {
  const { reads: db } = await services();
  const page = { limit: EVENTS_PER_PAGE, cursor, types, isOwn };
  const [found, mints] = await Promise.all([
    atCursor(selectActivity(db, mint === undefined ? { address, ...page } : { address, mint, ...page })),
    selectActivityMints(db, { address, limit: MAX_ACTIVITY_TOKENS }),
  ]);
  if (!found) return null;
  const settled = found.events.filter(({ type }) => type === "stream_cancelled");
  const signatures = settled.map(({ signature }) => signature);
  const [tokens, settlements] = await Promise.all([
    readTokens([...mints, ...found.events.map((event) => event.mint)]),
    settled.length > 0 ? selectSettlements(db, { address, signatures }) : [],
  ]);
  const isSettlement = ({ signature, eventIndex }: (typeof found.events)[number]) =>
    settlements.some((item) => item.signature === signature && item.eventIndex === eventIndex);
  const events = found.events.map((event) => ({
    event: toTimelineItem(event),
    isSettlement: isSettlement(event),
    token: tokens.of(event.mint),
    campaign: {
      name: campaignName(event, t),
      treeAddress: event.treeAddress,
      earlierGeneration: event.earlierGeneration,
      verified: event.verified,
    },
  }));
  return { ...found, events, tokens: mints.map(tokens.of) };
}
