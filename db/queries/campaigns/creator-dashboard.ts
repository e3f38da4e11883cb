import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Campaign, campaigns, rootVersions, unlockSums } from "@/db/schema";
import { type CampaignUnlocks, toMonth } from "@/lib/core/vesting/unlock-months";

/** Maximum number of campaigns in a creator's sums, newest first; the sums have no pages. */
export const MAX_DASHBOARD_CAMPAIGNS = 500;

/**
 * A campaign with the unlocks of its current leaves.
 * - By time: the amount before the requested months, in each month with unlocks, ascending, and after the
 *   last month.
 * - By milestone: the amount of each milestone, with the earliest cliff of its leaves in unix seconds.
 *
 * `unlocks` is null while the sums of its leaves are not computed, and while these leaves are not registered.
 */
export type DashboardRow = { campaign: Campaign; isRegistered: boolean; unlocks: CampaignUnlocks | null };

type DashboardParams = {
  /** The creator whose campaigns count, the mint whose verified campaigns count, or the only campaign. */
  scope: { creator: string } | { mint: string } | { campaignRowId: number };
  /** Months since January 1970: the first one, and the one after the last. */
  from: number;
  until: number;
  limit: number;
};

const monthly = sql`unnest(unlock_sums.months, unlock_sums.amounts) as monthly(month, amount)`;

/** The registered version of the root that the network has; null after a rotation whose leaves are not registered. */
const currentVersionId = sql`(select v.id from ${rootVersions} v where v.campaign_id = campaigns.id
  and v.merkle_root = campaigns.merkle_root order by v.version desc limit 1)`;

/**
 * Selects campaigns, newest first, with their unlocks. The cost is one row per campaign plus its
 * months, regardless of the number of leaves: the sums are computed when the leaves are stored.
 */
export async function selectDashboardRows(
  db: Database,
  { scope, from, until, limit }: DashboardParams,
): Promise<DashboardRow[]> {
  const sumWhere = (condition: ReturnType<typeof sql>) =>
    sql<string>`(select coalesce(sum(amount), 0)::text from ${monthly} where ${condition})`;
  const rows = await db
    .select({
      campaign: campaigns,
      isRegistered: sql<boolean>`${currentVersionId} is not null`,
      summed: unlockSums.rootVersionId,
      before: sumWhere(sql`month < ${from}::integer`),
      months: sql<[number, string][]>`(select coalesce(json_agg(json_build_array(month, amount::text)
        order by month), '[]') from ${monthly} where month >= ${from}::integer and month < ${until}::integer)`,
      later: sumWhere(sql`month >= ${until}::integer`),
      milestones: sql<
        [number, string, string][]
      >`(select coalesce(json_agg(json_build_array(index, amount::text,
        cliff::text) order by index), '[]') from unnest(unlock_sums.milestones, unlock_sums.milestone_amounts,
        unlock_sums.milestone_cliffs) as waiting(index, amount, cliff))`,
    })
    .from(campaigns)
    .leftJoin(unlockSums, sql`${unlockSums.rootVersionId} = ${currentVersionId}`)
    .where(getCondition(scope))
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id))
    .limit(limit);
  return rows.map(({ campaign, isRegistered, summed, ...unsummedFields }) => ({
    ...{ campaign, isRegistered },
    unlocks: summed === null ? null : toUnlocks(unsummedFields),
  }));
}

function getCondition(scope: DashboardParams["scope"]): SQL | undefined {
  if ("creator" in scope) return eq(campaigns.creator, scope.creator);
  if ("mint" in scope) return and(eq(campaigns.mint, scope.mint), campaigns.verified);
  return eq(campaigns.id, scope.campaignRowId);
}

/**
 * The first month with an unlock by time, counted from January 1970, and the last unlock in unix seconds, which is null
 * while an earlier version's sums are stored.
 */
export type UpcomingUnlock = { month: number; lastUnlock: bigint | null };

/**
 * Selects the next unlocks of campaigns from `now` (unix seconds) on, by campaign row id. Campaigns without a later
 * unlock are missing.
 */
export async function selectNextUnlocks(
  db: Database,
  { ids, now }: { ids: readonly number[]; now: bigint },
): Promise<Map<number, UpcomingUnlock>> {
  if (ids.length === 0) return new Map();
  // Sums of an earlier version have no last unlock.
  const month = sql<number | null>`(select min(month) from unnest(unlock_sums.months) as month
    where month >= ${toMonth(now)}::integer and coalesce(unlock_sums.last_unlock > ${now}::bigint, true))`;
  const rows = await db
    .select({ id: campaigns.id, month, lastUnlock: unlockSums.lastUnlock })
    .from(campaigns)
    .innerJoin(unlockSums, sql`${unlockSums.rootVersionId} = ${currentVersionId}`)
    .where(inArray(campaigns.id, [...ids]));
  return new Map(
    rows.flatMap(({ id, month: next, lastUnlock }) =>
      next === null ? [] : [[id, { month: next, lastUnlock }] as const],
    ),
  );
}

type StoredUnlocks = {
  before: string;
  months: [number, string][];
  later: string;
  milestones: [number, string, string][];
};

const toUnlocks = ({ before, months, later, milestones }: StoredUnlocks): CampaignUnlocks => ({
  before: BigInt(before),
  months: months.map(([month, amount]) => ({ month, amount: BigInt(amount) })),
  later: BigInt(later),
  milestones: milestones.map(([index, amount, cliff]) => ({
    index,
    amount: BigInt(amount),
    cliff: BigInt(cliff),
  })),
});
