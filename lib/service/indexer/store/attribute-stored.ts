import { inTransaction } from "@/db/in-transaction";
import { reattributeTrees } from "@/db/queries/events/attribution";
import { selectCreatedCampaigns } from "@/db/queries/events/creations";
import { holdRunLease, selectAttribution, updateAttribution } from "@/db/queries/indexing/sync-state";
import { isOutOfTime, type RunContext } from "../context";

const BATCH = 100;

/** Sorts after every address and marks the work as done. */
const DONE = "~";

/**
 * Links campaigns to creations that were stored before such links existed, and attributes their events. Runs
 * once per database and may take several runs.
 */
export async function attributeStored(run: RunContext): Promise<void> {
  for (;;) {
    const after = (await selectAttribution(run.db)) ?? "";
    if (after === DONE || isOutOfTime(run)) return;
    const trees = await selectCreatedCampaigns(run.db, after, BATCH);
    await inTransaction(run.db, async (tx) => {
      await holdRunLease(tx, run.lease);
      await reattributeTrees(tx, trees);
      await updateAttribution(tx, trees.at(-1) ?? DONE);
    });
  }
}
