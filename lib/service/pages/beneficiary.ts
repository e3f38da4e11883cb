import { MAX_PROGRESS_CAMPAIGNS, selectBeneficiaryCampaigns } from "@/db/queries/campaigns/beneficiaries";
import { selectActivity } from "@/db/queries/events/event-feed";
import { selectIndexedTo } from "@/db/queries/indexing/sync-state";
import { gracePeriod, isTreeGone, lifecycleStatus } from "@/lib/core/vesting/lifecycle";
import type { PortfolioEntry } from "@/lib/core/views/beneficiary";
import { beneficiaryProgress, toVestingProgress } from "@/lib/core/views/beneficiary-rows";
import { toCampaignItem } from "@/lib/core/views/campaign";
import { toTimelineItem } from "@/lib/core/views/event";
import { campaignName } from "@/lib/core/views/names";
import { nextUnlocks } from "@/lib/core/views/next-unlocks";
import { services } from "@/lib/service/services";
import { atCursor } from "./campaign-lists";
import { readTokens } from "./tokens";

const CAMPAIGNS_A_PAGE = 50;
const EVENTS_A_PAGE = 25;

/**
 * What an address is entitled to: its sums and next unlocks over all its campaigns, as far as vesting-progress goes
 * (`covered` of `total`), and a page of the campaigns, newest first.
 */
export async function readPortfolio(address: string, page: number) {
  const { reads: db, now } = await services();
  const [all, asOf] = await Promise.all([
    selectBeneficiaryCampaigns(db, { address, page: 1, limit: MAX_PROGRESS_CAMPAIGNS }),
    selectIndexedTo(db),
  ]);
  const rows = all.campaigns;
  const first = (page - 1) * CAMPAIGNS_A_PAGE;
  const isCovered = all.nextCursor === null || first + CAMPAIGNS_A_PAGE <= rows.length;
  const shown = isCovered
    ? rows.slice(first, first + CAMPAIGNS_A_PAGE)
    : (await selectBeneficiaryCampaigns(db, { address, page, limit: CAMPAIGNS_A_PAGE })).campaigns;
  return {
    entries: shown.map((row) => toEntry(row, now())),
    progress: toVestingProgress({ address, asOf, rows }, now()),
    unlocks: nextUnlocks(rows, now()),
    covered: rows.length,
    total: all.total,
    limit: CAMPAIGNS_A_PAGE,
  };
}

type Stored = Awaited<ReturnType<typeof selectBeneficiaryCampaigns>>["campaigns"][number];

function toEntry(row: Stored, now: bigint): PortfolioEntry {
  const { campaign } = row;
  const { parts, total: progress } = beneficiaryProgress(row, now);
  const { cancelAuthority, pauseAuthority } = campaign;
  // A beneficiary's own status: claimable exactly when something can be claimed by them.
  const status = lifecycleStatus(campaign, now, progress.claimable > 0n);
  return {
    campaign: { ...toCampaignItem(campaign, now), status, cancelAuthority, pauseAuthority },
    progress,
    // Cancelling a stream makes a record, also where nothing was claimed.
    mayHaveRecord: !isTreeGone(campaign) && (row.claimedInCampaign > 0n || campaign.settled),
    graceEnd: gracePeriod(campaign, now)?.end.toString() ?? null,
    leaves: parts.map(({ leaf, ...part }) => ({ ...leaf, ...part })),
  };
}

/**
 * Events of the campaigns that an address created or receives from, newest first; null for a cursor that this list did
 * not give.
 */
export async function readActivity(address: string, cursor: string | undefined) {
  const { reads: db } = await services();
  const found = await atCursor(selectActivity(db, { address, limit: EVENTS_A_PAGE, cursor }));
  if (!found) return null;
  const tokens = await readTokens(found.events.map(({ mint }) => mint));
  const events = found.events.map((event) => ({
    event: toTimelineItem(event),
    token: tokens.of(event.mint),
    campaign: { name: campaignName(event), treeAddress: event.treeAddress },
  }));
  return { ...found, events };
}
