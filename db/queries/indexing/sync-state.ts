import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { syncState } from "@/db/schema";
import { preparedQuery } from "../prepared-query";

const LEASE = "run_lease";
const DISCOVERY = "discovery";
const REPAIR = "repair";
const AUDIT = "audit";
const GENESIS = "genesis";
const ATTRIBUTION = "attribution";
const ENDPOINTS = "endpoints";
const CONTRADICTIONS = "contradictions";
const PROBLEMS = "problems";
const WRITE_CHECK = "write_check";
const STREAM = "stream";
const MIRROR = "mirror";

/** Thrown when another run has taken over: this run must not write anything else. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

/** The database's clock is used, because the processes that compete for a lease may have different clocks. */
const nowMs = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const nowSeconds = sql`extract(epoch from clock_timestamp())::bigint`;

const leaseValue = (holder: string, ttlMs: number) =>
  sql`${holder}::text || ' ' || (${nowMs} + ${ttlMs}::bigint)::text`;

const heldBy = (holder: string) =>
  and(eq(syncState.key, LEASE), eq(sql`split_part(${syncState.value}, ' ', 1)`, holder));

/** Acquires the run lease, unless another holder's lease is still valid. */
export async function acquireRunLease(db: Database, lease: { holder: string; ttlMs: number }) {
  const value = leaseValue(lease.holder, lease.ttlMs);
  const taken = await db
    .insert(syncState)
    .values({ key: LEASE, value, updatedAt: nowSeconds })
    .onConflictDoUpdate({
      target: syncState.key,
      set: { value, updatedAt: nowSeconds },
      setWhere: sql`split_part(${syncState.value}, ' ', 2)::bigint < ${nowMs}`,
    })
    .returning({ key: syncState.key });
  return taken.length > 0;
}

/**
 * Extends a lease and locks it until the transaction ends.
 * @throws LeaseLostError when another run holds the lease.
 */
export async function holdRunLease(tx: Database, lease: { holder: string; ttlMs: number }): Promise<void> {
  const held = await tx
    .update(syncState)
    .set({ value: leaseValue(lease.holder, lease.ttlMs) })
    .where(heldBy(lease.holder))
    .returning({ key: syncState.key });
  if (held.length === 0) throw new LeaseLostError("Another run of the indexer has taken over.");
}

export async function releaseRunLease(db: Database, holder: string): Promise<void> {
  await db.delete(syncState).where(heldBy(holder));
}

/** The state of discovery, as written by the indexer; null before its first run. */
export const selectDiscovery = (db: Database): Promise<string | null> => selectNote(db, DISCOVERY);
export const updateDiscovery = (tx: Database, value: string): Promise<void> =>
  updateNote(tx, DISCOVERY, value);

/** The state of the current repair, as written by the indexer; null if there is none. */
export const selectRepair = (db: Database): Promise<string | null> => selectNote(db, REPAIR);
export const updateRepair = (tx: Database, value: string): Promise<void> => updateNote(tx, REPAIR, value);
export async function deleteRepair(db: Database): Promise<void> {
  await db.delete(syncState).where(eq(syncState.key, REPAIR));
}

/** The progress of reading a snapshot, as written by the mirror command; null before the first and after the last line. */
export const selectMirror = (db: Database): Promise<string | null> => selectNote(db, MIRROR);
export const updateMirror = (tx: Database, value: string): Promise<void> => updateNote(tx, MIRROR, value);
export async function deleteMirror(db: Database): Promise<void> {
  await db.delete(syncState).where(eq(syncState.key, MIRROR));
}

/** The last tree whose stored events were attributed to their generation; null before the first. */
export const selectAttribution = (db: Database): Promise<string | null> => selectNote(db, ATTRIBUTION);
export const updateAttribution = (tx: Database, value: string): Promise<void> =>
  updateNote(tx, ATTRIBUTION, value);
/** The state of each RPC endpoint in the newest run, as written by the indexer; null before the first run. */
export const selectEndpoints = (db: Database): Promise<string | null> => selectNote(db, ENDPOINTS);
export const updateEndpoints = (tx: Database, value: string): Promise<void> =>
  updateNote(tx, ENDPOINTS, value);

/** Indexed transactions that RPC endpoints deny, as written by the indexer; null if there never were any. */
export const selectContradictions = (db: Database): Promise<string | null> => selectNote(db, CONTRADICTIONS);
export const updateContradictions = (tx: Database, value: string): Promise<void> =>
  updateNote(tx, CONTRADICTIONS, value);

/** Stores the index problems that the newest run found, as written by the indexer. */
export const updateProblems = (tx: Database, value: string): Promise<void> => updateNote(tx, PROBLEMS, value);
/** The row id of the last campaign in the round-robin comparison; 0 before the first. */
export const selectAuditPosition = async (db: Database): Promise<number> =>
  Number(await selectNote(db, AUDIT));
