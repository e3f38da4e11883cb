import { and, asc, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, creations } from "@/db/schema";
import type { ChainTransaction } from "@/lib/core/solana/read-transaction";
import { givenPositions, insertFromArrays } from "../array-rows";

/** A stored CampaignCreated event; amounts in base units, times in unix seconds. */
export type CreationRow = typeof creations.$inferSelect;

type Read = Pick<ChainTransaction, "signature" | "slot" | "txIndex" | "events"> & { blockTime: bigint };

/** Returns the creations among the events of transactions. */
function getCreations(transactions: readonly Read[]): CreationRow[] {
  return transactions.flatMap(({ signature, slot, txIndex, blockTime, events }) =>
    events.flatMap(({ name, data, index: eventIndex }) => {
      if (name !== "CampaignCreated") return [];
      const { tree: treeAddress, creator, mint, totalSupply, leafCount } = data;
      const position = { signature, eventIndex, slot, txIndex, blockTime };
      return [{ treeAddress, ...position, creator, mint, totalSupply, leafCount }];
    }),
  );
}

export const getCreatedTrees = (transactions: readonly Pick<Read, "events">[]): string[] =>
  transactions.flatMap(({ events }) =>
    events.flatMap(({ name, data }) => (name === "CampaignCreated" ? [data.tree] : [])),
  );

const TREE = { treeAddress: sql<string>`tree_address`.as("tree_address") };

/** Stores the creations among the events of transactions. Returns the trees whose creations changed. */
export async function insertCreations(tx: Database, transactions: readonly Read[]): Promise<string[]> {
  const found = new Map(getCreations(transactions).map((row) => [`${row.signature} ${row.eventIndex}`, row]));
  if (found.size === 0) return [];
  // All writers use the same order, which prevents deadlocks between concurrent writers.
  const rows = [...found.values()].sort((a, b) => (getKey(a) < getKey(b) ? -1 : 1));
  const signatures = rows.map(({ signature }) => signature);
  // Rows from `created_trees` lack the event index; the event itself replaces them.
  const replaced = await tx
    .delete(creations)
    .where(and(inArray(creations.signature, signatures), eq(creations.eventIndex, -1)))
    .returning({ treeAddress: creations.treeAddress });
  const insert = sql`${insertFromArrays(creations, rows)}
    on conflict (tree_address, signature, event_index) do update set
      slot = excluded.slot, tx_index = excluded.tx_index, block_time = excluded.block_time
    where ${creations.slot} <> excluded.slot or (${creations.txIndex} is null and excluded.tx_index is not null)
    returning tree_address`;
  const changed = tx.$with("changed", TREE).as(insert);
  const written = await tx.with(changed).select().from(changed);
  return [...new Set([...replaced, ...written].map(({ treeAddress }) => treeAddress))];
}

const getKey = ({ treeAddress, signature, eventIndex }: CreationRow) =>
  `${treeAddress} ${signature} ${String(eventIndex).padStart(10, "0")}`;

/** Deletes the creations of dropped transactions. Returns their trees. */
export async function deleteCreations(tx: Database, signatures: readonly string[]): Promise<string[]> {
  const rows = await tx
    .delete(creations)
    .where(inArray(creations.signature, [...signatures]))
    .returning({ treeAddress: creations.treeAddress });
  return rows.map(({ treeAddress }) => treeAddress);
}

/** Sets the positions of transactions in their slots. Returns the trees that they created. */
export async function attributeCreations(
  tx: Database,
  positions: readonly { signature: string; txIndex: number }[],
): Promise<string[]> {
  const rows = await tx
    .update(creations)
    .set({ txIndex: sql`given.tx_index` })
    .from(givenPositions(positions))
    .where(eq(creations.signature, sql`given.signature`))
    .returning({ treeAddress: creations.treeAddress });
  return rows.map(({ treeAddress }) => treeAddress);
}

/** Selects all creations of trees, in no particular order. */
export async function selectCreations(
  db: Database,
  treeAddresses: readonly string[],
): Promise<CreationRow[]> {
  if (treeAddresses.length === 0) return [];
  return db
    .select()
    .from(creations)
    .where(sql`${creations.treeAddress} = any(${sql.param([...treeAddresses])}::text[])`);
}

/** Selects the registered trees with a known creation, in order of address, after a given one. */
export async function selectCreatedCampaigns(db: Database, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ treeAddress: creations.treeAddress })
    .from(creations)
    .innerJoin(campaigns, eq(campaigns.treeAddress, creations.treeAddress))
    .where(gt(creations.treeAddress, after))
    .orderBy(asc(creations.treeAddress))
    .limit(limit);
  return rows.map(({ treeAddress }) => treeAddress);
}

/**
 * Whether the campaign of a row of `creations` is registered. The current campaign of the address counts if
 * its own creation is unknown.
 */
const isRegistered = sql<boolean>`exists (select 1 from ${campaigns} c where c.tree_address = creations.tree_address
  and coalesce(c.creation_signature = creations.signature, c.is_current))`;

/** Selects the creations in transactions, each with whether its campaign is registered. */
export async function selectCreationsOf(
  db: Database,
  signatures: readonly string[],
): Promise<{ signature: string; isRegistered: boolean }[]> {
  return db
    .select({ signature: creations.signature, isRegistered })
    .from(creations)
    .where(inArray(creations.signature, [...signatures]));
}

/**
 * Selects the creations of a creator without a registered campaign, newest first: only the newest creation of
 * each tree.
 */
export function selectUnregisteredTrees(
  db: Database,
  { creator, limit }: { creator: string; limit: number },
): Promise<CreationRow[]> {
  const isLater = sql`(later.slot, coalesce(later.tx_index, -1), later.event_index)
    > (${creations.slot}, coalesce(${creations.txIndex}, -1), ${creations.eventIndex})`;
  const later: SQL = sql`(select 1 from ${creations} later
    where later.tree_address = ${creations.treeAddress} and ${isLater})`;
  return db
    .select()
    .from(creations)
    .where(and(eq(creations.creator, creator), sql`not exists ${later}`, sql`not ${isRegistered}`))
    .orderBy(desc(creations.slot))
    .limit(limit);
}

/** Returns whether an earlier creation of the tree, before its latest one, has these terms. */
export async function hasEarlierCreation(
  db: Database,
  terms: Pick<CreationRow, "treeAddress" | "totalSupply" | "leafCount">,
): Promise<boolean> {
  const rows = (await selectCreations(db, [terms.treeAddress])).sort((a, b) => (a.slot < b.slot ? -1 : 1));
  const hasTerms = (row: CreationRow) =>
    row.totalSupply === terms.totalSupply && row.leafCount === terms.leafCount;
  return rows.slice(0, -1).some(hasTerms);
}
