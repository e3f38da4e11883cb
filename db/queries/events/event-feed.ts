import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  type Campaign,
  campaigns,
  type EventPosition,
  eventTables,
  leaves,
  rootVersions,
  webhookTopics,
} from "@/db/schema";
import { u64Text } from "@/db/schema/u64";
import { EVENT_TYPES, type EventData, type EventType } from "@/lib/core/events/event-types";
import { extend } from "@/lib/core/extend";
import { selectCampaign } from "../campaigns/campaigns";
import { type CampaignKey, earlierGeneration, keyedCampaignId, valuesOfKey } from "../campaigns/generation";
import { cutPage, type PageCursors, type Position, readCursor } from "../cursor";
import { preparedQuery } from "../prepared-query";

type EventTable = (typeof eventTables)[EventType];

/** `data` contains the columns that are specific to the event type; 64-bit integers are decimal strings. */
type FeedEvent = Pick<Campaign, "treeAddress" | "mint" | "metadata" | "verified"> &
  Pick<EventPosition, "signature" | "eventIndex" | "slot" | "blockTime"> & {
    type: EventType;
    earlierGeneration: string | null;
    /** True if the log line was lost and the event was reconstructed from its instruction. */
    reconstructed: boolean;
    data: Data;
  };

export type Feed = { events: FeedEvent[]; total: number } & PageCursors;

/** Filters a feed by event types and block times in unix seconds, both ends included. */
export type FeedFilter = {
  types?: readonly EventType[] | undefined;
  fromBlockTime?: bigint;
  toBlockTime?: bigint;
  /** Only the events that name the address of the scope. */
  isOwn?: boolean;
};

type FeedPage = { limit: number; cursor?: string };

/** The campaigns of an address: only confirmed ones, or only those of one token. */
type ActivityScope = { address: string } & ({ isVerifiedOnly?: boolean; mint?: never } | { mint: string });

/** The source of a feed's events. */
type Scope =
  | { campaignRowId: number }
  | ReturnType<typeof valuesOfKey>
  | ActivityScope
  /**
   * The events that match a webhook's topics. They include claims of other recipients, which the webhook does
   * not receive.
   */
  | { endpointId: string };

/** The inputs that change the text of a feed's queries; the rest are parameters. */
type FeedShape = {
  scope: "campaign" | "tree" | "address" | "verified of address" | "token of address" | "endpoint";
  types: readonly EventType[];
  hasStart: boolean;
  hasEnd: boolean;
  isOwn: boolean;
  from: Pick<Position<"events">, "type" | "isNewer"> | null;
};

/**
 * Columns that are not part of `data`: the columns of every event, and totals that the claims route shows.
 */
const NOT_DATA = [
  ...(["id", "campaignId", "signature", "eventIndex", "slot", "txIndex", "blockTime"] as const),
  ...(["totalClaimedByUser", "totalClaimedOverall", "derivedFields"] as const),
];
const isData = (key: string) => !NOT_DATA.some((other) => other === key);

type StoredData<Row> = {
  [K in Exclude<keyof Row, (typeof NOT_DATA)[number]>]: Row[K] extends bigint ? string : Row[K];
};
type Mismatched = {
  [T in EventType]: StoredData<(typeof eventTables)[T]["$inferSelect"]> extends EventData[T] ? never : T;
}[EventType];

/** Names the events whose tables lack displayed fields, if there are any; this file then does not compile. */
type Data = [Mismatched] extends [never] ? EventData[EventType] : Mismatched;

/**
 * Block time comes first, so that a time filter becomes an index range; on the network, block times never
 * decrease as slots rise. Row ids break ties within a table, and the index of the type breaks ties between
 * tables.
 */
const POSITION = ["e.block_time", "e.slot", "coalesce(e.tx_index, -1)", "e.event_index"];
const positionColumns = sql.raw(POSITION.join(", "));

const ordered = (columns: string[], from: FeedShape["from"]): SQL =>
  sql.raw(columns.map((column) => `${column} ${from?.isNewer ? "asc" : "desc"}`).join(", "));