export const updateAuditPosition = (tx: Database, campaignRowId: number): Promise<void> =>
  updateNote(tx, AUDIT, String(campaignRowId));

/** Stores the slot of a block that a subscription of the indexer delivered just now. */
export const updateStreamSlot = (db: Database, slot: bigint): Promise<void> =>
  updateNote(db, STREAM, slot.toString());

/**
 * Writes one row, to check that the database accepts writes. Returns the database's time and the time of the first
 * check, both in unix seconds.
 */
export async function writeCheck(db: Database): Promise<{ writtenAt: bigint; firstAt: bigint }> {
  const now = sql`${nowSeconds}::text`;
  // Earlier versions stored an empty value.
  const first = sql`coalesce(nullif(${syncState.value}, ''), ${now})`;
  const [row] = await db
    .insert(syncState)
    .values({ key: WRITE_CHECK, value: now, updatedAt: nowSeconds })
    .onConflictDoUpdate({ target: syncState.key, set: { value: first, updatedAt: nowSeconds } })
    .returning({ writtenAt: syncState.updatedAt, firstAt: sql`${syncState.value}`.mapWith(BigInt) });
  if (!row) throw new RangeError("A written row is returned.");
  return row;
}

/** Stores the genesis hash of the first indexed ledger, and returns the stored hash. */
export async function pinGenesis(db: Database, genesis: string): Promise<string> {
  await db
    .insert(syncState)
    .values({ key: GENESIS, value: genesis, updatedAt: nowSeconds })
    .onConflictDoNothing();
  return (await selectNote(db, GENESIS)) ?? genesis;
}

/** The genesis hash of the indexed ledger; null before the first run. */
export const selectGenesis = (db: Database): Promise<string | null> => selectNote(db, GENESIS);

async function selectNote(db: Database, key: string): Promise<string | null> {
  const [row] = await db.select().from(syncState).where(eq(syncState.key, key));
  return row?.value ?? null;
}

async function updateNote(tx: Database, key: string, value: string): Promise<void> {
  await upsertNote(tx, key, value);
}

const upsertNote = (tx: Database, key: string, value: string) =>
  tx
    .insert(syncState)
    .values({ key, value, updatedAt: nowSeconds })
    .onConflictDoUpdate({ target: syncState.key, set: { value, updatedAt: nowSeconds } });

const CHECKPOINT = { slot: "last_synced_slot", timestamp: "last_sync_timestamp" } as const;

const indexState = preparedQuery((db) =>
  db
    .select({
      key: syncState.key,
      value: syncState.value,
      age: sql`${nowSeconds} - ${syncState.updatedAt}`.mapWith(Number),
    })
    .from(syncState)
    .where(inArray(syncState.key, [...Object.values(CHECKPOINT), PROBLEMS, STREAM])),
);

/**
 * Selects the checkpoint: the slot up to which every event is indexed, and when this was last confirmed (unix
 * seconds).
 */
export async function selectIndexedTo(db: Database): Promise<{ slot: bigint; timestamp: bigint }> {
  const { slot, timestamp } = await selectIndexState(db);
  return { slot, timestamp };
}

/**
 * Selects the checkpoint, the problems of the newest run, and the seconds since a subscription of any process delivered
 * a block. The last two are null before the first.
 */
export async function selectIndexState(db: Database) {
  const rows = await indexState(db, {});
  const value = (key: string) => rows.find((row) => row.key === key)?.value ?? null;
  return {
    slot: BigInt(value(CHECKPOINT.slot) ?? 0),
    timestamp: BigInt(value(CHECKPOINT.timestamp) ?? 0),
    problems: value(PROBLEMS),
    streamAge: rows.find(({ key }) => key === STREAM)?.age ?? null,
  };
}

/** Lowers the checkpoint to a slot, after a head was stored that the network does not have. */
export async function lowerIndexedTo(tx: Database, slot: bigint): Promise<void> {
  await tx
    .update(syncState)
    .set({ value: sql`least(${syncState.value}::bigint, ${slot.toString()}::bigint)::text` })
    .where(eq(syncState.key, CHECKPOINT.slot));
}

/** Advances the checkpoint, which never decreases here. */
export async function updateIndexedTo(
  tx: Database,
  { slot, timestamp }: { slot: bigint; timestamp: bigint },
) {
  const rows = [
    { key: CHECKPOINT.slot, value: slot.toString(), updatedAt: nowSeconds },
    { key: CHECKPOINT.timestamp, value: timestamp.toString(), updatedAt: nowSeconds },
  ];
  await tx
    .insert(syncState)
    .values(rows)
    .onConflictDoUpdate({
      target: syncState.key,
      set: {
        value: sql`greatest(${syncState.value}::bigint, excluded.value::bigint)::text`,
        updatedAt: nowSeconds,
      },
    });
}
