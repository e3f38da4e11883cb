import { and, asc, eq, inArray, lte, min, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, creations, eventTables, programTransactions, unregisteredEvents } from "@/db/schema";
import { EVENT_TYPES, type EventType } from "@/lib/core/events/event-types";
import { decodeEvent, type ProgramEvent } from "@/lib/core/solana/events";
import { eventOfRow } from "../events/row-events";

/** An event with its position; `txIndex` is comparable only within a slot. */
export type PlacedSnapshotEvent = {
  signature: string;
  slot: bigint;
  txIndex: number | null;
  index: number;
  blockTime: bigint;
  event: ProgramEvent;
};

/** Rows per fetch: a few hundred kilobytes. */
const ROWS_AT_ONCE = 2_000;

/**
 * Runs `work` on one consistent state of the database, without the session's time limits: sorting the events of a
 * large index takes longer than a request may.
 */
export function inSnapshot<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      return work(tx);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** Selects the oldest slot with a transaction that a fork can still drop, or null. */
export async function selectOldestUnfinalized(db: Database): Promise<bigint | null> {
  const [row] = await db
    .select({ slot: min(programTransactions.slot) })
    .from(programTransactions)
    .where(eq(programTransactions.finalized, false));
  return row?.slot ?? null;
}

/**
 * Transactions whose events the index does not have as the program logged them: the log was cut, or only an earlier
 * version recorded the creation.
 */
const incomplete = sql`select signature, slot from ${programTransactions} where is_log_cut
  union select signature, slot from ${creations} where event_index = -1`;

/** Selects such transactions up to a slot, in order of slot and signature. */
export async function selectIncomplete(
  db: Database,
  lastSlot: bigint,
): Promise<{ signature: string; slot: bigint }[]> {
  return db
    .select({ signature: sql<string>`signature`, slot: sql`slot`.mapWith(BigInt) })
    .from(sql`(${incomplete}) i`)
    .where(sql`slot <= ${lastSlot.toString()}::bigint`)
    .orderBy(sql`slot, signature collate "C"`);
}

type Kind = EventType | "created" | "unregistered";
type Key = { kind: Kind; id: number | null; signature: string; index: number };

const branches: readonly SQL[] = [
  ...EVENT_TYPES.map(
    (type) =>
      sql`select ${sql.raw(`'${type}'`)} as kind, id, slot, signature, event_index from ${eventTables[type]}`,
  ),
  sql`select 'unregistered', id, slot, signature, event_index from ${unregisteredEvents}`,
  sql`select 'created', null, slot, signature, event_index from ${creations}`,
];

/**
 * Yields all events up to a slot in order of slot, signature and index, except those of incomplete transactions. Must
 * run within `inSnapshot`.
 */
export async function* selectEventsUpTo(
  tx: Database,
  lastSlot: bigint,
): AsyncGenerator<PlacedSnapshotEvent[]> {
  await tx.execute(sql`declare snapshot_events no scroll cursor for
    select kind, id, signature, event_index from (${sql.join([...branches], sql` union all `)}) e
    where slot <= ${sql.raw(lastSlot.toString())} and signature not in (select signature from (${incomplete}) i)
    order by slot, signature collate "C", event_index`);
  for (;;) {
    const keys = (await tx.execute(sql.raw(`fetch ${ROWS_AT_ONCE} from snapshot_events`))).map(
      ({ kind, id, signature, event_index }): Key => ({
        kind: kind as Kind,
        id: id === null ? null : Number(id),
        signature: String(signature),
        index: Number(event_index),
      }),
    );
    if (keys.length > 0) yield readEvents(tx, keys);
    if (keys.length < ROWS_AT_ONCE) break;
  }
  await tx.execute(sql`close snapshot_events`);
}

const getKey = (signature: string, index: number) => `${signature} ${index}`;

async function readEvents(tx: Database, keys: readonly Key[]): Promise<PlacedSnapshotEvent[]> {
  const found = new Map<string, PlacedSnapshotEvent>();
  const add = (event: PlacedSnapshotEvent) => found.set(getKey(event.signature, event.index), event);
  for (const type of EVENT_TYPES)
    for (const event of await readRows(tx, type, getIds(keys, type))) add(event);
  for (const event of await readUnregistered(tx, getIds(keys, "unregistered"))) add(event);
  const created = keys.filter(({ kind }) => kind === "created").map(({ signature }) => signature);
  for (const event of await readCreations(tx, created)) add(event);
  return keys.map(({ signature, index }) => {
    const event = found.get(getKey(signature, index));
    if (!event) throw new Error(`The event ${signature} ${index} cannot be read.`);
    return event;
  });
}

const getIds = (keys: readonly Key[], wanted: Kind) =>
  keys.flatMap(({ kind, id }) => (kind === wanted && id !== null ? [id] : []));

const isOneOf = (ids: readonly number[]) => sql`any(${sql.param(ids.map(String))}::integer[])`;

async function readRows(
  tx: Database,
  type: EventType,
  ids: readonly number[],
): Promise<PlacedSnapshotEvent[]> {
  if (ids.length === 0) return [];
  const table = eventTables[type];
  const rows = await tx
    .select({ row: table, tree: campaigns.treeAddress })
    .from(table)
    .innerJoin(campaigns, eq(campaigns.id, table.campaignId))
    .where(sql`${table.id} = ${isOneOf(ids)}`);
  return rows.map(({ row, tree }) => ({
    ...getPosition(row),
    // The row is of the table of its type.
    event: eventOfRow(type, row as never, tree),
  }));
}

type Row = {
  signature: string;
  slot: bigint;
  txIndex: number | null;
  eventIndex: number;
  blockTime: bigint;
};
const getPosition = ({ signature, slot, txIndex, eventIndex: index, blockTime }: Row) => ({
  ...{ signature, slot, txIndex, index, blockTime },
});

async function readUnregistered(tx: Database, ids: readonly number[]): Promise<PlacedSnapshotEvent[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select()
    .from(unregisteredEvents)
    .where(sql`${unregisteredEvents.id} = ${isOneOf(ids)}`);
  return rows.flatMap((row) => {
    const event = decodeEvent(Buffer.from(row.payload, "base64"));
    return event ? [{ ...getPosition(row), event }] : [];
  });
}

async function readCreations(tx: Database, signatures: readonly string[]): Promise<PlacedSnapshotEvent[]> {
  if (signatures.length === 0) return [];
  const rows = await tx
    .select()
    .from(creations)
    .where(inArray(creations.signature, [...new Set(signatures)]));
  return rows.map(({ treeAddress: tree, creator, mint, totalSupply, leafCount, ...row }) => ({
    ...getPosition(row),
    // Not stored, and not part of a snapshot.
    event: {
      name: "CampaignCreated",
      data: { tree, creator, mint, totalSupply, leafCount, cancellable: false },
    },
  }));
}

/** Selects the rotations of a campaign up to a slot, in ledger order. */
export function selectRotationsUpTo(
  db: Database,
  { campaignRowId, lastSlot }: { campaignRowId: number; lastSlot: bigint },
) {
  const table = eventTables.root_updated;
  return db
    .select()
    .from(table)
    .where(and(eq(table.campaignId, campaignRowId), lte(table.slot, lastSlot)))
    .orderBy(asc(table.slot), sql`coalesce(tx_index, -1)`, sql`signature collate "C"`, asc(table.eventIndex));
}
