import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { inTransaction, StartAgain } from "@/db/in-transaction";
import { type EventPlace, eventTables, unregisteredEvents } from "@/db/schema";
import type { EventData, EventName, LedgerTransaction, ProgramEvent } from "@/lib/core/solana/events";
import { EVENT_TYPES, type EventType } from "@/lib/core/views/event";
import { insertCampaignChecks, lockUnregistered, selectCampaignIds } from "../indexing/campaign-checks";
import { upsertResults } from "../indexing/program-transactions";
import { insertFromJson } from "../json-rows";
import { type HeardEvent, moveDeliveries, writeDeliveries } from "../webhooks/outbox";
import { insertCreatedTrees } from "./created-trees";
import { addChange, type CounterChanges, moveCounters, newClaimers } from "./event-counters";
import { refreshOverclaims } from "./overclaims";
import { lockCampaigns, projectCampaigns } from "./projection";

/** Event rows to store, by the type that the API shows. */
export type NewEvents = { [Type in EventType]?: readonly (typeof eventTables)[Type]["$inferInsert"][] };

type Row<Type extends EventType> = NonNullable<NewEvents[Type]>[number];

/** The columns that an event's table adds to its place. */
type Details<Type extends EventType> = Omit<Row<Type>, keyof EventPlace | "id">;

/** Event rows to store, gathered by type. */
type EventRows = { readonly [Type in EventType]: (EventPlace & Details<Type>)[] };

const noEventRows = (): EventRows =>
  Object.fromEntries(EVENT_TYPES.map((type): [EventType, never[]] => [type, []])) as Record<
    EventType,
    never[]
  >;

type Definition<Name extends EventName> = {
  /** Name the API shows, and the key of its table; null for events without consequence for what is served. */
  type: EventType | null;
  /** Gathers the event's row. */
  addRow: (rows: EventRows, place: EventPlace, data: EventData<Name>) => void;
};

/** An event that becomes a row of the table that `type` names, with `details` as the columns of its own. */
function stored<Name extends EventName, Type extends EventType>(
  type: Type,
  details: (data: EventData<Name>) => Details<Type>,
): Definition<Name> {
  return {
    type,
    addRow: (rows, place, data) => {
      const list: (EventPlace & Details<Type>)[] = rows[type];
      list.push({ ...place, ...details(data) });
    },
  };
}

const ignored = { type: null, addRow: () => {} };

/**
 * Every event of the program, declared once, in the file that stores it: an event and its row are changed together.
 * CONTRIBUTING.md lists what else an addition touches. What its row changes on the campaign is the projection's to say,
 * which reads those tables in ledger order. Source: spec part 6.
 */
