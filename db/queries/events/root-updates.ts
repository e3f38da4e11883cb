import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { rootUpdateEvents } from "@/db/schema";
import { oldestFirst } from "./chain-order";

type RootUpdate = { oldRoot: string; newRoot: string; signature: string };

/** Exceeds the number of versions that a campaign's page lists. */
const MAX_ROOT_UPDATES = 20_000;

/** Selects the root updates of a campaign, oldest first. */
export const selectRootUpdates = (
  db: Database,
  { campaignRowId }: { campaignRowId: number },
): Promise<RootUpdate[]> =>
  db
    .select({
      oldRoot: rootUpdateEvents.oldRoot,
      newRoot: rootUpdateEvents.newRoot,
      signature: rootUpdateEvents.signature,
    })
    .from(rootUpdateEvents)
    .where(eq(rootUpdateEvents.campaignId, campaignRowId))
    .orderBy(oldestFirst())
    .limit(MAX_ROOT_UPDATES);
