import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, unregisteredEvents } from "@/db/schema";

/** Keeps events of trees that nobody registered yet; a repetition is a no-op. */
export async function insertUnregisteredEvents(
  db: Database,
  events: readonly (typeof unregisteredEvents.$inferInsert)[],
): Promise<void> {
  if (events.length === 0) return;
  await db
    .insert(unregisteredEvents)
    .values([...events])
    .onConflictDoNothing();
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