export const EVENTS: { readonly [Name in EventName]: Definition<Name> } = {
  Claimed: stored("claimed", ({ tree: _, ...fields }) => fields),
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

/** Whether an event has consequence for what is served. */
export const hasRow = ({ name }: { name: EventName }): boolean => EVENTS[name].type !== null;

/** An event as it was emitted, and where. */
export type PlacedEvent = EventPlace & { event: ProgramEvent };

/** Stores events as the rows they become, and brings their campaigns up to date; an ignored event has none. */
export function storePlaced(tx: Database, events: readonly PlacedEvent[]): Promise<StoredEvent[]> {
  const rows = noEventRows();
  for (const { event, ...place } of events) addRow(rows, place, event);
  return storeEvents(tx, rows);
}

function addRow<Name extends EventName>(
  rows: EventRows,
  place: EventPlace,
  event: { name: Name; data: EventData<Name> },
): void {
  EVENTS[event.name].addRow(rows, place, event.data);
}

/** What storing transactions came to. */
export type Stored = {
  /** Newly stored events by the type that the API shows. */
  byType: Map<EventType, number>;
  /** Newly stored events of each signature. */
  bySignature: Map<string, number>;
};

/** A transaction whose time the ledger has told. */
export type ReadTransaction = LedgerTransaction & { blockTime: bigint };

type Options = {
  /** Runs first in the transaction: a run proves there that it still may write. */
  guard?: (tx: Database) => Promise<void>;
  /** Called between any two steps, by name. */
  fault?: ((step: string) => void | Promise<void>) | undefined;
};

/**
 * Stores transactions' events, brings their campaigns up to date and records the transactions as read, all in one
 * transaction. Repeating it, in any order and at the same time as others, comes to the same.
 */
export function storeTransactions(
  db: Database,
  transactions: readonly ReadTransaction[],
  { guard, fault }: Options = {},
): Promise<Stored> {
  const served = transactions.map((one) => ({ ...one, events: one.events.filter(hasRow) }));
  return inTransaction(db, async (tx) => {
    await guard?.(tx);
    const ids = await findCampaigns(tx, served, fault);
    const stored = await storeFound(tx, { transactions: served, ids, fault });
    await insertCreatedTrees(tx, transactions);
    await fault?.("store: events stored");
    await upsertResults(tx, [...served].sort(bySignature).map(toResult));
    const lost = served.flatMap((transaction) => transaction.lostAccounts ?? []);
    const cut = await selectCampaignIds(tx, [...new Set(lost)]);
    await insertCampaignChecks(tx, [...ids.keys()]);
    await insertCampaignChecks(tx, [...cut.keys()], { repair: true });
    await fault?.("store: before commit");
    return stored;
  });
}

const bySignature = (a: ReadTransaction, b: ReadTransaction) => (a.signature < b.signature ? -1 : 1);

function toResult({ events, ...transaction }: ReadTransaction) {
  return { ...transaction, eventCount: events.length };
}

/**
 * The rows of the campaigns that events name, locked. When some are not registered, their events are kept under a lock
 * that registrations take too; campaigns first and that lock second, so that nobody waits in a circle.
 */
async function findCampaigns(
  tx: Database,
  transactions: readonly ReadTransaction[],
  fault: Options["fault"],
): Promise<Map<string, number>> {
  const trees = [...new Set(transactions.flatMap(({ events }) => events.map((event) => event.data.tree)))];
  const ids = await selectCampaignIds(tx, trees);
  await fault?.("store: campaigns found");
  await lockCampaigns(tx, [...ids.values()]);
  const unregistered = trees.filter((tree) => !ids.has(tree));
  if (unregistered.length === 0) return ids;
  await lockUnregistered(tx);
  const registeredSince = await selectCampaignIds(tx, unregistered);
  if (registeredSince.size > 0) throw new StartAgain();
  return ids;
}

async function storeFound(
  tx: Database,
  params: {
    transactions: readonly ReadTransaction[];
    ids: ReadonlyMap<string, number>;
    fault: Options["fault"];
  },
): Promise<Stored> {
  const placed: PlacedEvent[] = [];
  const kept: (typeof unregisteredEvents.$inferInsert)[] = [];
  for (const { events, signature, slot, txIndex, blockTime } of params.transactions) {
    for (const event of events) {
      const place = { signature, eventIndex: event.index, slot, txIndex, blockTime };
      const treeAddress = event.data.tree;
      const campaignId = params.ids.get(treeAddress);
      if (campaignId !== undefined) placed.push({ ...place, campaignId, event });
      else kept.push({ ...place, treeAddress, payload: Buffer.from(event.bytes).toString("base64") });
    }
  }
  const stored = await storePlaced(tx, placed);
  await params.fault?.("store: rows inserted");
  await insertUnregisteredEvents(tx, kept);
  return {
    byType: countBy(stored, ({ type }) => type),
    bySignature: countBy(stored, ({ signature }) => signature),
  };
}

function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

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

type EventTable = (typeof eventTables)[EventType];

type StoredEvent = { type: EventType; campaignRowId: number; signature: string; eventIndex: number };

/** Rows a statement: enough that statements cost nothing beside them. */
const ROWS_PER_INSERT = 2_000;

const KEY_COLUMNS = new Set(["id", "campaignId", "signature", "eventIndex"]);

/** What an event that is stored already takes from a repetition: whatever a fork may have changed. */
function overwrite(table: EventTable): SQL {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => !KEY_COLUMNS.has(key));
  return sql.join(
    columns.map(([, { name }]) => sql.raw(`${name} = excluded.${name}`)),
    sql`, `,
  );
}

