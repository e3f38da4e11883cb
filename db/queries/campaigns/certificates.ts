import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { certificates } from "@/db/schema";
import { preparedQuery } from "../prepared-query";
import { type CampaignKey, keyedCampaignId, valuesOfKey } from "./generation";

const selectDocument = preparedQuery((db) =>
  db
    .select({ document: certificates.document })
    .from(certificates)
    .where(eq(certificates.campaignId, keyedCampaignId)),
);

/** Returns the newest certificate of a campaign as JSON; null if there is none. */
export async function selectCertificate(db: Database, key: CampaignKey): Promise<string | null> {
  const [row] = await selectDocument(db, valuesOfKey(key));
  return row?.document ?? null;
}

/** Stores a campaign's certificate unless one of a later slot is stored. Returns whether it was stored. */
export async function upsertCertificate(
  db: Database,
  row: typeof certificates.$inferInsert,
): Promise<boolean> {
  const { slot, document } = row;
  const stored = await db
    .insert(certificates)
    .values(row)
    .onConflictDoUpdate({
      target: certificates.campaignId,
      set: { slot, document },
      setWhere: sql`${certificates.slot} <= ${slot}`,
    })
    .returning({ campaignId: certificates.campaignId });
  return stored.length > 0;
}
