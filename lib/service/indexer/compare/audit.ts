import { inTransaction } from "@/db/in-transaction";
import { insertCampaignChecks } from "@/db/queries/indexing/campaign-checks";
import { selectIncompleteTrees, selectTreesAfter } from "@/db/queries/indexing/claim-totals";
import { holdRunLease, selectAuditPosition, updateAuditPosition } from "@/db/queries/indexing/sync-state";
import { isOutOfTime, type RunContext } from "../context";
import { compareCampaign, readAccounts } from "./accounts";

/** Maximum accounts per RPC call, so an audit costs a run one call. */
const BATCH = 100;
/** Campaigns with incomplete claims that one run lists; the next run continues. */
const MAX_INCOMPLETE = 1_000;

/**
 * Finds campaigns that differ although no new event of them was stored, and lists them for comparison. These
 * are all campaigns whose claims do not add up, and, in rotation, campaigns whose account differs. The
 * account comparison detects a newest claim that a node has left out, which no later claim shows.
 */
export async function auditCampaigns(run: RunContext): Promise<void> {
  const incomplete = await selectIncompleteTrees(run.db, MAX_INCOMPLETE);
  if (isOutOfTime(run)) return;
  const after = await selectAuditPosition(run.db);
  const next = await selectTreesAfter(run.db, { campaignRowId: after, limit: BATCH });
  const pairs = await readAccounts(
    run,
    next.map(({ treeAddress }) => treeAddress),
  );
  const differing = pairs.filter((pair) => compareCampaign(pair).length > 0);
  await run.onStep?.("audit: compared");
  const position = next.length < BATCH ? 0 : (next.at(-1)?.id ?? 0);
  const listed = new Set([...incomplete, ...differing.map(({ row }) => row.treeAddress)]);
  if (listed.size === 0 && position === after) return;
  await inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    await insertCampaignChecks(tx, [...listed]);
    await updateAuditPosition(tx, position);
  });
}
