import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  type Campaign,
  campaigns,
  milestoneEvents,
  overclaims,
  type PaidTwice,
  type RootVersion,
  rootVersions,
  syncState,
  unlockSums,
} from "@/db/schema";
import { u64Text } from "@/db/schema/u64";
import { extend } from "@/lib/core/extend";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import { vaultShortfall } from "@/lib/core/vesting/payable";
import { type StoredDrift, selectDrifts } from "../indexing/drifts";
import { preparedQuery } from "../prepared-query";
import { type CampaignKey, isKeyed, valuesOfKey } from "./generation";
import { sharedVestedSums } from "./shared-sums";

/** Limits the response to about 3 MB; a campaign reaches this limit after 27 years of daily rotations. */
const MAX_ROOT_VERSIONS = 10_000;
const SHOWN_OVERCLAIMS = 100;
/** Larger than the number of fields that are compared. */
const SHOWN_DRIFTS = 100;

export type RootVersionSummary = Pick<
  RootVersion,
  "version" | "merkleRoot" | "leafCount" | "minCliffTime" | "createdAt" | "ipfsCid"
>;

export type CampaignDetail = {
  campaign: Campaign;
  rootVersionCount: number;
  rootRegistered: boolean;
  /** Newest first. */
  rootVersions: RootVersionSummary[];
  milestones: { index: number; releasedAt: bigint | null }[];
  paidTwice: PaidTwice | null;
  /** The sum of the current leaves in base units; null while it is not computed. */
  allocated: bigint | null;
  /**
   * The vested but unclaimed amount of a cancelled campaign, in base units; null if no displayed figure
   * depends on it.
   */
  unclaimed: bigint | null;
  overclaims: { beneficiary: string; leafIndex: number; allocated: bigint; claimed: bigint }[];
  /** All generations of the address, newest first, if there are several. */
  generations: Campaign[];
  drifts: StoredDrift[];
  asOf: { slot: string; timestamp: string };
};

/** JSON shape: 64-bit integers are strings. */
type VersionJson = Omit<RootVersionSummary, "minCliffTime" | "createdAt"> & {
  minCliffTime: string;
  createdAt: string;
};

// Column names are written as text: in a query of a single table, the query builder omits the table name.
const shownVersions = sql<VersionJson[]>`(
  select coalesce(json_agg(json_build_object('version', v.version, 'merkleRoot', v.merkle_root,
    'leafCount', v.leaf_count, 'minCliffTime', v.min_cliff_time::text, 'createdAt', v.created_at::text,
    'ipfsCid', v.ipfs_cid) order by v.version desc), '[]')
  from (select * from ${rootVersions} where campaign_id = campaigns.id
    order by version desc limit ${sql.raw(String(MAX_ROOT_VERSIONS))}) v)`;

/** Whether the leaves of the current root are registered. */
const rootRegistered = sql<boolean>`exists (select 1 from ${rootVersions}
  where campaign_id = campaigns.id and merkle_root = campaigns.merkle_root)`;

/** Recipients whom the program could pay twice under the current root, as computed at its registration. */
const paidTwice = sql<PaidTwice | null>`(select paid_twice from ${rootVersions}
  where campaign_id = campaigns.id and merkle_root = campaigns.merkle_root order by version desc limit 1)`;

/** The sum of the current leaves, by the stored sums of their months and milestones. */
const allocated = sql<string | null>`(select
    (select coalesce(sum(amount), 0) from unnest(u.amounts || u.milestone_amounts) amount)::text
  from ${rootVersions} v join ${unlockSums} u on u.root_version_id = v.id
  where v.campaign_id = campaigns.id and v.merkle_root = campaigns.merkle_root order by v.version desc limit 1)`;

/**
 * Milestones that the current leaves use, with their release time in unix seconds, null until the release.
 */
const milestones = sql<{ index: number; releasedAt: string | null }[]>`(
  select coalesce(json_agg(json_build_object('index', used.index, 'releasedAt', released.at::text)
    order by used.index), '[]')
  from unnest(campaigns.used_milestones) used (index)
  left join (select milestone_idx, min(block_time) as at from ${milestoneEvents}
    where campaign_id = campaigns.id group by milestone_idx) released on released.milestone_idx = used.index)`;

/** The first leaves whose payments exceed their amount; amounts in base units. */
const shownOverclaims = sql<
  { beneficiary: string; leafIndex: number; allocated: string; claimed: string }[]
>`(select coalesce(json_agg(json_build_object('beneficiary', o.beneficiary, 'leafIndex', o.leaf_index,
    'allocated', ${u64Text(sql.raw("o.allocated"))}, 'claimed', o.claimed::text) order by o.leaf_index), '[]')
  from (select * from ${overclaims} where campaign_id = campaigns.id
    order by leaf_index limit ${sql.raw(String(SHOWN_OVERCLAIMS))}) o)`;

