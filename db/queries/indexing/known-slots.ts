import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, max, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { programTransactions } from "@/db/schema";
import { givenPlaces } from "../json-rows";
import { lockTransactions } from "./program-transactions";

/** The newest slot that anything is known of; 0 when nothing is. */
export async function selectNewestSlot(db: Database): Promise<bigint> {
  const [row] = await db.select({ slot: max(programTransactions.slot) }).from(programTransactions);
  return row?.slot ?? 0n;
}

/** The newest slot, at most `limit`, of which a transaction is known to be final; 0 when there is none. */
export async function selectNewestFinalSlot(db: Database, limit: bigint): Promise<bigint> {
  const [row] = await db
    .select({ slot: max(programTransactions.slot) })
    .from(programTransactions)
    .where(and(eq(programTransactions.finalized, true), lte(programTransactions.slot, limit)));
  return row?.slot ?? 0n;
}

/** The newest slot of which a transaction was read, which is proof that the network reached it; 0 when there is none. */
export async function selectNewestReadSlot(db: Database): Promise<bigint> {
  const [row] = await db
    .select({ slot: programTransactions.slot })
    .from(programTransactions)
    .where(inArray(programTransactions.status, ["indexed", "failed"]))
    .orderBy(desc(programTransactions.slot))
    .limit(1);
  return row?.slot ?? 0n;
}

/** Deletes list entries above a slot that were never read, so that no event depends on them. */
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
 * A finalized transaction that the ledger's list must hold when it is walked down to a slot: the newest at or below the
 * slot, with the one before as where the list may end; else the oldest of all. Null when there is none yet.
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

/** Signatures in a slot whose place there is not known although they are not alone in it. */
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

export async function selectSlotNeighbours(db: Database, slot: bigint): Promise<string[]> {
  const rows = await db
    .select({ signature: programTransactions.signature })
    .from(programTransactions)
    .where(eq(programTransactions.slot, slot));
  return rows.map((row) => row.signature);
}

export async function updatePlaces(
  tx: Database,
  places: readonly { signature: string; txIndex: number }[],
): Promise<void> {
  if (places.length === 0) return;
  await lockTransactions(
    tx,
    places.map(({ signature }) => signature),
  );
  await tx
    .update(programTransactions)
    .set({ txIndex: sql`given.tx_index` })
    .from(givenPlaces(places))
    .where(eq(programTransactions.signature, sql`given.signature`));
}
