import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type CampaignMetadata, campaigns, eventTables, leaves, rootVersions } from "@/db/schema";
import { u64Text } from "@/db/schema/u64";
import { EVENT_TYPES, type EventType } from "@/lib/core/views/event";
import { cutPage, type Ends, type Position, readCursor } from "../cursor";

type EventTable = (typeof eventTables)[EventType];

type FeedEvent = {
  type: EventType;
  treeAddress: string;
  mint: string;
  metadata: CampaignMetadata | null;
  signature: string;
  slot: bigint;
  blockTime: bigint;
  /** The columns that the event adds to those of every event; 64-bit integers as decimal texts. */
  data: Record<string, unknown>;
};

export type Feed = { events: FeedEvent[]; total: number } & Ends;

/** Narrows a feed: types to show, block times in unix seconds, both ends included. */
export type FeedFilter = {
  types?: readonly EventType[];
  fromBlockTime?: bigint;
  toBlockTime?: bigint;
};

type FeedPage = { limit: number; cursor?: string };
type Reading = { limit: number; from: Position<"events"> | undefined };

/** Columns that are no part of `data`: those of every event, and totals that the claims route shows. */
const NOT_DATA = new Set([
  ...["id", "campaignId", "signature", "eventIndex", "slot", "txIndex", "blockTime"],
  ...["totalClaimedByUser", "totalClaimedOverall"],
]);

/**
 * Block time first, so that a time filter is an index range; on the ledger it never falls as slots rise. Row ids break
 * ties within a table, and the place of the type in the list between tables.
 */
const PLACE = ["e.block_time", "e.slot", "coalesce(e.tx_index, -1)", "e.event_index"];
const placeColumns = sql.raw(PLACE.join(", "));

const ordered = (columns: string[], from: Reading["from"]): SQL =>
  sql.raw(columns.map((column) => `${column} ${from?.isNewer ? "asc" : "desc"}`).join(", "));
const orderOfTable = (from: Reading["from"]) => ordered([...PLACE, "e.id"], from);
const orderOfAll = (from: Reading["from"]) => ordered([...PLACE, "e.rank", "e.id"], from);

const rankOf = (type: EventType) => EVENT_TYPES.indexOf(type);

function dataOf(table: EventTable): SQL {
  const pairs = Object.entries(getTableColumns(table))
    .filter(([key]) => !NOT_DATA.has(key))
    .map(([key, column]) => {
      const name = sql.raw(`d.${column.name}`);
      const isU64 = column.columnType === "PgCustomColumn";
      const value = isU64 ? u64Text(name) : column.dataType === "bigint" ? sql`${name}::text` : name;
      return sql`${sql.raw(`'${key}'`)}, ${value}`;
    });
  return sql`(select json_build_object(${sql.join(pairs, sql`, `)}) from ${table} d where d.id = e.id)`;
}

/** `data` of row `e`, read for the rows of a page alone. */
const data = sql`case e.type ${sql.join(
  EVENT_TYPES.map((type) => sql`when ${sql.raw(`'${type}'`)} then ${dataOf(eventTables[type])}`),
  sql` `,
)} end`;

const within = ({ fromBlockTime, toBlockTime }: FeedFilter): SQL =>
  sql.join([
    fromBlockTime === undefined ? sql`` : sql` and e.block_time >= ${fromBlockTime}::bigint`,
    toBlockTime === undefined ? sql`` : sql` and e.block_time <= ${toBlockTime}::bigint`,
  ]);

/** Rows of a type's table that lie beyond the position in the order of all tables. */
function beyond(type: EventType, from: Reading["from"]): SQL {
  if (!from) return sql``;
  const { blockTime, slot, txIndex, eventIndex, id } = from;
  const sign = from.isNewer ? ">" : "<";
  const values = sql`${blockTime}::bigint, ${slot}::bigint, ${txIndex}::bigint, ${eventIndex}::bigint`;
  const distance = (rankOf(type) - rankOf(from.type)) * (from.isNewer ? -1 : 1);
  if (distance > 0) return sql` and (${placeColumns}) ${sql.raw(sign)} (${values})`;
  if (distance < 0) return sql` and (${placeColumns}) ${sql.raw(`${sign}=`)} (${values})`;
  return sql` and (${placeColumns}, e.id) ${sql.raw(sign)} (${values}, ${id}::bigint)`;
}

/** Types to read: each once, whatever the filter repeats. */
const typesOf = ({ types }: FeedFilter): EventType[] =>
  types ? EVENT_TYPES.filter((type) => types.includes(type)) : EVENT_TYPES;

