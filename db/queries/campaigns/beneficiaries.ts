import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Campaign, campaigns, leaves, milestoneEvents, rootVersions } from "@/db/schema";
import { extend } from "@/lib/core/extend";
import { type ClaimedLeaf, claimsOfLeaf } from "@/lib/core/vesting/claims-of-leaf";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { cutForward } from "../cursor";
import { preparedQuery } from "../prepared-query";
import { cursorAfter, inOrder, isAfter, toOrder, toPosition } from "./campaign-order";
import { recordedAmounts } from "./claimed-amounts";
import { currentVersion } from "./current-version";
import { leafColumns, type StoredLeaf } from "./leaves";

/**
 * Maximum number of leaves read per campaign: more than the program lets one beneficiary claim (8 leaves and
 * 256 milestones).
 */
const MAX_LEAVES = 1_000;

/**
 * The beneficiary's leaves in the campaign's current root version, in order of leaf index, and the total
 * claimed from the campaign, under earlier roots too.
 */
type BeneficiaryCampaign = {
  campaign: Campaign;
  rootVersion: number;
  rootVersionId: number;
  /** The root of these leaves. */
  versionRoot: string;
  leaves: (StoredLeaf & ReturnType<typeof claimedOfLeaf>)[];
  claimedInCampaign: bigint;
  /** False while no leaves of the campaign's root are registered: the leaves are those of an earlier root. */
  rootRegistered: boolean;
};

export type BeneficiaryCampaigns = {
  campaigns: BeneficiaryCampaign[];
  total: number;
  nextCursor: string | null;
};

/** Current root versions in which an address has a leaf: at most one per campaign. */
const currentVersions = ({ isVerifiedOnly }: { isVerifiedOnly: boolean }) => sql`
  select v.id as root_version_id, v.campaign_id, v.version, v.merkle_root from ${rootVersions} v
  where v.id in (select distinct root_version_id from ${leaves} where beneficiary = ${sql.placeholder("address")})
    and v.version = ${currentVersion(sql`v.campaign_id`)}
    ${isVerifiedOnly ? sql`and v.campaign_id in (select c.id from ${campaigns} c where c.verified)` : sql``}`;

type Page = {
  address: string;
  page: number;
  limit: number;
  cursor?: string;
  /** False for callers that read all pages and do not need the total, which is then 0. */
  isCounted?: boolean;
  /** Omits campaigns that the network has not confirmed. */
  isVerifiedOnly?: boolean;
};

const NEWEST_FIRST = toOrder({});

type PageShape = { hasCursor: boolean; isVerifiedOnly: boolean };

const selectPage = preparedQuery((db, { hasCursor, isVerifiedOnly }: PageShape) =>
  db
    .select({
      campaign: campaigns,
      rootVersionId: sql`v.root_version_id`.mapWith(Number),
      rootVersion: sql`v.version`.mapWith(Number),
      versionRoot: sql<string>`v.merkle_root`,
      rootRegistered: sql<boolean>`v.merkle_root = ${campaigns.merkleRoot}`,
    })
    .from(sql`(${currentVersions({ isVerifiedOnly })}) v`)
    .innerJoin(campaigns, sql`${campaigns.id} = v.campaign_id`)
    .where(isAfter({ ...NEWEST_FIRST, hasCursor }))
    .orderBy(...inOrder(NEWEST_FIRST))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset")),
);

const count = preparedQuery((db, shape: { isVerifiedOnly: boolean }) =>
  db.select({ total: sql`count(*)`.mapWith(Number) }).from(sql`(${currentVersions(shape)}) v`),
);

/** The address's leaves in given root versions, at most `MAX_LEAVES` per version. */
const selectLeaves = preparedQuery((db) => {
  const mine = db
    .select({ rootVersionId: leaves.rootVersionId, leaf: leafColumns })
    .from(leaves)
    .where(and(eq(leaves.beneficiary, sql.placeholder("address")), sql`${leaves.rootVersionId} = version.id`))
    .orderBy(asc(leaves.leafIndex))
    .limit(MAX_LEAVES)
    .as("mine");
  return db
    .select({ rootVersionId: mine.rootVersionId, leaf: mine.leaf })
    .from(sql`unnest(${sql.placeholder("rootVersionIds")}::integer[]) version (id)`)
    .crossJoinLateral(mine)
    .orderBy(asc(mine.rootVersionId), asc(mine.leaf.leafIndex));
});

/**
 * The amounts that the address claimed, by campaign, leaf index and milestone. Each amount is the sum of the
 * stored claims, plus what the claim record or the newest claim states beyond them if claims are missing.
 * `paidEarlier` is the amount that the claim record still states from an earlier generation.
 */
