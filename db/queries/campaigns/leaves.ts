import { and, asc, desc, eq, getTableColumns, gt, gte, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, leaves, type RootVersion, rootVersions } from "@/db/schema";
import { u64Order } from "@/db/schema/u64";
import type { LeafSort, SortOrder } from "@/lib/core/lists/campaign-list";
import { proofSiblings } from "@/lib/core/merkle/proof";
import { readCursor, writeCursor } from "../cursor";
import { preparedQuery } from "../prepared-query";
import { refuseToSort } from "./campaign-order";
import { claimedAmounts, claimRecordKey, leafRecordKey } from "./claimed-amounts";
import { currentVersion } from "./current-version";
import { type CampaignKey, isKeyed, valuesOfKey } from "./generation";

/** The fields of a leaf that the program hashes. */
export type StoredLeaf = Omit<typeof leaves.$inferSelect, "id" | "rootVersionId" | "proof">;

const { id: _, rootVersionId: __, proof: ___, ...leafColumns } = getTableColumns(leaves);

export { leafColumns };

/**
 * The leaf that shows a claim, among the leaves of one milestone number that the beneficiary has: the one at the
 * claim's index, otherwise the first. The SQL equivalent of `claimsOfLeaf`.
 */
const milestoneLeaf = sql`(select l.leaf_index from ${leaves} l
  where l.beneficiary = leaves.beneficiary and l.root_version_id = leaves.root_version_id
    and ${leafRecordKey("l")} = ${leafRecordKey("leaves")}
  order by l.leaf_index <> amounts.leaf_index, l.leaf_index limit 1)`;

/**
 * The amount claimed from a leaf by its beneficiary. After a rotation, the index may belong to another beneficiary
 * or to another kind of leaf.
 */
const claimed = sql`(select coalesce(sum(amounts.claimed), 0)::text from (${claimedAmounts({
  campaign: sql`= root_versions.campaign_id`,
  beneficiary: sql`leaves.beneficiary`,
})}) amounts where ${claimRecordKey("amounts")} = ${leafRecordKey("leaves")}
  and (amounts.milestone_idx is null or leaves.leaf_index = ${milestoneLeaf}))`.mapWith(BigInt);

/** The first leaf of the same recipient: all leaves of a recipient form one allocation. */
const allocationLeaf = sql`(select min(l.leaf_index) from ${leaves} l
  where l.beneficiary = leaves.beneficiary and l.root_version_id = leaves.root_version_id)`.mapWith(Number);

export type LeafPage = {
  rootVersion: number;
  merkleRoot: string;
  leaves: (StoredLeaf & { claimed: bigint; proof?: number[][]; allocationLeaf?: number })[];
  total: number;
  nextCursor: string | null;
};

const selectListVersion = preparedQuery((db, { isNamed }: { isNamed: boolean }) => {
  const campaignRowId = sql.placeholder("campaignRowId");
  const wanted = isNamed
    ? sql`${sql.placeholder("version")}::bigint`
    : currentVersion(sql`${campaignRowId}::integer`);
  return db
    .select()
    .from(rootVersions)
    .where(and(eq(rootVersions.campaignId, campaignRowId), sql`${rootVersions.version} = ${wanted}`));
});

/** Selects a registered root version of a campaign, the current one by default, or null. */
async function selectVersion(
  db: Database,
  { campaignRowId, version }: { campaignRowId: number; version?: number },
): Promise<RootVersion | null> {
  const [row] = await selectListVersion(db, { campaignRowId, version }, { isNamed: version !== undefined });
  return row ?? null;
}

const selectPage = preparedQuery((db, { proofs, allocations }: { proofs: boolean; allocations: boolean }) =>
  db
    .select({
      ...leafColumns,
      claimed,
      ...(proofs ? { proof: leaves.proof } : {}),
      ...(allocations ? { allocationLeaf } : {}),
    })
    .from(leaves)
    .innerJoin(rootVersions, eq(rootVersions.id, leaves.rootVersionId))
    .where(
      and(
        eq(leaves.rootVersionId, sql.placeholder("rootVersionId")),
        gte(leaves.leafIndex, sql.placeholder("from")),
      ),
    )
    .orderBy(asc(leaves.leafIndex))
    .limit(sql.placeholder("limit")),
);

/**
 * Selects leaves of a root version in order of leaf index. The indexes run from 0 without gaps, so a page
 * starts at an index at any depth, and the leaf count is the total. Returns null if the campaign does not
 * have this version.
 */
