import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns } from "@/db/schema";

/** Stores the address of a campaign's lookup table. */
export async function updateLookupTable(
  db: Database,
  { campaignRowId, lookupTable }: { campaignRowId: number; lookupTable: string },
): Promise<void> {
  await db.update(campaigns).set({ lookupTable }).where(eq(campaigns.id, campaignRowId));
}