const orderOfTable = (from: FeedShape["from"]) => ordered([...POSITION, "e.id"], from);
const orderOfAll = (from: FeedShape["from"]) => ordered([...POSITION, "e.rank", "e.id"], from);

const getRank = (type: EventType) => EVENT_TYPES.indexOf(type);

function getData(table: EventTable, isSame: SQL): SQL {
  const pairs = Object.entries(getTableColumns(table))
    .filter(([key]) => isData(key))
    .map(([key, column]) => {
      const name = sql.raw(`d.${column.name}`);
      const isU64 = column.columnType === "PgCustomColumn";
      const value = isU64 ? u64Text(name) : column.dataType === "bigint" ? sql`${name}::text` : name;
      return sql`${sql.raw(`'${key}'`)}, ${value}`;
    });
  return sql`(select json_build_object(${sql.join(pairs, sql`, `)}) from ${table} d where ${isSame})`;
}

/**
 * Returns SQL for the `data` of an event of a type; null if there is no row. `isSame` finds row `d` of the
 * type's table.
 */
export const eventData = (eventType: SQL, isSame: SQL): SQL =>
  sql`case ${eventType} ${sql.join(
    EVENT_TYPES.map((type) => sql`when ${sql.raw(`'${type}'`)} then ${getData(eventTables[type], isSame)}`),
    sql` `,
  )} end`;

/** Returns SQL for whether an event of a type was reconstructed; null if there is no row. */
export const isReconstructed = (eventType: SQL, isSame: SQL): SQL =>
  sql`case ${eventType} ${sql.join(
    EVENT_TYPES.map(
      (type) => sql`when ${sql.raw(`'${type}'`)}
        then (select d.derived_fields is not null from ${eventTables[type]} d where ${isSame})`,
    ),
    sql` `,
  )} end`;

/** `data` of row `e`, read only for the rows of a page. */
const data = eventData(sql`e.type`, sql`d.id = e.id`);

const readGiven = (name: string, type = "bigint") => sql`${sql.placeholder(name)}::${sql.raw(type)}`;

const within = ({ hasStart, hasEnd }: FeedShape): SQL =>
  sql.join([
    hasStart ? sql` and e.block_time >= ${readGiven("fromBlockTime")}` : sql``,
    hasEnd ? sql` and e.block_time <= ${readGiven("toBlockTime")}` : sql``,
  ]);

/** Returns the condition for rows of a type's table beyond the position in the order of all tables. */
function beyond(type: EventType, from: FeedShape["from"]): SQL {
  if (!from) return sql``;
  const sign = from.isNewer ? ">" : "<";
  const values = sql.join(
    [readGiven("blockTime"), readGiven("slot"), readGiven("txIndex"), readGiven("eventIndex")],
    sql`, `,
  );
  const distance = (getRank(type) - getRank(from.type)) * (from.isNewer ? -1 : 1);
  if (distance > 0) return sql` and (${positionColumns}) ${sql.raw(sign)} (${values})`;
  if (distance < 0) return sql` and (${positionColumns}) ${sql.raw(`${sign}=`)} (${values})`;
  return sql` and (${positionColumns}, e.id) ${sql.raw(sign)} (${values}, ${readGiven("id")})`;
}

/** The columns with the address that acted in an event, or that it paid. The other types have no address. */
const OWN_COLUMNS: Partial<Record<EventType, string>> = {
  claimed: "beneficiary",
  milestone_released: "released_by",
  instant_refunded: "refunded_to",
};

/** Returns the types to read, without duplicates. */
const getTypes = ({ types, isOwn }: FeedFilter): readonly EventType[] =>
  EVENT_TYPES.filter((type) => types?.includes(type) !== false && (!isOwn || type in OWN_COLUMNS));

/**
 * Returns SQL for the rows of a type's table in campaigns. The rows of one address are found by index and then
 * sorted, so that a page does not read the rows of all other addresses.
 */
