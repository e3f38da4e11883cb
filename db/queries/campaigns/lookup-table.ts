import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns } from "@/db/schema";

/** Stores the address of a campaign's lookup table. */
export async function updateLookupTable(
  db: Database,
  { campaignRowId, lookupTable }: { campaignRowId: number; lookupTable: string },
): Promise<void> {
  await db.update(campaigns).set({ lookupTable }).where(eq(campaigns.id, campaignRowId));
}

/** Returns whether a campaign of a creator has this lookup table. */
export async function hasLookupTable(
  db: Database,
  { lookupTable, creator }: { lookupTable: string; creator: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.creator, creator), eq(campaigns.lookupTable, lookupTable)))
    .limit(1);
  return rows.length > 0;
}
