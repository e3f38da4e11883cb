import type { Database } from "@/db/client";
import { selectBeneficiaryCampaigns } from "@/db/queries/campaigns/beneficiaries";
import {
  type CampaignFilter,
  countByVerification,
  countCampaigns,
} from "@/db/queries/campaigns/campaign-filter";
import { ListRefusedError } from "@/db/queries/campaigns/campaign-order";
import { listSorts, selectCampaign, selectCampaigns } from "@/db/queries/campaigns/campaigns";
import { selectNextUnlocks, type UpcomingUnlock } from "@/db/queries/campaigns/creator-dashboard";
import { type CampaignItem, type NextUnlock, toCampaignItem } from "@/lib/contract/campaign";
import { listStates } from "@/lib/contract/live-state";
import { message } from "@/lib/core/i18n/translator";
import { type CampaignSort, type SortOrder, searchWords } from "@/lib/core/lists/campaign-list";
import { isAddress } from "@/lib/core/solana/addresses";
import { firstUnlock, gracePeriod } from "@/lib/core/vesting/lifecycle";
import { monthText, toMonth } from "@/lib/core/vesting/unlock-months";
import { services } from "@/lib/service/services";

const LIMIT = 20;

type ListedItem = CampaignItem & { nextUnlock: NextUnlock };

export type CampaignListing = {
  campaigns: ListedItem[];
  total: number;
  limit: number;
  /** The available sort orders of the list. */
  sorts: CampaignSort[];
  /** The reason for an empty list, and the field to change. */
  problem: { field: "q" | "creator" | "sort"; message: string } | null;
};

type Wanted = Pick<CampaignFilter, "creator" | "mint" | "status" | "name"> & {
  sort: CampaignSort;
  order: SortOrder;
  page: number;
};

/**
 * Returns a page of campaigns. A filter that cannot match, or would match too much, returns an empty list
 * with the reason.
 */
export async function readCampaigns({ page, sort, order, ...wanted }: Wanted): Promise<CampaignListing> {
  const { creator, mint, name } = wanted;
  if ([creator, mint].some((address) => address !== undefined && !isAddress(address))) {
    return nothing("creator", message("Creator and token mint are Solana addresses: 32 bytes in base58."));
  }
  if (name !== undefined && searchWords(name).length === 0) {
    return nothing("q", message("Enter at least one letter or digit."));
  }
  const { reads: db, now: clock } = await services();
  const filter = { ...wanted, now: clock() };
  try {
    const found = await selectCampaigns(db, { ...filter, sort, order, page, limit: LIMIT });
    const campaigns = await listedItems(db, found.campaigns, filter.now);
    const sorts = listSorts(filter, found.total);
    return { campaigns, total: found.total, limit: LIMIT, sorts, problem: null };
  } catch (error) {
    if (!(error instanceof ListRefusedError)) throw error;
    return nothing(error.path === "name" ? "q" : "sort", error.message);
  }
}

const nothing = (field: "q" | "creator" | "sort", reason: string): CampaignListing => ({
  ...{ campaigns: [], total: 0, limit: LIMIT, sorts: ["created"] },
  problem: { field, message: reason },
});

type FoundCampaigns = Awaited<ReturnType<typeof selectCampaigns>>["campaigns"];

/** Returns the rows of a list of campaigns, each with its next unlock. */
export async function listedItems(db: Database, found: FoundCampaigns, now: bigint): Promise<ListedItem[]> {
  const ids = found.map(({ id }) => id);
  const unlocks = await selectNextUnlocks(db, { ids, now });
  return found.map((campaign) => {
    const item = toCampaignItem(campaign, now);
    const grace = gracePeriod(campaign, now);
    if (grace && !grace.isExpired) return { ...item, nextUnlock: { claimUntil: grace.end.toString() } };
    const [first, next] = [firstUnlock(campaign), unlocks.get(campaign.id)];
    return { ...item, nextUnlock: getNextUnlock(item, { first, next, now }) };
  });
}

const VESTING_STATUSES: readonly CampaignItem["status"][] = ["active", "claimable", "paused"];

function getNextUnlock(
  { status }: CampaignItem,
  { first, next, now }: { first: bigint | null; next: UpcomingUnlock | undefined; now: bigint },
): NextUnlock {
  if (!VESTING_STATUSES.includes(status) || next === undefined) return null;
  if (first !== null && first > now) return { at: first.toString() };
  if (next.lastUnlock === null || next.month > toMonth(now)) return { month: monthText(next.month) };
  return { until: next.lastUnlock.toString() };
}

/** The statuses of campaigns that are not finished. `active` includes the claimable ones. */
const OPEN_STATUSES = ["active", "paused", "cancelled_grace"] as const;
/** Maximum open campaigns on the home page, newest first. */
const MAX_OPEN = 5;

/**
 * Returns figures over the confirmed campaigns, and the newest campaigns that are not finished, for first-time
 * visitors. A campaign counts for one status, as its badge shows. `live` has the lists to poll and their state.
 */
export async function readFigures() {
  const { reads: db, now } = await services();
  const at = now();
  const [lists, all, active, claimable, paused, inGrace] = await Promise.all([
    Promise.all(
      OPEN_STATUSES.map(async (status) => {
        const list = await selectCampaigns(db, { now: at, status, page: 1, limit: MAX_OPEN });
        return { status, ...list };
      }),
    ),
    countByVerification(db, { now: at }),
    countByVerification(db, { now: at, status: "active" }),
    countByVerification(db, { now: at, status: "claimable" }),
    countByVerification(db, { now: at, status: "paused" }),
    countByVerification(db, { now: at, status: "cancelled_grace" }),
  ]);
  const open = lists.flatMap(({ campaigns }) => campaigns).sort(byCreation);
  // A campaign only enters another list by leaving the list of its status.
  const live = lists.filter(({ status, total }) => status === "active" || total > 0);
  return {
    campaigns: all.verified,
    unverified: all.unverified,
    locked: active.verified - claimable.verified,
    claimable: claimable.verified,
    paused: paused.verified,
    inGrace: inGrace.verified,
    open: await listedItems(db, open.slice(0, MAX_OPEN), at),
    live: {
      queries: live.map(({ status }) => ({ status, limit: MAX_OPEN })),
      state: listStates(
        live.map(({ campaigns, total }) => ({
          campaigns: campaigns.map((campaign) => toCampaignItem(campaign, at)),
          total,
        })),
      ),
    },
  };
}

/** Sorts by creation time and row id, newest first, as the lists of one status. */
function byCreation(a: FoundCampaigns[number], b: FoundCampaigns[number]): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return b.id - a.id;
}

export type CampaignPosition = { href: string; problem: null } | { href: null; problem: string };

/** Returns the page for any address: a campaign, a creator, a token mint or a beneficiary. */
export async function findCampaignPosition(address: string): Promise<CampaignPosition> {
  const { reads: db, now } = await services();
  if (await selectCampaign(db, { treeAddress: address })) return at(`/campaigns/${address}`);
  for (const role of ["creator", "mint"] as const) {
    const total = await countCampaigns(db, { now: now(), [role]: address });
    if (total > 0) return at(`/campaigns?${role}=${address}`);
  }
  const { total } = await selectBeneficiaryCampaigns(db, { address, page: 1, limit: 1 });
  if (total > 0) return at(`/portfolio?address=${address}`);
  return {
    href: null,
    problem: message("No campaign, creator, token or recipient here has this address."),
  };
}

const at = (href: string): CampaignPosition => ({ href, problem: null });
