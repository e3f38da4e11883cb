import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, type EventPosition, eventTables } from "@/db/schema";
import { END_EVENT_TYPES, EVENT_TYPES, type EventType } from "@/lib/core/events/event-types";
import { preparedQuery } from "../prepared-query";

/** The position of an event that changed a campaign's state. */
export type EventSource = Pick<EventPosition, "signature" | "slot" | "eventIndex"> & {
  campaignRowId: number;
  type: EventType;
};

const unionAll = (branches: readonly SQL[]) => sql.join([...branches], sql` union all `);

const newestSlot = sql`(select max(e.slot) from (${unionAll(
  EVENT_TYPES.map(
    (type) => sql`(select slot from ${eventTables[type]} where campaign_id = campaigns.id
      order by slot desc limit 1)`,
  ),
)}) e)`;

const selectHeads = preparedQuery((db) =>
  db
    .select({
      campaignRowId: campaigns.id,
      eventCount: campaigns.eventCount,
      slot: sql<string | null>`greatest(${newestSlot}, campaigns.creation_slot)::text`,
    })
    .from(campaigns)
    .where(sql`campaigns.id = any(${sql.placeholder("campaignRowIds")}::integer[])`),
);

/** Selects the number of events of campaigns, and the slot of the newest, or null. */
export const selectEventHeads = (db: Database, campaignRowIds: readonly number[]) =>
  selectHeads(db, { campaignRowIds: campaignRowIds.map(String) });

/** A creator can withdraw again after a deposit; only the newest withdrawals are read. */
const MAX_ENDS_PER_TYPE = 2;

const selectEnds = preparedQuery((db) => {
  const branches = END_EVENT_TYPES.map(
    (type) => sql`select e.* from wanted cross join lateral (
      select ${sql.raw(`'${type}' as type`)}, campaign_id, signature, slot, event_index from ${eventTables[type]}
      where campaign_id = wanted.id order by slot desc limit ${sql.raw(String(MAX_ENDS_PER_TYPE))}) e`,
  );
  return db
    .select({
      campaignRowId: sql`e.campaign_id`.mapWith(Number),
      type: sql<EventType>`e.type`,
      signature: sql<string>`e.signature`,
      slot: sql`e.slot`.mapWith(BigInt),
      eventIndex: sql`e.event_index`.mapWith(Number),
    })
    .from(
      sql`(with wanted (id) as (select unnest(${sql.placeholder("campaignRowIds")}::integer[]))
        ${unionAll(branches)}) e`,
    )
    .orderBy(sql`e.campaign_id, e.slot desc, e.event_index desc`);
});

/** Selects the events that ended campaigns, newest first; at most two of each type per campaign. */
export const selectEndEvents = (db: Database, campaignRowIds: readonly number[]): Promise<EventSource[]> =>
  selectEnds(db, { campaignRowIds: campaignRowIds.map(String) });