export async function selectLeaves(
  db: Database,
  params: {
    campaignRowId: number;
    rootVersion?: number;
    page: number;
    limit: number;
    cursor?: string;
    /** Includes the proofs, some kilobytes per leaf. */
    proofs?: boolean;
    /** Includes the first leaf of the same recipient, at the cost of one index lookup per leaf. */
    allocations?: boolean;
  },
): Promise<LeafPage | null> {
  const { campaignRowId, rootVersion, page, limit } = params;
  const shape = { proofs: params.proofs === true, allocations: params.allocations === true };
  const after = readCursor("leaves", params.cursor);
  const version = await selectVersion(db, { campaignRowId, version: rootVersion });
  if (!version) return null;
  const from = after ? after.leafIndex + 1 : (page - 1) * limit;
  const rows = await selectPage(db, { rootVersionId: version.id, from, limit }, shape);
  const last = rows.at(-1);
  return {
    rootVersion: version.version,
    merkleRoot: version.merkleRoot,
    leaves: rows,
    total: version.leafCount,
    nextCursor:
      last && last.leafIndex + 1 < version.leafCount
        ? writeCursor("leaves", { leafIndex: last.leafIndex })
        : null,
  };
}

/** Small enough that the embedded database reads one part in about ten milliseconds. */
const LEAVES_PER_READ = 1_000;

/**
 * Reads all leaves of a root version in order of leaf index, without proofs, in parts. Other queries can run
 * between two parts.
 */
export async function* leafParts(db: Database, rootVersionId: number): AsyncGenerator<StoredLeaf[]> {
  for (let last: number | undefined = -1; last !== undefined; ) {
    const part: StoredLeaf[] = await db
      .select(leafColumns)
      .from(leaves)
      .where(and(eq(leaves.rootVersionId, rootVersionId), gt(leaves.leafIndex, last)))
      .orderBy(asc(leaves.leafIndex))
      .limit(LEAVES_PER_READ);
    yield part;
    last = part.length < LEAVES_PER_READ ? undefined : part.at(-1)?.leafIndex;
  }
}

const LEAF_KEYS: Record<LeafSort, SQL> = {
  index: sql`${leaves.leafIndex}`,
  allocated: u64Order(leaves.amount),
  claimed: sql`${claimed}::numeric`,
};

const selectSortedPage = preparedQuery((db, { sort, order }: { sort: LeafSort; order: SortOrder }) =>
  db
    .select({ ...leafColumns, claimed })
    .from(leaves)
    .innerJoin(rootVersions, eq(rootVersions.id, leaves.rootVersionId))
    .where(eq(leaves.rootVersionId, sql.placeholder("rootVersionId")))
    .orderBy(order === "asc" ? asc(LEAF_KEYS[sort]) : desc(LEAF_KEYS[sort]), asc(leaves.leafIndex))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset")),
);

/**
 * Selects a page of the current leaves in an order other than leaf index, which reads all leaves. Returns
 * null if the campaign has no root version.
 * @throws ListRefusedError when there are more than 1,000 leaves.
 */
export async function selectSortedLeaves(
  db: Database,
  params: { campaignRowId: number; sort: LeafSort; order: SortOrder; page: number; limit: number },
): Promise<Omit<LeafPage, "nextCursor"> | null> {
  const { campaignRowId, sort, order, page, limit } = params;
  const version = await selectVersion(db, { campaignRowId });
  if (!version) return null;
  const { leafCount: total, merkleRoot } = version;
  refuseToSort(total, "allocations");
  const values = { rootVersionId: version.id, limit, offset: (page - 1) * limit };
  const rows = await selectSortedPage(db, values, { sort, order });
  return { rootVersion: version.version, merkleRoot, leaves: rows, total };
}

/**
 * Maximum number of proofs per response: more than the program lets one beneficiary claim (8 leaves and 256
 * milestones).
 */
const MAX_PROOFS = 1_000;

export type Proofs = Omit<StoredProofs, "leaves"> & { leaves: { leaf: StoredLeaf; proof: number[][] }[] };

/** `Proofs` with each proof as stored: the bytes of its siblings, concatenated. */
type StoredProofs = {
  treeAddress: string;
  /** The root of the version, to which the proofs lead. */
  merkleRoot: string;
  rootVersion: number;
  /** The campaign's root according to the indexed events; the program rejects proofs of any other root. */
  currentRoot: string;
  /** In order of leaf index. */
  leaves: { leaf: StoredLeaf; proof: Uint8Array }[];
};

type ProofsShape = { isNamed: boolean; isVersionNamed: boolean };

