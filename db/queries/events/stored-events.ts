import { eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  campaigns,
  claimEvents,
  creations,
  eventTables,
  programTransactions,
  unregisteredEvents,
} from "@/db/schema";
import { EVENT_TYPES } from "@/lib/core/events/event-types";
import { givenPositions } from "../array-rows";
import { reattributeTrees } from "./attribution";
import { attributeCreations, deleteCreations, selectCreationsOf } from "./creations";
import type { RemovedChange, TransactionPosition } from "./event-changes";
import { notifyPlaced, notifyRemoved } from "./event-listeners";
import { getClaim } from "./event-rows";
import { lockCampaigns } from "./projection";

/**
 * Returns the ids of the campaigns that transactions touched or whose tree they created. The campaigns are
 * locked before any of their events.
 */
async function lockCampaignsOf(tx: Database, signatures: readonly string[]): Promise<number[]> {
  const wanted = sql`${sql.param([...signatures])}::text[]`;
  const branches = EVENT_TYPES.map(
    (type) => sql`select campaign_id from ${eventTables[type]} where signature = any(${wanted})`,
  );
  branches.push(sql`select c.id as campaign_id from ${creations} k join ${campaigns} c
    on c.tree_address = k.tree_address where k.signature = any(${wanted})`);
  const rows = await tx
    .selectDistinct({ id: sql<number>`campaign_id` })
    .from(sql`(${sql.join(branches, sql` union all `)}) e`);
  const campaignRowIds = rows.map((row) => row.id);
  if (campaignRowIds.length > 0) await lockCampaigns(tx, campaignRowIds);
  return campaignRowIds;
}

/**
 * Removes the events of transactions that the network dropped, and updates their campaigns. Returns the row
 * ids of these campaigns.
 */
export async function removeEvents(tx: Database, signatures: readonly string[]): Promise<number[]> {
  const dropped = [...signatures];
  if (dropped.length === 0) return [];
  const campaignRowIds = await lockCampaignsOf(tx, dropped);
  await tx.delete(unregisteredEvents).where(inArray(unregisteredEvents.signature, dropped));
  const uncreated = await deleteCreations(tx, dropped);
  if (campaignRowIds.length === 0) return [];
  await notifyRemoved(tx, { campaignRowIds, events: await deleteRows(tx, dropped) });
  await reattributeTrees(tx, uncreated);
  return campaignRowIds;
}

async function deleteRows(tx: Database, signatures: string[]): Promise<RemovedChange[]> {
  const removed: RemovedChange[] = [];
  for (const type of EVENT_TYPES) {
    const table = eventTables[type];
    const rows = await tx.delete(table).where(inArray(table.signature, signatures)).returning();
    for (const row of rows) {
      const { campaignId, signature, eventIndex } = row;
      removed.push({ type, campaignId, signature, eventIndex, claim: getClaim(row) });
    }
  }
  return removed;
}

/** Marks the transactions of a campaign's events as not finalized, so that finality is checked again. */
export async function updateUnfinalizedOf(tx: Database, campaignRowId: number): Promise<void> {
  const signatures = EVENT_TYPES.map(
    (type) => sql`select signature from ${eventTables[type]} where campaign_id = ${campaignRowId}`,
  );
  await tx
    .update(programTransactions)
    .set({ finalized: false })
    .where(sql`${programTransactions.signature} in (select signature from ${programTransactions}
      where signature in (${sql.join(signatures, sql` union all `)}) order by signature collate "C" for update)`);
}

/**
 * Counts the stored events of each transaction, including those of unregistered trees; transactions without
 * events are absent.
 */
export async function countEventsBySignature(
  db: Database,
  signatures: readonly string[],
): Promise<Map<string, number>> {
  const branches = [...Object.values(eventTables), unregisteredEvents].map(
    (table) =>
      sql`select signature from ${table} where signature = any(${sql.param([...signatures])}::text[])`,
  );
  const rows = await db
    .select({ signature: sql<string>`signature`, count: sql`count(*)`.mapWith(Number) })
    .from(sql`(${sql.join(branches, sql` union all `)}) e`)
    .groupBy(sql`signature`);
  return new Map(rows.map((row) => [row.signature, row.count]));
}

/** Sets the positions of events' transactions in their slots, and updates their campaigns. */
export async function updateEventPositions(
  tx: Database,
  positions: readonly TransactionPosition[],
): Promise<void> {
  if (positions.length === 0) return;
  const wanted = givenPositions(positions);
  const txIndex = sql`given.tx_index`;
  const touched = await lockCampaignsOf(
    tx,
    positions.map(({ signature }) => signature),
  );
  for (const table of [...Object.values(eventTables), unregisteredEvents]) {
    await tx.update(table).set({ txIndex }).from(wanted).where(eq(table.signature, sql`given.signature`));
  }
  await attributeCreations(tx, positions);
  await notifyPlaced(tx, { campaignRowIds: touched, positions: positions });
  await reattributeTrees(tx, await selectRecreated(tx, positions));
}

/**
 * Selects trees with a creation in the slots of transactions; the order in those slots can decide the
 * generation of an event.
 */
async function selectRecreated(tx: Database, positions: readonly { signature: string }[]): Promise<string[]> {
  const signatures = sql`${sql.param(positions.map(({ signature }) => signature))}::text[]`;
  const slots = [...Object.values(eventTables), unregisteredEvents, creations].map(
    (table) => sql`select slot from ${table} where signature = any(${signatures})`,
  );
  const rows = await tx
    .selectDistinct({ treeAddress: creations.treeAddress })
    .from(creations)
    .where(sql`${creations.slot} in (${sql.join(slots, sql` union all `)})`);
  return rows.map(({ treeAddress }) => treeAddress);
}

/**
 * The stored parts of a transaction: counts of all events and of claims alone, payloads of unregistered campaigns in
 * base64, and counts of creations by whether their campaign is registered.
 */
export type StoredEvents = {
  stored: number;
  claims: number;
  payloads: string[];
  created: { registered: number; unregistered: number };
};

/** Selects the stored parts of each transaction, by signature; transactions without any are absent. */
export async function selectStoredOf(
  db: Database,
  signatures: readonly string[],
): Promise<Map<string, StoredEvents>> {
  if (signatures.length === 0) return new Map();
  const [all, created, claims, retained] = [
    await countEventsBySignature(db, signatures),
    await selectCreationsOf(db, signatures),
    await db
      .select({ signature: claimEvents.signature })
      .from(claimEvents)
      .where(inArray(claimEvents.signature, [...signatures])),
    await db
      .select({ signature: unregisteredEvents.signature, payload: unregisteredEvents.payload })
      .from(unregisteredEvents)
      .where(inArray(unregisteredEvents.signature, [...signatures])),
  ];
  const found = new Map<string, StoredEvents>();
  const getEntry = (signature: string): StoredEvents => {
    const entry = found.get(signature) ?? {
      ...{ stored: 0, claims: 0, payloads: [], created: { registered: 0, unregistered: 0 } },
    };
    found.set(signature, entry);
    return entry;
  };
  for (const [signature, count] of all) getEntry(signature).stored = count;
  for (const { signature, isRegistered } of created) {
    getEntry(signature).created[isRegistered ? "registered" : "unregistered"] += 1;
  }
  for (const { signature, payload } of retained) {
    const entry = found.get(signature);
    if (!entry) continue;
    entry.payloads.push(payload);
    entry.stored -= 1;
  }
  for (const { signature } of claims) {
    const entry = found.get(signature);
    if (entry) entry.claims += 1;
  }
  return found;
}
