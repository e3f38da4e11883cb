import { inTransaction } from "@/db/in-transaction";
import { selectClaimedLeaves } from "@/db/queries/indexing/claim-totals";
import {
  replaceStaleClaims,
  type StaleClaimRead,
  selectStaleClaimReads,
} from "@/db/queries/indexing/stale-claims";
import { holdRunLease, selectIndexedTo } from "@/db/queries/indexing/sync-state";
import { isOutOfTime, type RunContext } from "../context";
import { BATCH, MAX_BATCHES, readRecords, unexplainedClaims } from "./claim-records";
import { ignoreUnavailable } from "./vaults";

/**
 * Reads the claim records of campaigns at reused addresses. A record outlives the tree account, and the
 * program deducts an earlier campaign's recorded claims from those of a later campaign. Reads finalized
 * accounts once for each root. Continues in the next run after a bounded number of calls. Postpones a
 * campaign whose finalized accounts are older than the campaign or newer than the index.
 */
export async function readStaleClaimRecords(run: RunContext): Promise<void> {
  await ignoreUnavailable(run, "claim records of earlier campaigns", async () => {
    let after = 0;
    for (let batch = 0; batch < MAX_BATCHES && !isOutOfTime(run); batch++) {
      const [read] = await selectStaleClaimReads(run.db, { after, limit: 1 });
      if (!read) return;
      if ((await readBatch(run, read)) !== "more") after = read.campaignRowId;
    }
  });
}

/** Reads the records of a campaign's next leaves. Returns whether more of them can be read in this run. */
async function readBatch(run: RunContext, read: StaleClaimRead): Promise<"more" | "done" | "postponed"> {
  const { campaignRowId, treeAddress, from, minSlot } = read;
  const range = { campaignRowId, from, limit: BATCH };
  const page = await selectClaimedLeaves(run.db, range);
  const { slot, records } = await readRecords(run, {
    ...{ treeAddress, page, options: { commitment: "finalized" } },
  });
  // Claims after the checkpoint may be in the record and not in the index.
  const { slot: indexedTo } = await selectIndexedTo(run.db);
  if (page.length > 0 && (slot < minSlot || slot > indexedTo)) return "postponed";
  const claims = unexplainedClaims(await selectClaimedLeaves(run.db, { ...range, toSlot: slot }), records);
  const amounts = claims.map(({ paidEarlier: _, ...claim }) => ({
    campaignId: campaignRowId,
    ...claim,
    slot,
  }));
  const last = page.at(-1);
  const to = last && page.length === BATCH ? last.leafIndex + 1 : null;
  await inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    await replaceStaleClaims(tx, { read, to, amounts });
  });
  return to === null ? "done" : "more";
}
