import { and, asc, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, creations } from "@/db/schema";
import type { LedgerTransaction } from "@/lib/core/solana/read-transaction";
import { givenPlaces, insertFromJson } from "../json-rows";

/** A CampaignCreated event; amounts in base units, times in unix seconds. */
export type CreationRow = typeof creations.$inferSelect;

type Read = Pick<LedgerTransaction, "signature" | "slot" | "txIndex" | "events"> & { blockTime: bigint };

/** The creations among transactions' events. */
function creationsOf(transactions: readonly Read[]): CreationRow[] {
  return transactions.flatMap(({ signature, slot, txIndex, blockTime, events }) =>
    events.flatMap(({ name, data, index: eventIndex }) => {
      if (name !== "CampaignCreated") return [];
      const { tree: treeAddress, creator, mint, totalSupply, leafCount } = data;
      const place = { signature, eventIndex, slot, txIndex, blockTime };
      return [{ treeAddress, ...place, creator, mint, totalSupply, leafCount }];
    }),
  );
}

export const createdTreesOf = (transactions: readonly Pick<Read, "events">[]): string[] =>
  transactions.flatMap(({ events }) =>
    events.flatMap(({ name, data }) => (name === "CampaignCreated" ? [data.tree] : [])),
  );

const TREE = { treeAddress: sql<string>`tree_address`.as("tree_address") };

/** Stores the creations among transactions' events. Returns the trees whose creations changed. */
export async function insertCreations(tx: Database, transactions: readonly Read[]): Promise<string[]> {
  const found = new Map(creationsOf(transactions).map((row) => [`${row.signature} ${row.eventIndex}`, row]));
  if (found.size === 0) return [];
  // One order for all writers, so that two at once do not deadlock.
  const rows = [...found.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const signatures = rows.map(({ signature }) => signature);
  // The rows of `created_trees` lack the event's position; the event itself replaces them.
  const replaced = await tx
    .delete(creations)
    .where(and(inArray(creations.signature, signatures), eq(creations.eventIndex, -1)))
    .returning({ treeAddress: creations.treeAddress });
  const insert = sql`${insertFromJson(creations, rows)}
    on conflict (tree_address, signature, event_index) do update set
      slot = excluded.slot, tx_index = excluded.tx_index, block_time = excluded.block_time
    where ${creations.slot} <> excluded.slot or (${creations.txIndex} is null and excluded.tx_index is not null)
    returning tree_address`;
  const changed = tx.$with("changed", TREE).as(insert);
  const written = await tx.with(changed).select().from(changed);
  return [...new Set([...replaced, ...written].map(({ treeAddress }) => treeAddress))];
}

const keyOf = ({ treeAddress, signature, eventIndex }: CreationRow) =>
  `${treeAddress} ${signature} ${String(eventIndex).padStart(10, "0")}`;

/** Removes the creations of dropped transactions. Returns their trees. */
export async function deleteCreations(tx: Database, signatures: readonly string[]): Promise<string[]> {
  const rows = await tx
    .delete(creations)
    .where(inArray(creations.signature, [...signatures]))
    .returning({ treeAddress: creations.treeAddress });
  return rows.map(({ treeAddress }) => treeAddress);
}

/** Sets the positions of transactions in their slots. Returns the trees that they created. */
export async function placeCreations(
  tx: Database,
  places: readonly { signature: string; txIndex: number }[],
): Promise<string[]> {
  const rows = await tx
    .update(creations)
    .set({ txIndex: sql`given.tx_index` })
    .from(givenPlaces(places))
    .where(eq(creations.signature, sql`given.signature`))
    .returning({ treeAddress: creations.treeAddress });
  return rows.map(({ treeAddress }) => treeAddress);
}

/** All creations of trees, in no particular order. */
export async function selectCreations(
  db: Database,
  treeAddresses: readonly string[],
): Promise<CreationRow[]> {
  if (treeAddresses.length === 0) return [];
  return db
    .select()
    .from(creations)
    .where(inArray(creations.treeAddress, [...treeAddresses]));
}

/** Registered trees with a known creation, in order of their addresses, after one. */
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

/** Whether a campaign is registered for a row of `creations`. A campaign whose own creation is unknown may stand for it. */
const isRegistered = sql<boolean>`exists (select 1 from ${campaigns} c where c.tree_address = creations.tree_address
  and coalesce(c.creation_signature = creations.signature, c.is_current))`;

/** The creations in transactions, each with whether its campaign is registered. */
export async function selectCreationsOf(
  db: Database,
  signatures: readonly string[],
): Promise<{ signature: string; isRegistered: boolean }[]> {
  return db
    .select({ signature: creations.signature, isRegistered })
    .from(creations)
    .where(inArray(creations.signature, [...signatures]));
}

/** Creations of a creator that no campaign stands for, newest first: only the newest of each tree. */
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

/** Whether a creation with these terms was followed by another one of its tree. */
export async function hasEarlierCreation(
  db: Database,
  terms: Pick<CreationRow, "treeAddress" | "totalSupply" | "leafCount">,
): Promise<boolean> {
  const rows = (await selectCreations(db, [terms.treeAddress])).sort((a, b) => (a.slot < b.slot ? -1 : 1));
  const hasTerms = (row: CreationRow) =>
    row.totalSupply === terms.totalSupply && row.leafCount === terms.leafCount;
  return rows.slice(0, -1).some(hasTerms);
}
