import { and, asc, count, eq, inArray, isNotNull, lte, min, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  eventTables,
  type ProgramTransaction,
  programTransactions,
  type TransactionStatus,
} from "@/db/schema";
import { insertFromArrays } from "../array-rows";

/** A transaction as listed by the network. */
export type ListedTransaction = PagePosition & Pick<ProgramTransaction, "finalized"> & { failed: boolean };

type PagePosition = Pick<ProgramTransaction, "signature" | "slot" | "txIndex" | "blockTime">;

/** The outcome of reading a transaction. */
export type TransactionResult = PagePosition &
  Pick<ProgramTransaction, "eventCount" | "error" | "lostAccounts" | "isLogTruncated" | "finalized"> & {
    status: Exclude<TransactionStatus, "discovered">;
  };

const isOpen = inArray(programTransactions.status, ["discovered", "unreadable"]);
const order = sql`coalesce(${programTransactions.txIndex}, -1)`;

export async function selectTransactions(db: Database, signatures: readonly string[]) {
  if (signatures.length === 0) return [];
  return db
    .select()
    .from(programTransactions)
    .where(sql`${programTransactions.signature} = any(${sql.param([...signatures])}::text[])`);
}

/** Locks rows in order of signature, as every writer does, which prevents deadlocks. */
const lockRows = (signatures: readonly string[]) => sql`select signature from ${programTransactions}
  where signature = any(${sql.param([...signatures])}::text[]) order by signature collate "C" for update`;

const isOneOf = (signatures: readonly string[]) =>
  sql`${programTransactions.signature} in (${lockRows(signatures)})`;

/**
 * Locks the rows of transactions. A database transaction that changes such rows in several statements calls
 * this function first, but after it has locked the campaigns.
 */
export async function lockTransactions(tx: Database, signatures: readonly string[]): Promise<void> {
  if (signatures.length > 0) await tx.execute(lockRows(signatures));
}

/** Selects the known transactions among the listed ones, by signature. */
export async function selectKnown(db: Database, listed: readonly { signature: string }[]) {
  const signatures = listed.map(({ signature }) => signature);
  return new Map((await selectTransactions(db, signatures)).map((row) => [row.signature, row]));
}

/** Inserts listed transactions. For known ones, the function updates position, finality and failure. */
export async function upsertListed(tx: Database, listed: readonly ListedTransaction[]): Promise<void> {
  if (listed.length === 0) return;
  // All writers lock these rows in the same order, which prevents deadlocks.
  const bySignature = (a: ListedTransaction, b: ListedTransaction) => (a.signature < b.signature ? -1 : 1);
  const rows = [...listed].sort(bySignature).map(({ failed, ...row }) => ({
    ...row,
    status: failed ? "failed" : "discovered",
    attempts: 0,
    eventCount: 0,
  }));
  await tx.execute(sql`${insertFromArrays(programTransactions, rows)}
    on conflict (signature) do update set
      slot = excluded.slot,
      tx_index = coalesce(excluded.tx_index, program_transactions.tx_index),
      block_time = coalesce(excluded.block_time, program_transactions.block_time),
      finalized = program_transactions.finalized or excluded.finalized,
      status = case when excluded.status = 'failed' then excluded.status else program_transactions.status end
    where (program_transactions.slot, program_transactions.finalized) is distinct from
        (excluded.slot, program_transactions.finalized or excluded.finalized)
      or (program_transactions.tx_index is distinct from excluded.tx_index and excluded.tx_index is not null)
      or (excluded.status = 'failed' and program_transactions.status <> 'failed')`);
}

/**
 * Whether the complete log of a transaction was read before: an RPC node that truncates it later removes
 * nothing from the index.
 */
const wasWhole = sql`program_transactions.status = 'indexed' and not program_transactions.is_log_cut
  and program_transactions.slot = excluded.slot`;

/** Whether the transaction was read before at the slot of an unreadable response, which adds no information. */
const wasRead = sql`program_transactions.status = 'indexed' and excluded.status = 'unreadable'
  and program_transactions.slot = excluded.slot`;

/**
 * Records the outcomes of reading transactions; their finality never decreases. The next run fetches a
 * truncated log again; later fetches follow the schedule of `updateRereads`. A failed or unreadable response
 * removes no stored event, so the number of events stays.
 */
export async function upsertResults(tx: Database, results: readonly TransactionResult[]): Promise<void> {
  if (results.length === 0) return;
  const rows = results.map((result) =>
    Object.assign({ attempts: 0, rereads: 0, rereadAt: result.isLogTruncated ? 0n : null }, result),
  );
  await tx.execute(sql`${insertFromArrays(programTransactions, rows)}
    on conflict (signature) do update set
      slot = excluded.slot,
      tx_index = coalesce(excluded.tx_index, program_transactions.tx_index),
      block_time = coalesce(excluded.block_time, program_transactions.block_time),
      finalized = program_transactions.finalized or excluded.finalized,
      status = excluded.status, attempts = 0, fault = excluded.fault,
      event_count = case when ${wasWhole} or excluded.status <> 'indexed'
        then program_transactions.event_count else excluded.event_count end,
      lost_accounts = case when ${wasWhole} then null else excluded.lost_accounts end,
      is_log_cut = excluded.is_log_cut and not (${wasWhole}),
      reread_at = case when not excluded.is_log_cut or (${wasWhole}) then null
        when program_transactions.is_log_cut then program_transactions.reread_at else 0 end
    where not (${wasRead})`);
}

/**
 * Selects the transactions whose truncated log is due for another fetch at `now` (unix seconds), the longest
 * overdue first.
 */
export async function selectDueRereads(db: Database, now: bigint, limit: number) {
  return db
    .select()
    .from(programTransactions)
    .where(lte(programTransactions.rereadAt, now))
    .orderBy(asc(programTransactions.rereadAt), asc(programTransactions.slot))
    .limit(limit);
}

