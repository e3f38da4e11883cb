import { setImmediate } from "node:timers/promises";
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type EventPosition, eventTables, unregisteredEvents } from "@/db/schema";
import { chunk } from "@/lib/core/chunk";
import { EVENT_TYPES, type EventType } from "@/lib/core/events/event-types";
import type { EventData, EventName, ProgramEvent } from "@/lib/core/solana/events";
import type { DerivedField } from "@/lib/core/solana/reconstruct/rebuild-events";
import { insertFromArrays } from "../array-rows";
import { pipelined } from "../pipelined";
import type { ChangedClaim, StoredChange } from "./event-changes";
import { notifyStored } from "./event-listeners";
import { lockCampaigns } from "./projection";

/** Event rows to store, by the API's event type. */
export type NewEvents = { [Type in EventType]?: readonly (typeof eventTables)[Type]["$inferInsert"][] };

type Row<Type extends EventType> = NonNullable<NewEvents[Type]>[number];

/** The columns of an event's table that are specific to its type. */
type Details<Type extends EventType> = Omit<Row<Type>, keyof Origin | "id">;

/** The position of an event, and its reconstructed fields: see the column `derivedFields`. */
type Origin = EventPosition & { derivedFields: DerivedField[] | null };

/** Event rows to store, collected by type. */
type EventRows = { readonly [Type in EventType]: (Origin & Details<Type>)[] };

const noEventRows = (): EventRows =>
  Object.fromEntries(EVENT_TYPES.map((type): [EventType, never[]] => [type, []])) as Record<
    EventType,
    never[]
  >;

type Definition<Name extends EventName> = {
  /** The API's event type and the key of its table; null for events that do not affect the served data. */
  type: EventType | null;
  /** Adds the row of an event. */
  addRow: (rows: EventRows, position: Origin, data: EventData<Name>) => void;
};

/** Defines an event that is stored as a row of the table `type`, with `details` as its specific columns. */
function stored<Name extends EventName, Type extends EventType>(
  type: Type,
  details: (data: EventData<Name>) => Details<Type>,
): Definition<Name> {
  return {
    type,
    addRow: (rows, position, data) => {
      const list: (Origin & Details<Type>)[] = rows[type];
      // Several times faster than a literal with two spreads; every event comes through here.
      list.push(Object.assign(details(data), position));
    },
  };
}

const ignored = { type: null, addRow: () => {} };

/**
 * Defines every event of the program once, next to the code that stores it, because an event and its row
 * change together. CONTRIBUTING.md lists the other places that a new event affects. The projection reads
 * these tables in ledger order and computes the changes to the campaign. Source: spec part 6.
 */
export const EVENTS: { readonly [Name in EventName]: Definition<Name> } = {
  Claimed: stored("claimed", (data) => ({
    beneficiary: data.beneficiary,
    leafIndex: data.leafIndex,
    amount: data.amount,
    totalClaimedByUser: data.totalClaimedByUser,
    totalClaimedOverall: data.totalClaimedOverall,
    milestoneIdx: data.milestoneIdx,
  })),
  CampaignCancelled: stored("cancelled", ({ tree: _, ...fields }) => fields),
  CampaignPaused: stored("paused", () => ({ paused: true })),
  CampaignUnpaused: stored("paused", () => ({ paused: false })),
  RootUpdated: stored("root_updated", ({ tree: _, ...fields }) => fields),
  UnvestedWithdrawn: stored("withdrawn", ({ amount }) => ({ amount })),
  MilestoneReleased: stored("milestone_released", ({ tree: _, ...fields }) => fields),
  StreamCancelled: stored("stream_cancelled", ({ tree: _, ...fields }) => fields),
  InstantRefunded: stored("instant_refunded", ({ tree: _, ...fields }) => fields),
  CampaignCreated: ignored,
  CampaignFunded: ignored,
  ClaimRecordClosed: ignored,
};

/** Returns whether an event affects the served data. */
export const hasRow = ({ name }: { name: EventName }): boolean => EVENTS[name].type !== null;

/** A decoded event and its position. */
export type PlacedEvent = { position: Origin; event: ProgramEvent };

/** Stores events as rows and updates their campaigns; ignored events have no row. */
export function storePlaced(tx: Database, events: readonly PlacedEvent[]): Promise<StoredEvent[]> {
  const rows = noEventRows();
  for (const { position, event } of events) addRow(rows, position, event);
  return storeEvents(tx, rows);
}

function addRow<Name extends EventName>(
  rows: EventRows,
  position: Origin,
  event: { name: Name; data: EventData<Name> },
): void {
  EVENTS[event.name].addRow(rows, position, event.data);
}

/** Stores events of trees that are not registered yet; a repetition is a no-op. */
export async function insertUnregisteredEvents(
  db: Database,
  events: readonly (typeof unregisteredEvents.$inferInsert)[],
): Promise<void> {
  if (events.length === 0) return;
  // An event from the log replaces a reconstructed one.
  await db.execute(sql`${insertFromArrays(unregisteredEvents, events)}
    on conflict (signature, event_index) do update set payload = excluded.payload, derived_fields = null
    where ${unregisteredEvents.derivedFields} is not null and excluded.derived_fields is null`);
}