const selectLeafProofs = preparedQuery((db, { isNamed, isVersionNamed }: ProofsShape) => {
  const version = isVersionNamed
    ? sql`${sql.placeholder("rootVersion")}::bigint`
    : currentVersion(sql.raw("campaigns.id"));
  const current = db
    .select({
      id: rootVersions.id,
      version: rootVersions.version,
      merkleRoot: rootVersions.merkleRoot,
      currentRoot: sql<string>`${campaigns.merkleRoot}`.as("current_root"),
    })
    .from(rootVersions)
    .innerJoin(campaigns, eq(campaigns.id, rootVersions.campaignId))
    .where(and(isKeyed, sql`${rootVersions.version} = ${version}`))
    // At most one row matches anyway; the limit informs the query planner.
    .limit(1)
    .as("current");
  return db
    .select({
      merkleRoot: current.merkleRoot,
      rootVersion: current.version,
      currentRoot: current.currentRoot,
      leaf: leafColumns,
      proof: sql<Uint8Array | null>`${leaves.proof}`,
    })
    .from(current)
    .leftJoin(
      leaves,
      and(
        eq(leaves.rootVersionId, current.id),
        eq(leaves.beneficiary, sql.placeholder("beneficiary")),
        isNamed ? eq(leaves.leafIndex, sql.placeholder("leafIndex")) : undefined,
      ),
    )
    .orderBy(asc(leaves.leafIndex))
    .limit(sql.placeholder("limit"));
});

/**
 * Selects a beneficiary's leaves with their proofs: all, the one at `leafIndex`, or the first `limit`. They
 * come from the current root version unless `rootVersion` names another. The list is empty if the beneficiary
 * has no leaves there. Returns null if the tree or the version is unknown.
 */
export async function selectProofs(db: Database, params: ProofsQuery): Promise<Proofs | null> {
  const found = await selectStoredProofs(db, params);
  if (!found) return null;
  const leaves = found.leaves.map(({ leaf, proof }) => ({ leaf, proof: proofSiblings(proof) }));
  return { ...found, leaves };
}

type ProofsQuery = CampaignKey & {
  beneficiary: string;
  leafIndex?: number;
  limit?: number;
  rootVersion?: number;
};

/** Selects the same leaves, with proofs as stored. */
export async function selectStoredProofs(db: Database, params: ProofsQuery): Promise<StoredProofs | null> {
  const { treeAddress, creation, beneficiary, leafIndex, rootVersion: named } = params;
  const limit = Math.min(params.limit ?? MAX_PROOFS, MAX_PROOFS);
  const shape = { isNamed: leafIndex !== undefined, isVersionNamed: named !== undefined };
  const values = {
    ...valuesOfKey({ treeAddress, creation }),
    ...{ beneficiary, leafIndex, rootVersion: named, limit },
  };
  const rows = await selectLeafProofs(db, values, shape);
  const [first] = rows;
  if (!first) return null;
  const { merkleRoot, rootVersion, currentRoot } = first;
  const found: StoredProofs["leaves"] = [];
  for (const { leaf, proof } of rows) if (leaf && proof) found.push({ leaf, proof });
  return { treeAddress, merkleRoot, rootVersion, currentRoot, leaves: found };
}

const proofsOfRoot = preparedQuery((db) => {
  const version = db
    .select({ id: rootVersions.id, leafCount: rootVersions.leafCount })
    .from(rootVersions)
    .where(
      and(eq(rootVersions.merkleRoot, sql.placeholder("merkleRoot")), isNotNull(rootVersions.campaignId)),
    )
    .orderBy(desc(rootVersions.id))
    .limit(1)
    .as("version");
  const isTheirs = eq(leaves.beneficiary, sql.placeholder("beneficiary"));
  return db
    .select({ leafCount: version.leafCount, leaf: leafColumns, proof: leaves.proof })
    .from(version)
    .innerJoin(leaves, and(eq(leaves.rootVersionId, version.id), isTheirs))
    .orderBy(asc(leaves.leafIndex))
    .limit(MAX_PROOFS);
});

/**
 * Selects a beneficiary's leaves under a root, with their proofs, from any campaign with that root. Returns
 * null if no campaign has the root, or if the beneficiary has no leaf under it.
 */
export async function selectProofsOfRoot(
  db: Database,
  params: { merkleRoot: string; beneficiary: string },
): Promise<(Pick<Proofs, "leaves"> & { leafCount: number }) | null> {
  const rows = await proofsOfRoot(db, params);
  const [first] = rows;
  return first
    ? { leafCount: first.leafCount, leaves: rows.map(({ leaf, proof }) => ({ leaf, proof })) }
    : null;
}