/** Sets when truncated logs are fetched again; null for never. Counts the attempt that was just made. */
export async function updateRereads(
  tx: Database,
  rereads: readonly { signature: string; rereadAt: bigint | null }[],
): Promise<void> {
  await lockTransactions(
    tx,
    rereads.map(({ signature }) => signature),
  );
  for (const { signature, rereadAt } of rereads) {
    await tx
      .update(programTransactions)
      .set({ rereadAt, rereads: sql`${programTransactions.rereads} + 1` })
      .where(and(eq(programTransactions.signature, signature), eq(programTransactions.isLogTruncated, true)));
  }
}

/** Summary of transactions whose log is truncated within the program's events. */
export type TruncatedSummary = {
  /** All events of these transactions were reconstructed. */
  reconstructed: number;
  /** Some events could not be reconstructed, so the indexed data of their campaigns is incomplete. */
  lost: number;
};

export async function selectTruncatedSummary(db: Database): Promise<TruncatedSummary> {
  const lost = isNotNull(programTransactions.lostAccounts);
  const [row] = await db
    .select({ all: count(), lost: sql`count(*) filter (where ${lost})`.mapWith(Number) })
    .from(programTransactions)
    .where(eq(programTransactions.isLogTruncated, true));
  const { all = 0, lost: unmended = 0 } = row ?? {};
  return { reconstructed: all - unmended, lost: unmended };
}

/** The position of a walk through the open transactions. */
export type OpenPosition = Pick<ProgramTransaction, "slot" | "txIndex" | "signature">;

/** Selects the transactions that are still to be read, in ledger order, after a position. */
export async function selectOpenTransactions(db: Database, after: OpenPosition | null, limit: number) {
  const later = after
    ? sql`(${programTransactions.slot}, ${order}, ${programTransactions.signature})
        > (${after.slot}, ${after.txIndex ?? -1}, ${after.signature})`
    : undefined;
  return db
    .select()
    .from(programTransactions)
    .where(and(isOpen, later))
    .orderBy(asc(programTransactions.slot), asc(order), asc(programTransactions.signature))
    .limit(limit);
}

/**
 * Selects the slot of the oldest transaction that is still to be read, and the number of such transactions.
 */
export async function selectOpenSummary(db: Database): Promise<{ slot: bigint | null; open: number }> {
  const [row] = await db
    .select({ slot: min(programTransactions.slot), open: count() })
    .from(programTransactions)
    .where(isOpen);
  return { slot: row?.slot ?? null, open: row?.open ?? 0 };
}

/** Selects transactions that should be finalized by `slot` but have not been observed as finalized. */
export async function selectUnfinalized(db: Database, slot: bigint, limit: number) {
  return db
    .select()
    .from(programTransactions)
    .where(and(eq(programTransactions.finalized, false), lte(programTransactions.slot, slot)))
    .orderBy(asc(programTransactions.attempts), asc(programTransactions.slot))
    .limit(limit);
}

export async function updateFinalized(tx: Database, signatures: readonly string[]): Promise<void> {
  await tx.update(programTransactions).set({ finalized: true }).where(isOneOf(signatures));
}

/** Marks transactions as not finalized, so that finality is checked again. */
export async function updateUnfinalized(tx: Database, signatures: readonly string[]): Promise<void> {
  if (signatures.length === 0) return;
  await tx.update(programTransactions).set({ finalized: false }).where(isOneOf(signatures));
}

/** Counts one more failed fetch of transactions that the network had listed. */
export async function addAttempt(db: Database, signatures: readonly string[]): Promise<void> {
  if (signatures.length === 0) return;
  await db
    .update(programTransactions)
    .set({ attempts: sql`${programTransactions.attempts} + 1` })
    .where(isOneOf(signatures));
}

/** Marks every indexed transaction from a slot on as unread. */
export async function reopenTransactions(tx: Database, fromSlot: bigint): Promise<void> {
  await tx
    .update(programTransactions)
    .set({ status: "discovered" })
    .where(sql`${programTransactions.signature} in (select signature from ${programTransactions}
      where slot >= ${fromSlot} and status = 'indexed' order by signature collate "C" for update)`);
}

/**
 * Marks the transactions of campaigns' events as unread. Used for deleted campaigns, whose trees may be
 * registered again.
 */
export async function reopenTransactionsOf(tx: Database, campaignRowIds: readonly number[]): Promise<void> {
  const ids = sql`${sql.param(campaignRowIds.map(String))}::integer[]`;
  const branches = Object.values(eventTables).map(
    (table) => sql`select signature from ${table} where campaign_id = any(${ids})`,
  );
  await tx
    .update(programTransactions)
    .set({ status: "discovered" })
    .where(sql`${programTransactions.signature} in (select signature from ${programTransactions}
      where signature in (${sql.join(branches, sql` union all `)}) order by signature collate "C" for update)`);
}

export async function deleteTransactions(tx: Database, signatures: readonly string[]): Promise<void> {
  await tx.delete(programTransactions).where(isOneOf(signatures));
}

/** Selects the addresses that are accounts of a transaction whose log was truncated. */
export async function selectLostAmong(db: Database, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return [];
  const wanted = sql`${sql.param([...addresses])}::text[]`;
  const account = sql<string>`unnest(${programTransactions.lostAccounts})`.as("account");
  const lost = db
    .selectDistinct({ account })
    .from(programTransactions)
    .where(sql`${programTransactions.lostAccounts} && ${wanted}`)
    .as("lost");
  const rows = await db.select().from(lost).where(sql`${lost.account} = any(${wanted})`);
  return rows.map((row) => row.account);
}