const INSERTED = {
  id: sql<number>`id`.as("id"),
  campaignRowId: sql<number>`campaign_id`.as("campaign_id"),
  signature: sql<string>`signature`.as("signature"),
  eventIndex: sql<number>`event_index`.as("event_index"),
  isNew: sql<boolean>`is_new`.as("is_new"),
};

type Inserted = {
  id: number;
  campaignRowId: number;
  signature: string;
  eventIndex: number;
  /** False for one that was there and took another place. */
  isNew: boolean;
};

async function insertRows(tx: Database, table: EventTable, events: readonly EventTable["$inferInsert"][]) {
  // One statement may not meet the same row twice.
  const rows = [...new Map(events.map((row) => [keyOf(row), row])).values()];
  const inserted: Inserted[] = [];
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    // A repetition changes nothing unless its transaction moved to another slot or its position became known.
    const insert = sql`${insertFromJson(table, rows.slice(from, from + ROWS_PER_INSERT))}
      on conflict (signature, event_index) do update set ${overwrite(table)}
      where ${table.slot} <> excluded.slot or (${table.txIndex} is null and excluded.tx_index is not null)
      returning id, campaign_id, signature, event_index, xmax = 0 as is_new`;
    const stored = tx.$with("stored", INSERTED).as(insert);
    inserted.push(...(await tx.with(stored).select().from(stored)));
  }
  return inserted;
}

/**
 * Stores events and brings their campaigns up to date, in the caller's transaction. Answers the events that were new;
 * a repetition is a no-op.
 */
export async function storeEvents(tx: Database, events: NewEvents): Promise<StoredEvent[]> {
  const touched = new Set(EVENT_TYPES.flatMap((type) => (events[type] ?? []).map((row) => row.campaignId)));
  if (touched.size === 0) return [];
  const campaignRowIds = [...touched];
  await lockCampaigns(tx, campaignRowIds);
  const stored: StoredEvent[] = [];
  const changes: CounterChanges = new Map();
  const claimIds: number[] = [];
  const heard: HeardEvent[] = [];
  const moved: HeardEvent[] = [];
  const changeOf = changesOf(events);
  for (const type of EVENT_TYPES) {
    const given = events[type] ?? [];
    const rows = await insertRows(tx, eventTables[type], given);
    const fresh = rows.filter((row) => row.isNew);
    for (const { id, isNew: _, ...row } of fresh) {
      stored.push({ type, ...row });
      if (type === "claimed") claimIds.push(id);
      addChange(changes, row.campaignRowId, changeOf(type, row));
    }
    const repeated = rows.filter((row) => !row.isNew);
    heard.push(...heardOf(type, given, fresh));
    moved.push(...heardOf(type, given, repeated));
  }
  await moveCounters(tx, changes, newClaimers(claimIds));
  await refreshOverclaims(tx, events.claimed ?? []);
  await projectCampaigns(tx, campaignRowIds);
  await writeDeliveries(tx, heard);
  await moveDeliveries(tx, moved);
  return stored;
}

/** What each newly stored event adds to its campaign's counters. */
function changesOf({ claimed: claims = [] }: NewEvents) {
  const amounts = new Map(claims.map((row) => [keyOf(row), row.amount]));
  return (type: EventType, row: Parameters<typeof keyOf>[0]) =>
    type === "claimed"
      ? { events: 1, claims: 1, claimed: amounts.get(keyOf(row)) ?? 0n }
      : { events: 1, claims: 0, claimed: 0n };
}

const keyOf = ({ signature, eventIndex }: { signature: string; eventIndex: number }) =>
  `${signature}/${eventIndex}`;

/** Stored rows as those are told who hear of them, out of what was given. */
function heardOf(
  type: EventType,
  given: readonly EventTable["$inferInsert"][],
  rows: readonly Inserted[],
): HeardEvent[] {
  if (rows.length === 0) return [];
  const byKey = new Map(given.map((row) => [keyOf(row), row]));
  return rows.flatMap((row) => {
    const event = byKey.get(keyOf(row));
    if (!event) return [];
    const { campaignId, signature, eventIndex, slot, txIndex = null, blockTime } = event;
    const claimer = "beneficiary" in event ? event.beneficiary : null;
    return [{ type, campaignId, signature, eventIndex, slot, txIndex, blockTime, claimer }];
  });
}
