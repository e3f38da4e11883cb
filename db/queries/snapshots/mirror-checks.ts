import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, programTransactions } from "@/db/schema";

/** Returns whether the database has no campaign and no transaction. */
export async function isIndexEmpty(db: Database): Promise<boolean> {
  const [campaign] = await db.select({ id: campaigns.id }).from(campaigns).limit(1);
  const transaction = db.select({ slot: programTransactions.slot }).from(programTransactions).limit(1);
  return !campaign && (await transaction).length === 0;
}

/** Selects a campaign whose stored claims do not add up to the program's running total, or null. */
export async function selectIncompleteTotal(db: Database) {
  const [row] = await db
    .select({
      treeAddress: campaigns.treeAddress,
      claimedSum: campaigns.claimedSum,
      totalClaimed: campaigns.totalClaimed,
    })
    .from(campaigns)
    .where(sql`not ${campaigns.claimsComplete}`)
    .orderBy(campaigns.id)
    .limit(1);
  return row ?? null;
}

/** Counts the transactions up to a slot that have events in the index. */
export async function countEventful(db: Database, lastSlot: bigint): Promise<number> {
  const [row] = await db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(programTransactions)
    .where(and(lte(programTransactions.slot, lastSlot), gt(programTransactions.eventCount, 0)));
  return row?.count ?? 0;
}

/** Selects the current campaign of an address, or null. */
export async function selectCurrent(db: Database, treeAddress: string) {
  const [row] = await db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.treeAddress, treeAddress), campaigns.isCurrent));
  return row ?? null;
}