const selectClaimedAmount = preparedQuery((db, { isOne }: { isOne: boolean }) => {
  // Postgres assumes ten elements for an array parameter. With an array, Postgres would plan the statement
  // for a single campaign again each time.
  const campaign = isOne
    ? sql`= ${sql.placeholder("campaignRowIds")}::integer`
    : sql`= any(${sql.placeholder("campaignRowIds")}::integer[])`;
  const beneficiary = sql`${sql.placeholder("address")}`;
  const amounts = sql`(${recordedAmounts({ campaign, beneficiary })}) amounts`;
  return db
    .select({
      campaignRowId: sql`campaign_id`.mapWith(Number),
      leafIndex: sql`leaf_index`.mapWith(Number),
      milestoneIdx: sql<number | null>`milestone_idx`,
      claimed: sql`sum(claimed)::text`.mapWith(BigInt),
      paidEarlier: sql`sum(paid_earlier)::text`.mapWith(BigInt),
    })
    .from(amounts)
    .groupBy(sql`campaign_id`, sql`leaf_index`, sql`milestone_idx`);
});

/** Selects the indexed claims of an address in one campaign, by leaf index and milestone. */
export const selectClaimedBy = (db: Database, input: { address: string; campaignRowId: number }) =>
  selectClaimedAmount(db, { address: input.address, campaignRowIds: input.campaignRowId }, { isOne: true });

const selectReleases = preparedQuery((db) =>
  db
    .select({
      campaignRowId: milestoneEvents.campaignId,
      milestoneIdx: milestoneEvents.milestoneIdx,
      at: sql`min(${milestoneEvents.blockTime})::text`.mapWith(BigInt),
    })
    .from(milestoneEvents)
    .where(sql`${milestoneEvents.campaignId} = any(${sql.placeholder("campaignRowIds")}::integer[])`)
    .groupBy(milestoneEvents.campaignId, milestoneEvents.milestoneIdx),
);

/** Selects the release times of milestones in unix seconds; at most 256 per campaign. */
export const selectReleaseTimes = (db: Database, campaignRowIds: readonly number[]) =>
  selectReleases(db, { campaignRowIds: campaignRowIds.map(String) });

function groupBy<Row>(rows: readonly Row[], key: (row: Row) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

type ClaimedRow = Awaited<ReturnType<typeof selectClaimedBy>>[number];

const sumClaimed = (claims: readonly ClaimedRow[]) => claims.reduce((sum, row) => sum + row.claimed, 0n);

/** Returns the amounts claimed from one of the `leaves` of a beneficiary, according to the beneficiary's claims. */
export function claimedOfLeaf(
  leaf: ClaimedLeaf,
  input: { leaves: readonly ClaimedLeaf[]; claims: readonly ClaimedRow[] },
) {
  const { counted, shown } = claimsOfLeaf(leaf, input);
  return {
    claimed: sumClaimed(shown),
    milestoneClaimed: leaf.releaseType === ReleaseType.Milestone && counted.length > 0,
    paidEarlier: shown.reduce((sum, row) => sum + row.paidEarlier, 0n),
  };
}

/**
 * Selects the campaigns in whose current root version an address has leaves, newest first, each with those
 * leaves and their claimed amounts. Uses four queries, regardless of the number of campaigns.
 */
export async function selectBeneficiaryCampaigns(db: Database, params: Page): Promise<BeneficiaryCampaigns> {
  const { address, limit, isVerifiedOnly = false } = params;
  const values = { address, limit: limit + 1, ...toPosition(params, NEWEST_FIRST) };
  const [rows, [counted]] = await Promise.all([
    selectPage(db, values, { hasCursor: params.cursor !== undefined, isVerifiedOnly }),
    params.isCounted === false ? [] : count(db, { address }, { isVerifiedOnly }),
  ]);
  const total = counted?.total ?? 0;
  const { shown, nextCursor } = cutForward(rows, limit, ({ campaign }) =>
    cursorAfter(campaign, NEWEST_FIRST),
  );
  if (shown.length === 0) return { campaigns: [], total, nextCursor: null };
  const [leafRows, claimRows] = await Promise.all([
    selectLeaves(db, { address, rootVersionIds: shown.map((row) => String(row.rootVersionId)) }),
    selectClaimedAmount(
      db,
      { address, campaignRowIds: shown.map((row) => String(row.campaign.id)) },
      { isOne: false },
    ),
  ]);
  const leavesIn = groupBy(leafRows, (row) => row.rootVersionId);
  const claimsByCampaign = groupBy(claimRows, (row) => row.campaignRowId);
  const campaignsOf = shown.map(({ campaign, ...version }) => {
    const claims = claimsByCampaign.get(campaign.id) ?? [];
    const own = (leavesIn.get(version.rootVersionId) ?? []).map(({ leaf }) => leaf);
    return {
      campaign,
      ...version,
      leaves: own.map((leaf) => extend(leaf, claimedOfLeaf(leaf, { leaves: own, claims }))),
      claimedInCampaign: sumClaimed(claims),
    };
  });
  return { campaigns: campaignsOf, total, nextCursor };
}
