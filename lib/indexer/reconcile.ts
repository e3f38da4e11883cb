import {
  deleteCampaignChecks,
  selectCampaignChecks,
  updateCheckDrift,
} from "@/db/queries/indexing-campaigns";
import { readAccounts } from "./accounts";
import { compareAccount, type Drift } from "./compare-account";
import { isOutOfTime, type RunContext } from "./context";
import { repairCampaign } from "./repair";

/** Accounts that a node gives at once. */
const BATCH = 100;

/**
 * Compares the campaigns on the list with their accounts. Differences that events explain are repaired; the others are
 * added to `drift` and stay on the list. True when it came to the end in time.
 */
export async function reconcile(run: RunContext, drift: Drift[]): Promise<boolean> {
  let after = "";
  for (;;) {
    if (isOutOfTime(run)) return false;
    const checks = await selectCampaignChecks(run.db, after, BATCH);
    await run.fault?.("reconcile: batch");
    if (checks.length === 0) return true;
    await compareBatch(run, { checks, drift });
    after = checks.at(-1)?.treeAddress ?? after;
  }
}

async function compareBatch(
  run: RunContext,
  { checks, drift }: { checks: readonly { treeAddress: string; drift: boolean }[]; drift: Drift[] },
): Promise<void> {
  const pairs = await readAccounts(
    run,
    checks.map(({ treeAddress }) => treeAddress),
  );
  const isKnownDrift = new Map(checks.map((check) => [check.treeAddress, check.drift]));
  const open = new Set<string>();
  for (const { row, tree } of pairs) {
    const differences = compareAccount(row, tree);
    if (differences.length === 0) continue;
    if (isOutOfTime(run)) open.add(row.treeAddress);
    else if (isKnownDrift.get(row.treeAddress)) {
      drift.push(...differences);
      open.add(row.treeAddress);
    } else {
      const outcome = await repairCampaign(run, row.treeAddress);
      drift.push(...outcome.unexplained);
      if (!outcome.isSettled) open.add(row.treeAddress);
      if (!outcome.isSettled && outcome.unexplained.length > 0) {
        await updateCheckDrift(run.db, row.treeAddress);
      }
    }
  }
  await run.fault?.("reconcile: compared");
  await deleteCampaignChecks(
    run.db,
    checks.map(({ treeAddress }) => treeAddress).filter((treeAddress) => !open.has(treeAddress)),
  );
}
