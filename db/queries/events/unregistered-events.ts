import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, unregisteredEvents } from "@/db/schema";
import { decodeEvent } from "@/lib/core/solana/events";
import type { EventRange } from "@/lib/core/solana/generations";
import type { PlacedEvent } from "./event-rows";

type Appliable = {
  treeAddress?: string;
  /** The campaign to select for; by default the current campaign of each tree. */
  campaignRowId?: number;
  range?: EventRange;
  afterId?: number;
  limit: number;
};

/**
 * Selects unregistered events whose tree is registered now, with the row id of the campaign, oldest first.
 */
export function selectAppliableEvents(db: Database, params: Appliable) {
  const { treeAddress, campaignRowId, range, afterId = 0, limit } = params;
  return db
    .select({ event: unregisteredEvents, campaignRowId: campaigns.id })
    .from(unregisteredEvents)
    .innerJoin(campaigns, eq(campaigns.treeAddress, unregisteredEvents.treeAddress))
    .where(
      and(
        gt(unregisteredEvents.id, afterId),
        treeAddress === undefined ? undefined : eq(unregisteredEvents.treeAddress, treeAddress),
        campaignRowId === undefined ? campaigns.isCurrent : eq(campaigns.id, campaignRowId),
        range && mayBeInside(range),
      ),
    )
    .orderBy(asc(unregisteredEvents.id))
    .limit(limit);
}

function mayBeInside({ minSlot, minTime, maxSlot, maxTime }: EventRange): SQL | undefined {
  const { slot, blockTime } = unregisteredEvents;
  return and(
    minSlot === null ? undefined : sql`${slot} >= ${minSlot}::bigint`,
    minTime === null ? undefined : sql`${blockTime} >= ${minTime}::bigint`,
    maxSlot === null ? undefined : sql`${slot} <= ${maxSlot}::bigint`,
    maxTime === null ? undefined : sql`${blockTime} <= ${maxTime}::bigint`,
  );
}

/** Decodes unregistered events as events of a campaign. */
export const toPlaced = (
  stored: readonly (typeof unregisteredEvents.$inferSelect)[],
  campaignId: number,
): PlacedEvent[] =>
  stored.flatMap(({ id: _, treeAddress: __, payload, ...position }) => {
    const event = decodeEvent(Buffer.from(payload, "base64"));
    return event ? [{ position: Object.assign(position, { campaignId }), event }] : [];
  });

/** Deletes unregistered events after they were stored as rows of a campaign. */
export async function deleteUnregisteredEvents(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.delete(unregisteredEvents).where(inArray(unregisteredEvents.id, [...ids]));
}
