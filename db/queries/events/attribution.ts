import { and, asc, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { eventTables } from "@/db/schema";
import { EVENT_TYPES, type EventType } from "@/lib/core/events/event-types";
import { encodeEvent } from "@/lib/core/solana/events";
import type { EventRange } from "@/lib/core/solana/generations";
import { insertCampaignChecks, lockUnregistered } from "../indexing/campaign-checks";
import { notifyRemoved } from "./event-listeners";
import { getClaim, insertUnregisteredEvents, storePlaced } from "./event-rows";
import { lockGenerations, type TreeGenerations } from "./generations";
import { projectCampaigns } from "./projection";
import { eventOfRow } from "./row-events";
import { deleteUnregisteredEvents, selectAppliableEvents, toPlaced } from "./unregistered-events";

/** Number of events moved at once: a hostile tree can have any number of them. */
const BATCH = 1_000;

/**
 * Attributes the events of trees again. This is necessary after a creation or the position of an event became
 * known, changed or was removed, or after a generation was registered. Events outside the generation of their
 * campaign move to the campaign of their own generation, or back to the unregistered events. The result
 * depends only on the stored data. Returns the number of events that were attributed to a campaign.
 */
export async function reattributeTrees(tx: Database, treeAddresses: readonly string[]): Promise<number> {
  const trees = [...new Set(treeAddresses)].sort();
  const found = await lockGenerations(tx, trees);
  if (found.size === 0) return 0;
  await lockUnregistered(tx);
  let applied = 0;
  for (const [treeAddress, of] of found) {
    const released = await releaseEvents(tx, treeAddress, of);
    const stored = await applyStoredEvents(tx, treeAddress, of);
    applied += stored;
    // Links limit the account snapshots, so campaigns are projected even if no event moved.
    await projectCampaigns(tx, of.campaignRowIds);
    if (released + stored > 0) await insertCampaignChecks(tx, [treeAddress], { repair: true });
  }
  return applied;
}

/** Returns a condition for events that may be outside a range; `getCampaign` decides exactly. */
function mayBeOutside(table: (typeof eventTables)[EventType], range: EventRange): SQL | undefined {
  const { minSlot, minTime, maxSlot, maxTime } = range;
  const conditions = [
    minSlot === null ? undefined : sql`${table.slot} <= ${minSlot}::bigint`,
    minTime === null ? undefined : sql`${table.blockTime} < ${minTime}::bigint`,
    maxSlot === null ? undefined : sql`${table.slot} >= ${maxSlot}::bigint`,
    maxTime === null ? undefined : sql`${table.blockTime} >= ${maxTime}::bigint`,
  ].filter((condition) => condition !== undefined);
  return conditions.length === 0 ? undefined : or(...conditions);
}

/** Moves events that belong to another generation than their campaign back to the unregistered events. */
async function releaseEvents(
  tx: Database,
  treeAddress: string,
  generations: TreeGenerations,
): Promise<number> {
  let released = 0;
  for (const campaignRowId of generations.campaignRowIds) {
    for (const type of EVENT_TYPES) {
      released += await releaseOfType(tx, { treeAddress, campaignRowId, type, of: generations });
    }
  }
  return released;
}

type ReleaseParams = { treeAddress: string; campaignRowId: number; type: EventType; of: TreeGenerations };

async function releaseOfType(tx: Database, params: ReleaseParams): Promise<number> {
  const { treeAddress, campaignRowId, type, of } = params;
  const table = eventTables[type];
  const outside = mayBeOutside(table, of.generations.getRange(campaignRowId));
  if (outside === undefined) return 0;
  let released = 0;
  let afterId = 0;
  for (;;) {
    const candidates = await tx
      .select()
      .from(table)
      .where(and(eq(table.campaignId, campaignRowId), outside, gt(table.id, afterId)))
      .orderBy(asc(table.id))
      .limit(BATCH);
    afterId = candidates.at(-1)?.id ?? afterId;
    const rows = candidates.filter((row) => of.generations.getCampaign(row) !== campaignRowId);
    if (rows.length > 0) await releaseRows(tx, { treeAddress, campaignRowId, type, rows });
    released += rows.length;
    if (candidates.length < BATCH) return released;
  }
}

type EventRow = (typeof eventTables)[EventType]["$inferSelect"];

async function releaseRows(
  tx: Database,
  params: { treeAddress: string; campaignRowId: number; type: EventType; rows: readonly EventRow[] },
): Promise<void> {
  const { treeAddress, campaignRowId, type, rows } = params;
  const table = eventTables[type];
  const stored = rows.map(({ signature, eventIndex, slot, txIndex, blockTime, derivedFields, ...row }) => {
    const event = eventOfRow(
      type,
      { ...row, signature, eventIndex, slot, txIndex, blockTime, derivedFields } as never,
      treeAddress,
    );
    const payload = Buffer.from(encodeEvent(event)).toString("base64");
    return { treeAddress, signature, eventIndex, slot, txIndex, blockTime, derivedFields, payload };
  });
  await insertUnregisteredEvents(tx, stored);
  await tx.delete(table).where(
    inArray(
      table.id,
      rows.map(({ id }) => id),
    ),
  );
  const events = rows.map((row) => ({
    ...{ type, campaignId: campaignRowId, signature: row.signature, eventIndex: row.eventIndex },
    claim: getClaim(row),
  }));
  await notifyRemoved(tx, { campaignRowIds: [campaignRowId], events });
}

/**
 * Stores the unregistered events of a tree whose generation is registered. Returns the number of new events.
 */
async function applyStoredEvents(
  tx: Database,
  treeAddress: string,
  generations: TreeGenerations,
): Promise<number> {
  let applied = 0;
  for (const campaignRowId of generations.campaignRowIds) {
    const range = generations.generations.getRange(campaignRowId);
    let afterId = 0;
    for (;;) {
      const candidates = await selectAppliableEvents(tx, {
        ...{ treeAddress, campaignRowId, range, afterId, limit: BATCH },
      });
      afterId = candidates.at(-1)?.event.id ?? afterId;
      const stored = candidates
        .map(({ event }) => event)
        .filter((event) => generations.generations.getCampaign(event) === campaignRowId);
      applied += (await storePlaced(tx, toPlaced(stored, campaignRowId))).length;
      await deleteUnregisteredEvents(
        tx,
        stored.map(({ id }) => id),
      );
      if (candidates.length < BATCH) break;
    }
  }
  return applied;
}