function selectRows(type: EventType, isInScope: SQL, { isOwn }: FeedShape): SQL {
  const own = sql.raw(`o.${OWN_COLUMNS[type]}`);
  return isOwn
    ? sql`(select * from ${eventTables[type]} o where o.${isInScope}
        and ${own} = ${sql.placeholder("address")} offset 0) e where true`
    : sql`${eventTables[type]} e where e.${isInScope}`;
}

/**
 * Selects the ids of the campaigns of which the placeholder `address` is the creator or, in any root version,
 * a beneficiary.
 */
export const campaignsOfAddress = sql`select id from ${campaigns} where creator = ${sql.placeholder("address")}
    union select campaign_id from ${rootVersions} where id in (
      select distinct root_version_id from ${leaves} where beneficiary = ${sql.placeholder("address")})`;

function getTopics(kinds: string): SQL {
  return sql`select subject from ${webhookTopics}
    where endpoint_id = ${sql.placeholder("endpointId")} and kind in (${sql.raw(kinds)})`;
}

/** Selects the ids of the campaigns whose events are shown. */
const SCOPES: Record<FeedShape["scope"], SQL> = {
  campaign: sql`values (${readGiven("campaignRowId", "integer")})`,
  tree: keyedCampaignId,
  address: campaignsOfAddress,
  "verified of address": sql`select id from ${campaigns} where verified and id in (${campaignsOfAddress})`,
  "token of address": sql`select id from ${campaigns}
    where mint = ${sql.placeholder("mint")} and id in (${campaignsOfAddress})`,
  endpoint: sql`select id from ${campaigns} where tree_address in (${getTopics("'tree', 'recipient'")})
    union select id from ${campaigns} where creator in (${getTopics("'creator'")})`,
};

/**
 * Selects a page of the events of some campaigns, newest first, over all event tables. For each campaign and
 * table, the query reads only the first rows beyond the cursor, by index, at any depth.
 */
const selectPage = preparedQuery((db, shape: FeedShape) => {
  const { scope, types, from } = shape;
  const branches = types.map(
    (type) => sql`select e.* from scope cross join lateral (
      select ${sql.raw(`'${type}' as type, ${getRank(type)} as rank`)}, e.id, e.campaign_id, e.block_time, e.slot,
        e.tx_index, e.event_index, e.signature, e.derived_fields is not null as reconstructed
      from ${selectRows(type, sql`campaign_id = scope.id`, shape)}${within(shape)}${beyond(type, from)}
      order by ${orderOfTable(from)} limit ${readGiven("limit")}) e`,
  );
  return db
    .select({
      type: sql<EventType>`e.type`,
      campaignRowId: campaigns.id,
      treeAddress: campaigns.treeAddress,
      mint: campaigns.mint,
      metadata: campaigns.metadata,
      verified: campaigns.verified,
      earlierGeneration,
      id: sql`e.id`.mapWith(Number),
      signature: sql<string>`e.signature`,
      eventIndex: sql`e.event_index`.mapWith(Number),
      slot: sql`e.slot`.mapWith(BigInt),
      txIndex: sql`coalesce(e.tx_index, -1)`.mapWith(Number),
      blockTime: sql`e.block_time`.mapWith(BigInt),
      reconstructed: sql<boolean>`e.reconstructed`,
      data: sql<Data>`${data}`,
    })
    .from(
      sql`(with scope (id) as materialized (${SCOPES[scope]})
        select * from (${sql.join(branches, sql` union all `)}) e order by ${orderOfAll(from)} limit ${readGiven("limit")}) e`,
    )
    .innerJoin(campaigns, sql`${campaigns.id} = e.campaign_id`)
    .orderBy(orderOfAll(from));
});

