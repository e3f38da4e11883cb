import { campaignName } from "@/components/campaigns/campaign-table";
import type { PortfolioEntry } from "@/components/portfolio/entry";
import { selectBeneficiaryCampaigns } from "@/db/queries/beneficiaries";
import { selectCampaign } from "@/db/queries/campaigns";
import { selectActivity } from "@/db/queries/event-feed";
import { services } from "@/lib/services";
import { lifecycleStatus } from "@/lib/vesting/lifecycle";
import { beneficiaryProgress } from "@/lib/views/beneficiary-rows";
import { toCampaignItem } from "@/lib/views/campaign";
import { toEvent } from "./campaign-lists";
import { feedCursor, fromCursor, toCursor } from "./cursors";
import { readTokens } from "./tokens";

const CAMPAIGNS_A_PAGE = 50;
const EVENTS_A_PAGE = 25;

/** A page of what an address is entitled to, in campaigns newest first. */
export async function readPortfolio(address: string, page: number) {
  const { db, now } = await services();
  const params = { address, page, limit: CAMPAIGNS_A_PAGE };
  const { campaigns, total } = await selectBeneficiaryCampaigns(db, params);
  return { entries: campaigns.map((entry) => toEntry(entry, now())), total, limit: CAMPAIGNS_A_PAGE };
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
    leaves: parts.map(({ leaf, ...part }) => ({ ...leaf, ...part })),
  };
}

/** Events of the campaigns that an address created or receives from, newest first. */
export async function readActivity(address: string, cursor: string | undefined) {
  const { db } = await services();
  const found = await selectActivity(db, {
    address,
    limit: EVENTS_A_PAGE,
    cursor: fromCursor(feedCursor, cursor),
  });
  const trees = [...new Set(found.events.map(({ treeAddress }) => treeAddress))];
  const campaigns = await Promise.all(trees.map((treeAddress) => selectCampaign(db, { treeAddress })));
  const mintOf = new Map(campaigns.map((campaign) => [campaign?.treeAddress, campaign?.mint ?? ""]));
  const tokens = await readTokens([...mintOf.values()]);
  const events = found.events.map((event) => ({
    event: toEvent(event),
    token: tokens.of(mintOf.get(event.treeAddress) ?? ""),
    campaign: { name: campaignName(event), treeAddress: event.treeAddress },
  }));
  return { events, total: found.total, nextCursor: toCursor(found.nextCursor) };
}