/** Whether several generations of the address are registered. */
const hasGenerations = sql<boolean>`exists (select 1 from ${campaigns} o
  where o.tree_address = campaigns.tree_address and o.id <> campaigns.id)`;

/** Maximum number of generations shown with a campaign. */
const SHOWN_GENERATIONS = 100;

/** Selects the registered generations of an address, newest first. */
const selectGenerations = (db: Database, treeAddress: string): Promise<Campaign[]> =>
  db
    .select()
    .from(campaigns)
    .where(eq(campaigns.treeAddress, treeAddress))
    .orderBy(desc(campaigns.id))
    .limit(SHOWN_GENERATIONS);

/** Returns SQL for a value of the indexer's checkpoint. */
const checkpoint = (key: string) =>
  sql<string>`coalesce((select value from ${syncState} where key = ${key}), '0')`;

type DetailQuery = {
  campaign: Campaign;
  newestVersion: Pick<RootVersion, "version"> | undefined;
  now: bigint;
};

/**
 * Returns the vested but unclaimed amount of a cancelled campaign whose rest is not withdrawn yet. The amount
 * is computed once the grace period is over, or if the vault balance may be too low. Returns null otherwise.
 */
function selectUnclaimed(db: Database, query: DetailQuery): Promise<bigint> | null {
  const { cancelledAt, instantRefunded, settled, withdrawn } = query.campaign;
  const isOver = cancelledAt === null || instantRefunded || settled || withdrawn;
  if (isOver) return null;
  const isVaultShort = query.campaign.vaultBalance !== null && vaultShortfall(query.campaign) === null;
  if (!isVaultShort && query.now < cancelledAt + GRACE_PERIOD_SECONDS) return null;
  return sharedVestedSums(db, query).then(({ unclaimed }) => unclaimed);
}

const selectDetail = preparedQuery((db) =>
  db
    .select({
      campaign: campaigns,
      rootVersions: shownVersions,
      rootRegistered,
      milestones,
      paidTwice,
      allocated,
      overclaims: shownOverclaims,
      hasGenerations,
      slot: checkpoint("last_synced_slot"),
      timestamp: checkpoint("last_sync_timestamp"),
    })
    .from(campaigns)
    .where(isKeyed)
    .orderBy(desc(campaigns.id)),
);

/**
 * Selects a campaign with all data of its detail view at `now` (unix seconds), or null. The cost of the main
 * query grows with neither leaves nor events. A second query reads the leaves of a cancelled campaign if
 * `selectUnclaimed` needs them. Two more read earlier generations and drifts if there are any.
 */
export async function selectCampaignDetail(
  db: Database,
  { now, ...key }: CampaignKey & { now: bigint },
): Promise<CampaignDetail | null> {
  const [row] = await selectDetail(db, valuesOfKey(key));
  if (!row) return null;
  return {
    campaign: row.campaign,
    rootVersions: row.rootVersions.map((version) =>
      extend(version, { minCliffTime: BigInt(version.minCliffTime), createdAt: BigInt(version.createdAt) }),
    ),
    // Versions are numbered from 1 without gaps.
    rootVersionCount: row.rootVersions[0]?.version ?? 0,
    rootRegistered: row.rootRegistered,
    milestones: row.milestones.map(({ index, releasedAt }) => ({
      index,
      releasedAt: releasedAt === null ? null : BigInt(releasedAt),
    })),
    paidTwice: row.paidTwice,
    allocated: row.allocated === null ? null : BigInt(row.allocated),
    unclaimed: await selectUnclaimed(db, {
      campaign: row.campaign,
      newestVersion: row.rootVersions[0],
      now,
    }),
    overclaims: row.overclaims.map(({ allocated, claimed, ...leaf }) => ({
      ...leaf,
      allocated: BigInt(allocated),
      claimed: BigInt(claimed),
    })),
    generations: row.hasGenerations ? await selectGenerations(db, row.campaign.treeAddress) : [],
    drifts: row.campaign.hasDrift
      ? await selectDrifts(db, { campaignRowId: row.campaign.id, limit: SHOWN_DRIFTS })
      : [],
    asOf: { slot: row.slot, timestamp: row.timestamp },
  };
}

/** Selects a campaign's root versions, newest first; only those before `beforeVersion` if given. */
export function selectRootVersions(
  db: Database,
  params: { campaignRowId: number; limit: number; beforeVersion?: number },
): Promise<RootVersionSummary[]> {
  const { campaignRowId, limit, beforeVersion } = params;
  const { version, merkleRoot, leafCount, minCliffTime, createdAt, ipfsCid } = rootVersions;
  return db
    .select({ version, merkleRoot, leafCount, minCliffTime, createdAt, ipfsCid })
    .from(rootVersions)
    .where(
      and(
        eq(rootVersions.campaignId, campaignRowId),
        beforeVersion === undefined ? undefined : sql`${rootVersions.version} < ${beforeVersion}::bigint`,
      ),
    )
    .orderBy(desc(rootVersions.version))
    .limit(limit);
}