/** Counts the events exactly: from the campaigns' counters, or from rows of an index if a filter applies. */
const selectCount = preparedQuery((db, { isWhole, ...shape }: FeedShape & { isWhole: boolean }) => {
  const scope = SCOPES[shape.scope];
  const counter = (name: string) =>
    sql`(select coalesce(sum(${sql.raw(name)}), 0) from ${campaigns} where id in (${scope}))`;
  const counts = shape.types.map((type) =>
    type === "claimed" && !shape.hasStart && !shape.hasEnd && !shape.isOwn
      ? counter("claim_count")
      : sql`(select count(*) from ${selectRows(type, sql`campaign_id in (${scope})`, shape)}${within(shape)})`,
  );
  return db
    .select({ total: sql`total`.mapWith(Number) })
    .from(sql`(select ${isWhole ? counter("event_count") : sql.join(counts, sql` + `)} as total) counted`);
});

const getKind = (scope: Scope): FeedShape["scope"] => {
  if ("campaignRowId" in scope) return "campaign";
  if ("treeAddress" in scope) return "tree";
  if (!("address" in scope)) return "endpoint";
  if (scope.mint !== undefined) return "token of address";
  return "isVerifiedOnly" in scope && scope.isVerifiedOnly ? "verified of address" : "address";
};

type FeedQuery = { scope: Scope; filter: FeedFilter; page: FeedPage };

/**
 * Selects the page and its total. The total is undefined if `counted` excludes it: the total of a whole
 * campaign is its counter, which a caller with the campaign already has.
 */
async function selectFeed(
  db: Database,
  { scope, filter, page: { limit, cursor } }: FeedQuery,
  counted: "always" | "narrowed" | "never" = "always",
) {
  const from = readCursor("events", cursor);
  const { fromBlockTime, toBlockTime, isOwn = false } = filter;
  const types = getTypes(filter);
  if (types.length === 0) return { events: [], total: 0, nextCursor: null, previousCursor: null };
  const shape: FeedShape = {
    scope: getKind(scope),
    types,
    hasStart: fromBlockTime !== undefined,
    hasEnd: toBlockTime !== undefined,
    isOwn,
    from: from ? { type: from.type, isNewer: from.isNewer } : null,
  };
  const values = { fromBlockTime, toBlockTime, ...scope };
  const isWhole = filter.types === undefined && !shape.hasStart && !shape.hasEnd && !isOwn;
  const isCounted = counted === "always" || (counted === "narrowed" && !isWhole);
  const [rows, [count]] = await Promise.all([
    selectPage(db, { limit: limit + 1, ...values, ...from }, shape),
    isCounted ? selectCount(db, values, { ...shape, from: null, isWhole }) : [],
  ]);
  const { rows: shown, ...ends } = cutPage(rows, { list: "events", limit, from, getPosition });
  return { events: shown.map(toFeedEvent), total: count?.total, ...ends };
}

type FeedRow = FeedEvent & Position<"events">;

// The fields are listed explicitly: object rest syntax takes longer than reading the row.
const toFeedEvent = (row: FeedRow): FeedEvent => ({
  type: row.type,
  treeAddress: row.treeAddress,
  mint: row.mint,
  metadata: row.metadata,
  verified: row.verified,
  earlierGeneration: row.earlierGeneration,
  signature: row.signature,
  eventIndex: row.eventIndex,
  slot: row.slot,
  blockTime: row.blockTime,
  reconstructed: row.reconstructed,
  data: row.data,
});

const getPosition = ({ blockTime, slot, txIndex, eventIndex, type, id }: Position<"events">) => ({
  ...{ blockTime, slot, txIndex, eventIndex, type, id },
});

async function selectWholeFeed(db: Database, query: FeedQuery): Promise<Feed> {
  const { total = 0, ...feed } = await selectFeed(db, query);
  return { total, ...feed };
}

type TimelinePage = FeedFilter & FeedPage;

/** Selects a campaign's events, newest first. */
export function selectTimeline(
  db: Database,
  { campaignRowId, limit, cursor, ...filter }: { campaignRowId: number } & TimelinePage,
): Promise<Feed> {
  return selectWholeFeed(db, { scope: { campaignRowId }, filter, page: { limit, cursor } });
}

