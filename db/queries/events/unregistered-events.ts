import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, unregisteredEvents } from "@/db/schema";
import { decodeEvent } from "@/lib/core/solana/events";
import { insertCampaignChecks, lockUnregistered } from "../indexing/campaign-checks";
import { storePlaced } from "./event-rows";

/** Events applied at once: a hostile tree may have any number of them. */
const BATCH = 1_000;

/**
 * Applies what was kept of a tree before its campaign was registered, in the registering transaction, as its last
 * step. Answers how many events that were. An event that is being kept at the same moment is not missed.
 */
export async function applyKeptEvents(
  tx: Database,
  { campaignRowId, treeAddress }: { campaignRowId: number; treeAddress: string },
): Promise<number> {
  await lockUnregistered(tx);
  let applied = 0;
  for (;;) {
    const kept = await selectAppliableEvents(tx, { treeAddress, limit: BATCH });
    if (kept.length === 0) break;
    const placed = kept.flatMap(({ event: { id: _, treeAddress: __, payload, ...place } }) => {
      const event = decodeEvent(Buffer.from(payload, "base64"));
      return event ? [{ ...place, campaignId: campaignRowId, event }] : [];
    });
    applied += (await storePlaced(tx, placed)).length;
    await deleteUnregisteredEvents(
      tx,
      kept.map(({ event }) => event.id),
    );
  }
  await insertCampaignChecks(tx, [treeAddress]);
  return applied;
}

/**
 * Kept events whose campaign has registered since, with its row id, oldest first: those of one tree, or of any. Covers
 * events that arrived while their campaign was being registered.
 */
export function selectAppliableEvents(
  db: Database,
  params: { treeAddress?: string; afterId?: number; limit: number },
) {
  const { treeAddress, afterId = 0, limit } = params;
  return db
    .select({ event: unregisteredEvents, campaignRowId: campaigns.id })
    .from(unregisteredEvents)
    .innerJoin(campaigns, eq(campaigns.treeAddress, unregisteredEvents.treeAddress))
    .where(
      and(
        gt(unregisteredEvents.id, afterId),
        treeAddress === undefined ? undefined : eq(unregisteredEvents.treeAddress, treeAddress),
      ),
    )
    .orderBy(asc(unregisteredEvents.id))
    .limit(limit);
}

/** Forgets kept events once they are applied. */
export async function deleteUnregisteredEvents(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.delete(unregisteredEvents).where(inArray(unregisteredEvents.id, [...ids]));
}
