import { asc, gt } from "drizzle-orm";
import type { Database } from "../client";
import { waitlist } from "../schema";

export type WaitlistEntry = typeof waitlist.$inferSelect;

/** Adds an address, lower-cased by the caller; one that is there already stays as it is. */
export async function insertWaitlistEntry(
  db: Database,
  entry: { email: string; createdAt: bigint },
): Promise<void> {
  await db.insert(waitlist).values(entry).onConflictDoNothing();
}

/** Entries in order of signing up, a part at a time. */
export function selectWaitlist(
  db: Database,
  { afterId = 0, limit }: { afterId?: number; limit: number },
): Promise<WaitlistEntry[]> {
  return db.select().from(waitlist).where(gt(waitlist.id, afterId)).orderBy(asc(waitlist.id)).limit(limit);
}

export function countWaitlist(db: Database): Promise<number> {
  return db.$count(waitlist);
}
