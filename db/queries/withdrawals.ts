import { eq } from "drizzle-orm";
import type { Database } from "../client";
import { withdrawEvents } from "../schema";

/** Whether a withdrawal of what was unvested is indexed for a campaign. */
export async function hasWithdrawal(
  db: Database,
  { campaignRowId }: { campaignRowId: number },
): Promise<boolean> {
  const [row] = await db
    .select({ id: withdrawEvents.id })
    .from(withdrawEvents)
    .where(eq(withdrawEvents.campaignId, campaignRowId))
    .limit(1);
  return row !== undefined;
}