/**
 * Selects the campaign of a tree with its events, newest first, with concurrent queries; null if the tree is
 * unknown.
 */
export async function selectTimelineOfTree(
  db: Database,
  { treeAddress, creation, limit, cursor, ...filter }: CampaignKey & TimelinePage,
): Promise<{ campaign: Campaign; feed: Feed } | null> {
  const key = valuesOfKey({ treeAddress, creation });
  const query = { scope: key, filter, page: { limit, cursor } };
  const [campaign, feed] = await Promise.all([
    selectCampaign(db, { treeAddress, creation }),
    selectFeed(db, query, "narrowed"),
  ]);
  return campaign && { campaign, feed: extend(feed, { total: feed.total ?? campaign.eventCount }) };
}

/** Selects a page of events without the total, for callers that read all pages. */
export async function selectEventPage(
  db: Database,
  scope: Scope,
  { limit, cursor, ...filter }: TimelinePage,
): Promise<Pick<Feed, "events" | "nextCursor">> {
  return selectFeed(db, { scope, filter, page: { limit, cursor } }, "never");
}

/**
 * Selects the events, newest first, of the campaigns of which an address is the creator or, in any root
 * version, a beneficiary. `mint` selects the campaigns of one token, and `isOwn` the events that name the address.
 */
export function selectActivity(
  db: Database,
  { types, isOwn, limit, cursor, ...scope }: ActivityScope & Pick<FeedFilter, "types" | "isOwn"> & FeedPage,
): Promise<Feed> {
  return selectWholeFeed(db, { scope, filter: { types, isOwn }, page: { limit, cursor } });
}

const selectMints = preparedQuery((db) =>
  db
    .select({ mint: campaigns.mint })
    .from(campaigns)
    .where(sql`${campaigns.id} in (${campaignsOfAddress})`)
    .groupBy(campaigns.mint)
    .orderBy(sql`count(*) desc`, campaigns.mint)
    .limit(sql.placeholder("limit")),
);

/** Selects at most `limit` tokens of the campaigns of `selectActivity`, those of most campaigns first. */
export async function selectActivityMints(
  db: Database,
  input: { address: string; limit: number },
): Promise<string[]> {
  return (await selectMints(db, input)).map(({ mint }) => mint);
}

/** An event with its on-chain position. */
export type PlacedFeedEvent = Omit<EventPosition, "campaignId"> &
  Pick<FeedEvent, "type" | "treeAddress" | "data"> & { campaignRowId: number };

type Subscription = { endpointId: string; types: readonly EventType[] | null };

/** Selects the events that match a webhook's topics, oldest first, from `fromBlockTime` on. */
export async function selectSubscribedPage(
  db: Database,
  params: FeedPage & Required<Omit<FeedFilter, "types" | "isOwn">> & Subscription,
): Promise<{ events: PlacedFeedEvent[]; nextCursor: string | null }> {
  const { endpointId, types, fromBlockTime, toBlockTime, limit, cursor } = params;
  const before = { slot: -1n, txIndex: -1, eventIndex: -1, id: 0, type: EVENT_TYPES[0] };
  const position = readCursor("events", cursor) ?? { ...before, blockTime: fromBlockTime };
  const from = { ...position, isNewer: true as const };
  const shape: FeedShape = {
    scope: "endpoint",
    types: getTypes({ types: types ?? EVENT_TYPES }),
    hasStart: true,
    hasEnd: true,
    isOwn: false,
    from: { type: from.type, isNewer: true },
  };
  const values = { endpointId, fromBlockTime, toBlockTime, ...from };
  const rows = await selectPage(db, { ...values, limit: limit + 1 }, shape);
  const { rows: events, previousCursor } = cutPage(rows, {
    list: "events",
    limit,
    from,
    getPosition,
  });
  const placed = events.map(({ txIndex, ...event }) => ({ ...event, txIndex: txIndex < 0 ? null : txIndex }));
  return { events: placed, nextCursor: previousCursor };
}
