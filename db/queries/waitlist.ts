import { asc, gt } from "drizzle-orm";
import type { Database } from "../client";
import { waitlist } from "../schema";

export type WaitlistEntry = typeof waitlist.$inferSelect;

/** Inserts an address, which the caller has lower-cased; an existing entry stays unchanged. */
export async function insertWaitlistEntry(
  db: Database,
  entry: { email: string; createdAt: bigint },
): Promise<void> {
  await db.insert(waitlist).values(entry).onConflictDoNothing();
}

/** Selects entries in order of insertion, one page at a time. */
export function selectWaitlist(
  db: Database,
  { afterId = 0, limit }: { afterId?: number; limit: number },
): Promise<WaitlistEntry[]> {
  return db.select().from(waitlist).where(gt(waitlist.id, afterId)).orderBy(asc(waitlist.id)).limit(limit);
}

export function countWaitlist(db: Database): Promise<number> {
  return db.$count(waitlist);
}