/**
 * A page of the events of some campaigns (`scope` selects their ids), newest first, over every event table: of each
 * campaign and table only the first rows beyond the cursor are read, by index, however deep the page.
 */
async function selectPage(db: Database, scope: SQL, filter: FeedFilter, { limit, from }: Reading) {
  const branches = typesOf(filter).map(
    (type) => sql`select e.* from scope cross join lateral (
      select ${sql.raw(`'${type}' as type, ${rankOf(type)} as rank`)}, e.id, e.campaign_id, e.block_time, e.slot,
        e.tx_index, e.event_index, e.signature
      from ${eventTables[type]} e where e.campaign_id = scope.id${within(filter)}${beyond(type, from)}
      order by ${orderOfTable(from)} limit ${limit + 1}::bigint) e`,
  );
  if (branches.length === 0) return [];
  return db
    .select({
      type: sql<EventType>`e.type`,
      treeAddress: campaigns.treeAddress,
      mint: campaigns.mint,
      metadata: campaigns.metadata,
      id: sql`e.id`.mapWith(Number),
      signature: sql<string>`e.signature`,
      eventIndex: sql`e.event_index`.mapWith(Number),
      slot: sql`e.slot`.mapWith(BigInt),
      txIndex: sql`coalesce(e.tx_index, -1)`.mapWith(Number),
      blockTime: sql`e.block_time`.mapWith(BigInt),
      data: sql<Record<string, unknown>>`${data}`,
    })
    .from(
      sql`(with scope (id) as materialized (${scope})
        select * from (${sql.join(branches, sql` union all `)}) e order by ${orderOfAll(from)} limit ${limit + 1}::bigint) e`,
    )
    .innerJoin(campaigns, sql`${campaigns.id} = e.campaign_id`)
    .orderBy(orderOfAll(from));
}

/** The exact number of events: the campaigns' counters, or rows of an index where a filter narrows them. */
async function countEvents(db: Database, scope: SQL, filter: FeedFilter): Promise<number> {
  const isTimed = filter.fromBlockTime !== undefined || filter.toBlockTime !== undefined;
  const counter = (name: string) =>
    sql`(select coalesce(sum(${sql.raw(name)}), 0) from ${campaigns} where id in (${scope}))`;
  const counts = typesOf(filter).map((type) =>
    type === "claimed" && !isTimed
      ? counter("claim_count")
      : sql`(select count(*) from ${eventTables[type]} e where e.campaign_id in (${scope})${within(filter)})`,
  );
  if (counts.length === 0) return 0;
  const isWhole = filter.types === undefined && !isTimed;
  const [row] = await db
    .select({ total: sql`total`.mapWith(Number) })
    .from(sql`(select ${isWhole ? counter("event_count") : sql.join(counts, sql` + `)} as total) counted`);
  return row?.total ?? 0;
}

async function selectFeed(
  db: Database,
  scope: SQL,
  filter: FeedFilter,
  { limit, cursor }: FeedPage,
): Promise<Feed> {
  const from = readCursor("events", cursor);
  const [rows, total] = await Promise.all([
    selectPage(db, scope, filter, { limit, from }),
    countEvents(db, scope, filter),
  ]);
  const { rows: shown, ...ends } = cutPage(rows, { list: "events", limit, from, placeOf });
  return { events: shown.map(({ id, txIndex, eventIndex, ...event }) => event), total, ...ends };
}

const placeOf = ({ blockTime, slot, txIndex, eventIndex, type, id }: Position<"events">) => ({
  ...{ blockTime, slot, txIndex, eventIndex, type, id },
});

/** A campaign's events, newest first. */
export function selectTimeline(
  db: Database,
  { campaignRowId, limit, cursor, ...filter }: { campaignRowId: number } & FeedFilter & FeedPage,
): Promise<Feed> {
  return selectFeed(db, sql`values (${campaignRowId}::integer)`, filter, { limit, cursor });
}

/** Events, newest first, of the campaigns that an address created or is, in any root version, a beneficiary of. */
export function selectActivity(
  db: Database,
  { address, ...page }: { address: string } & FeedPage,
): Promise<Feed> {
  const scope = sql`select id from ${campaigns} where creator = ${address}
    union select campaign_id from ${rootVersions} where id in (
      select distinct root_version_id from ${leaves} where beneficiary = ${address})`;
  return selectFeed(db, scope, {}, page);
}
