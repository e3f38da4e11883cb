import { inTransaction } from "@/db/in-transaction";
import {
  type CampaignCheck,
  deleteCampaignChecks,
  selectCampaignChecks,
  updateCheckDrift,
} from "@/db/queries/indexing/campaign-checks";
import { holdRunLease } from "@/db/queries/indexing/sync-state";
import { isOutOfTime, type RunContext } from "../context";
import { compareAccount, type Drift, readAccounts } from "./accounts";
import { loadRepair, repairCampaign } from "./repair";

/** Accounts that a node gives at once. */
const BATCH = 100;

/**
 * Compares the campaigns on the list with their accounts. Differences that events explain are repaired; the others are
 * added to `drift` and stay on the list. All are compared before any is repaired, so that a long repair, which may take
 * several runs, keeps no other campaign waiting. True when it came to the end in time.
 */
export async function reconcile(run: RunContext, drift: Drift[]): Promise<boolean> {
  const differing: CampaignCheck[] = [];
  // One that was stopped may have made its campaign look right before it had read all.
  const unfinished = (await loadRepair(run.db))?.treeAddress ?? null;
  let after = "";
  for (;;) {
    if (isOutOfTime(run)) return false;
    const checks = await selectCampaignChecks(run.db, after, BATCH);
    await run.fault?.("reconcile: batch");
    if (checks.length === 0) break;
    differing.push(...(await compareBatch(run, { checks, drift, unfinished })));
    after = checks.at(-1)?.treeAddress ?? after;
  }
  for (const check of differing) {
    if (isOutOfTime(run)) return false;
    await repairDifferences(run, { check, drift });
  }
  return !isOutOfTime(run);
}

/** Takes those off the list that are as on the ledger, and answers those that differ in a way not yet known. */
async function compareBatch(
  run: RunContext,
  { checks, drift, unfinished }: { checks: CampaignCheck[]; drift: Drift[]; unfinished: string | null },
): Promise<CampaignCheck[]> {
  const pairs = await readAccounts(
    run,
    checks.map(({ treeAddress }) => treeAddress),
  );
  const differences = new Map(pairs.map(({ row, tree }) => [row.treeAddress, compareAccount(row, tree)]));
  const isEqual = ({ treeAddress }: CampaignCheck) =>
    treeAddress !== unfinished && (differences.get(treeAddress) ?? []).length === 0;
  const differing = checks.filter((check) => !isEqual(check));
  for (const check of differing) {
    if (check.drift) drift.push(...(differences.get(check.treeAddress) ?? []));
  }
  await run.fault?.("reconcile: compared");
  await takeOff(run, checks.filter(isEqual));
  return differing.filter((check) => !check.drift);
}

async function repairDifferences(
  run: RunContext,
  { check, drift }: { check: CampaignCheck; drift: Drift[] },
): Promise<void> {
  const { isSettled, unexplained } = await repairCampaign(run, check.treeAddress);
  drift.push(...unexplained);
  await run.fault?.("reconcile: repaired");
  if (isSettled) await takeOff(run, [check]);
  else if (unexplained.length > 0) await updateCheckDrift(run.db, check.treeAddress);
}

async function takeOff(run: RunContext, checks: readonly CampaignCheck[]): Promise<void> {
  await inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    await deleteCampaignChecks(tx, checks);
  });
}
