import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, claimEvents, pauseEvents } from "@/db/schema";

/** Damages an index in every way that a fault of its storage or of its code can. Returns the number of transactions. */
export async function damageIndex(db: Database): Promise<number> {
  const claims = await db.select().from(claimEvents).orderBy(claimEvents.id);
  const [first, second, third] = claims;
  if (!first || !second || !third) throw new Error("There are too few claims.");
  await db.delete(claimEvents).where(eq(claimEvents.id, first.id));
  await db.update(claimEvents).set({ amount: 77n }).where(eq(claimEvents.id, second.id));
  const { id: _, ...forged } = { ...third, eventIndex: 5 };
  await db.insert(claimEvents).values(forged);
  await db.delete(pauseEvents);
  await db.update(campaigns).set({ claimCount: 1, claimedSum: 5n, paused: true, totalClaimed: 3n });
  return 4;
}