type EventTable = (typeof eventTables)[EventType];

type StoredEvent = { type: EventType; campaignRowId: number; signature: string; eventIndex: number };

/** Rows per statement: few enough that Postgres stores some while the next ones are prepared. */
const ROWS_PER_INSERT = 500;

const KEY_COLUMNS = new Set(["id", "campaignId", "signature", "eventIndex"]);

/**
 * Returns the columns that a repetition overwrites in a stored event: everything that a fork may have
 * changed.
 */
function overwrite(table: EventTable): SQL {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => !KEY_COLUMNS.has(key));
  return sql.join(
    columns.map(([, { name }]) => sql.raw(`${name} = excluded.${name}`)),
    sql`, `,
  );
}

const INSERTED = {
  id: sql<number>`id`.as("id"),
  signature: sql<string>`signature`.as("signature"),
  eventIndex: sql<number>`event_index`.as("event_index"),
  isNew: sql<boolean>`is_new`.as("is_new"),
};

type Inserted = {
  id: number;
  signature: string;
  eventIndex: number;
  /** False for an existing event whose position or content changed. */
  isNew: boolean;
};

/** Inserts events of one type and returns the outcome of each. */
async function insertRows(
  tx: Database,
  type: EventType,
  events: readonly EventTable["$inferInsert"][],
): Promise<StoredChange[]> {
  // One INSERT … ON CONFLICT statement cannot update the same row twice.
  const rows = [...new Map(events.map((row) => [getKey(row), row])).values()];
  const inserting = chunk(rows, ROWS_PER_INSERT).map(async (part) => {
    // Sends each statement before the next one is built.
    await setImmediate();
    return insertPart(tx, eventTables[type], part);
  });
  const inserted = new Map((await pipelined(inserting)).flat().map((row) => [getKey(row), row]));
  return rows.map((row) => toChange(type, row, inserted.get(getKey(row))));
}

/**
 * Inserts the rows of one statement. A repetition changes a stored event only in three cases: its transaction moved
 * to another slot, its position became known, or the stored event was reconstructed and the new one was read from
 * the log. A reconstructed event never replaces one from the log.
 */
function insertPart(
  tx: Database,
  table: EventTable,
  rows: readonly EventTable["$inferInsert"][],
): Promise<Inserted[]> {
  const insert = sql`${insertFromArrays(table, rows)}
    on conflict (signature, event_index) do update set ${overwrite(table)}
    where ${table.slot} <> excluded.slot
      or (${table.derivedFields} is not null and excluded.derived_fields is null)
      or (${table.txIndex} is null and excluded.tx_index is not null
        and (${table.derivedFields} is not null or excluded.derived_fields is null))
    returning id, signature, event_index, xmax = 0 as is_new`;
  const stored = tx.$with("stored", INSERTED).as(insert);
  return tx.with(stored).select().from(stored).execute();
}

function toChange(
  type: EventType,
  row: EventTable["$inferInsert"],
  inserted: Inserted | undefined,
): StoredChange {
  const { campaignId, signature, eventIndex, slot, txIndex = null, blockTime } = row;
  return {
    type,
    campaignId,
    signature,
    eventIndex,
    slot,
    txIndex,
    blockTime,
    claim: getClaim(row),
    rowId: inserted?.id ?? null,
    outcome: inserted ? (inserted.isNew ? "new" : "moved") : "unchanged",
  };
}

/** Returns the claim of an event row; null for other event types. */
export const getClaim = (row: EventTable["$inferInsert"]): ChangedClaim | null =>
  "beneficiary" in row ? { beneficiary: row.beneficiary, amount: row.amount } : null;

/**
 * Stores events and notifies the listeners, in the caller's database transaction. Returns the new events; a
 * repetition is a no-op.
 */
export async function storeEvents(tx: Database, events: NewEvents): Promise<StoredEvent[]> {
  const touched = new Set(EVENT_TYPES.flatMap((type) => (events[type] ?? []).map((row) => row.campaignId)));
  if (touched.size === 0) return [];
  const campaignRowIds = [...touched];
  await lockCampaigns(tx, campaignRowIds);
  const changes: StoredChange[] = [];
  for (const type of EVENT_TYPES) {
    const rows = events[type] ?? [];
    if (rows.length > 0) changes.push(...(await insertRows(tx, type, rows)));
  }
  await notifyStored(tx, { campaignRowIds, events: changes });
  return changes
    .filter(({ outcome }) => outcome === "new")
    .map(({ type, campaignId, signature, eventIndex }) => ({
      type,
      campaignRowId: campaignId,
      signature,
      eventIndex,
    }));
}

const getKey = ({ signature, eventIndex }: { signature: string; eventIndex: number }) =>
  `${signature}/${eventIndex}`;
