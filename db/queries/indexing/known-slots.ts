import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, max, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { programTransactions } from "@/db/schema";
import { givenPositions } from "../array-rows";
import { lockTransactions } from "./program-transactions";

/** Selects the newest slot, at most `limit`, with a finalized transaction; 0 if there is none. */
export async function selectNewestFinalSlot(db: Database, limit: bigint): Promise<bigint> {
  const [row] = await db
    .select({ slot: max(programTransactions.slot) })
    .from(programTransactions)
    .where(and(eq(programTransactions.finalized, true), lte(programTransactions.slot, limit)));
  return row?.slot ?? 0n;
}

/**
 * Selects the newest slot with a transaction that was read, which proves that the network reached that slot;
 * 0 if there is none. Failed transactions are only listed, not read.
 */
export async function selectNewestReadSlot(db: Database): Promise<bigint> {
  const [row] = await db
    .select({ slot: programTransactions.slot })
    .from(programTransactions)
    .where(eq(programTransactions.status, "indexed"))
    .orderBy(desc(programTransactions.slot))
    .limit(1);
  return row?.slot ?? 0n;
}

/** Deletes list entries above a slot that were never read, so no event depends on them. */
export async function deleteUnreadAbove(tx: Database, slot: bigint): Promise<void> {
  await tx
    .delete(programTransactions)
    .where(
      and(
        gt(programTransactions.slot, slot),
        eq(programTransactions.status, "discovered"),
        eq(programTransactions.eventCount, 0),
      ),
    );
}

/**
 * Selects a finalized transaction that the network's list must contain when it is walked down to a slot. That
 * is the newest one at or below the slot, together with the preceding transaction, at which the list may end;
 * otherwise the oldest of all. Returns null if no transaction is finalized yet.
 */
export async function selectListAnchor(db: Database, slot: bigint) {
  const isFinal = eq(programTransactions.finalized, true);
  const first = (condition: SQL | undefined, order: SQL) =>
    db
      .select({ signature: programTransactions.signature, slot: programTransactions.slot })
      .from(programTransactions)
      .where(and(isFinal, condition))
      .orderBy(order)
      .limit(1);
  const [below] = await first(lte(programTransactions.slot, slot), desc(programTransactions.slot));
  if (!below) {
    const [oldest] = await first(undefined, asc(programTransactions.slot));
    return oldest ? { slot: oldest.slot, until: null } : null;
  }
  const [before] = await first(lt(programTransactions.slot, below.slot), desc(programTransactions.slot));
  return { slot: below.slot, until: before?.signature ?? null };
}

/** Selects the slots with several transactions of which at least one has an unknown position. */
export async function selectUnplacedSlots(db: Database, slots: readonly bigint[]): Promise<bigint[]> {
  if (slots.length === 0) return [];
  const rows = await db
    .select({ slot: programTransactions.slot })
    .from(programTransactions)
    .where(inArray(programTransactions.slot, [...slots]))
    .groupBy(programTransactions.slot)
    .having(and(sql`count(*) > 1`, sql`bool_or(${isNull(programTransactions.txIndex)})`));
  return rows.map((row) => row.slot);
}

export async function selectSlotNeighbors(db: Database, slot: bigint): Promise<string[]> {
  const rows = await db
    .select({ signature: programTransactions.signature })
    .from(programTransactions)
    .where(eq(programTransactions.slot, slot));
  return rows.map((row) => row.signature);
}

export async function updatePositions(
  tx: Database,
  positions: readonly { signature: string; txIndex: number }[],
): Promise<void> {
  if (positions.length === 0) return;
  await lockTransactions(
    tx,
    positions.map(({ signature }) => signature),
  );
  await tx
    .update(programTransactions)
    .set({ txIndex: sql`given.tx_index` })
    .from(givenPositions(positions))
    .where(eq(programTransactions.signature, sql`given.signature`));
}
