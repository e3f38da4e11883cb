import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { RetryTransaction } from "@/db/in-transaction";
import { campaigns, rootVersions } from "@/db/schema";
import { Generations, type RegisteredGeneration } from "@/lib/core/solana/generations";
import { insertStaleClaimReads } from "../indexing/stale-claims";
import { selectCreations } from "./creations";

/** The registered generations of each tree. Trees without a campaign are absent. */
export type GenerationsByTree = ReadonlyMap<string, TreeGenerations>;

export type TreeGenerations = { campaignRowIds: number[]; generations: Generations };

/** The leaf count at creation, which rotations do not change. */
const createdLeafCount = sql<number>`coalesce((select v.leaf_count from ${rootVersions} v
  where v.campaign_id = campaigns.id and v.version = 1), campaigns.leaf_count)`.mapWith(Number);

/**
 * Locks all campaigns of trees, and links each to its creation.
 * @throws RetryTransaction when a newer generation was registered while the function waited for the locks.
 */
export async function lockGenerations(
  tx: Database,
  treeAddresses: readonly string[],
): Promise<GenerationsByTree> {
  if (treeAddresses.length === 0) return new Map();
  const rows = await lockRows(tx, treeAddresses);
  const byTree = groupByTree(rows);
  for (const campaignsOfTree of byTree.values()) {
    if (!campaignsOfTree.some(({ isCurrent }) => isCurrent)) throw new RetryTransaction();
  }
  const known = groupByTree(await selectCreations(tx, [...byTree.keys()]));
  const found = new Map<string, TreeGenerations>();
  const reused: number[] = [];
  for (const [treeAddress, ofTree] of byTree) {
    const generations = new Generations(ofTree, known.get(treeAddress) ?? []);
    found.set(treeAddress, { campaignRowIds: ofTree.map(({ id }) => id), generations });
    for (const row of ofTree) await updateLink(tx, row, generations);
    const current = ofTree.find(({ isCurrent }) => isCurrent);
    if (current && generations.hasEarlier(current.id)) reused.push(current.id);
  }
  await insertStaleClaimReads(tx, reused);
  return found;
}

type LockedRow = RegisteredGeneration & {
  treeAddress: string;
  isCurrent: boolean;
  creationSignature: string | null;
  creationEventIndex: number | null;
  creationSlot: bigint | null;
  creationTime: bigint | null;
};

function lockRows(tx: Database, treeAddresses: readonly string[]): Promise<LockedRow[]> {
  const { id, treeAddress, creator, mint, totalSupply, verified, createdAt, accountCreatedAt } = campaigns;
  const { isCurrent, creationSignature, creationEventIndex, creationSlot, creationTime } = campaigns;
  return tx
    .select({
      ...{ id, treeAddress, creator, mint, totalSupply, verified, createdAt, accountCreatedAt },
      ...{ isCurrent, creationSignature, creationEventIndex, creationSlot, creationTime },
      leafCount: createdLeafCount,
    })
    .from(campaigns)
    .where(sql`${treeAddress} = any(${sql.param([...treeAddresses])}::text[])`)
    .orderBy(id)
    .for("update");
}

async function updateLink(tx: Database, row: LockedRow, { links }: Generations): Promise<void> {
  const creation = links.get(row.id);
  const link = {
    creationSignature: creation?.signature ?? null,
    creationEventIndex: creation?.eventIndex ?? null,
    creationSlot: creation?.slot ?? null,
    creationTime: creation?.blockTime ?? null,
  };
  const isSame =
    link.creationSignature === row.creationSignature &&
    link.creationEventIndex === row.creationEventIndex &&
    link.creationSlot === row.creationSlot &&
    link.creationTime === row.creationTime;
  if (!isSame) await tx.update(campaigns).set(link).where(eq(campaigns.id, row.id));
}

function groupByTree<Row extends { treeAddress: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.treeAddress);
    if (group) group.push(row);
    else groups.set(row.treeAddress, [row]);
  }
  return groups;
}
