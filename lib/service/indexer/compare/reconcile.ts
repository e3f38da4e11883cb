import { inTransaction } from "@/db/in-transaction";
import {
  type CampaignCheck,
  deleteCampaignChecks,
  selectCampaignChecks,
  updateCheckDrift,
} from "@/db/queries/indexing/campaign-checks";
import { isSameDifference, replaceDrifts, selectStoredDifferences } from "@/db/queries/indexing/drifts";
import { selectNewestReadSlot } from "@/db/queries/indexing/known-slots";
import { holdRunLease } from "@/db/queries/indexing/sync-state";
import { isOutOfTime, type RunContext } from "../context";
import { type CampaignComparison, compareCampaign, type Drift, readAccounts } from "./accounts";
import { loadRepair, repairCampaign } from "./repair";
import { refreshVaults } from "./vaults";

/** Maximum accounts per RPC call. */
const BATCH = 100;
/** Seconds until an unsuccessful repair is retried: doubled each time, up to the maximum. */
const RETRY_SECONDS = 30n;
const MAX_RETRY_SECONDS = 600n;

/** A campaign that differs, as compared; `pair` is undefined if its tree is not registered. */
type Differing = { check: CampaignCheck; pair: CampaignComparison | undefined };

/**
 * Compares the listed campaigns with their accounts, and their claims with the running totals in the claim
 * events. Repairs differences that events explain; adds the others to `drift`, stores them, and keeps them on
 * the list. Compares all campaigns before it repairs any, because a repair may take several runs and must not
 * delay other campaigns. Returns whether it finished in time.
 */
export async function reconcile(run: RunContext, drift: Drift[]): Promise<boolean> {
  const differing: Differing[] = [];
  // An interrupted repair may have made its campaign match before it had read everything.
  const unfinished = (await loadRepair(run.db))?.treeAddress ?? null;
  let after = "";
  for (;;) {
    if (isOutOfTime(run)) return false;
    const checks = await selectCampaignChecks(run.db, after, BATCH);
    await run.onStep?.("reconcile: batch");
    if (checks.length === 0) break;
    differing.push(...(await compareBatch(run, { checks, drift, unfinished })));
    after = checks.at(-1)?.treeAddress ?? after;
  }
  for (const [at, { check }] of differing.entries()) {
    if (isOutOfTime(run)) {
      await storeDrifts(run, getPairs(differing.slice(at)));
      return false;
    }
    await repairDifferences(run, { check, drift });
  }
  return !isOutOfTime(run);
}

/** Removes campaigns that match their account from the list, and returns those whose repair is due. */
async function compareBatch(
  run: RunContext,
  { checks, drift, unfinished }: { checks: CampaignCheck[]; drift: Drift[]; unfinished: string | null },
): Promise<Differing[]> {
  const trees = checks.map(({ treeAddress }) => treeAddress);
  const pairs = await readAccounts(run, trees);
  await refreshVaults(run, trees, await selectNewestReadSlot(run.db));
  const byTree = new Map(pairs.map((pair) => [pair.row.treeAddress, pair]));
  const compared = checks.map((check) => {
    const pair = byTree.get(check.treeAddress);
    return { check, pair, differences: pair ? compareCampaign(pair) : [] };
  });
  const isEqual = ({ check, differences }: (typeof compared)[number]) =>
    check.treeAddress !== unfinished && differences.length === 0;
  await run.onStep?.("reconcile: compared");
  const equal = compared.filter(isEqual);
  await takeOff(run, equal);
  const differing = compared.filter((item) => !isEqual(item));
  const waiting = await selectWaiting(run, differing);
  for (const { differences } of waiting) drift.push(...differences);
  await storeDrifts(run, getPairs(waiting));
  return differing.filter((item) => !waiting.includes(item));
}

type Compared = Differing & { differences: Drift[] };

/**
 * Returns campaigns whose known differences are not due for a repair yet. A difference that has changed since
 * is due at once.
 */
async function selectWaiting(run: RunContext, differing: readonly Compared[]): Promise<Compared[]> {
  const known = differing.filter(({ check }) => check.drift && run.now() < check.retryAt);
  const ids = known.flatMap(({ pair }) => (pair ? [pair.row.id] : []));
  const stored = await selectStoredDifferences(run.db, ids);
  return known.filter(
    ({ pair, differences }) => pair && isSameDifference(differences, stored.get(pair.row.id) ?? []),
  );
}

async function repairDifferences(
  run: RunContext,
  { check, drift }: { check: CampaignCheck; drift: Drift[] },
): Promise<void> {
  const { isSettled, unexplained, remaining } = await repairCampaign(run, check);
  drift.push(...unexplained);
  await run.onStep?.("reconcile: repaired");
  if (isSettled) {
    const [pair] = await readAccounts(run, [check.treeAddress]);
    await takeOff(run, [{ check, pair }]);
  } else if (remaining) {
    const retryAt = run.now() + retrySeconds(check.attempts);
    await storeDrifts(run, [remaining]);
    await inTransaction(run.db, async (tx) => {
      await holdRunLease(tx, run.lease);
      await updateCheckDrift(tx, { treeAddress: check.treeAddress, retryAt });
    });
  }
}

function retrySeconds(attempts: number): bigint {
  const seconds = RETRY_SECONDS << BigInt(Math.min(attempts, 10));
  return seconds < MAX_RETRY_SECONDS ? seconds : MAX_RETRY_SECONDS;
}

const getPairs = (differing: readonly Differing[]): CampaignComparison[] =>
  differing.flatMap(({ pair }) => pair ?? []);

async function takeOff(run: RunContext, equal: readonly Differing[]): Promise<void> {
  await inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    const resolved = getPairs(equal).filter(({ row }) => row.hasDrift);
    await replaceDrifts(tx, resolved.map(toCompared), run.now());
    await deleteCampaignChecks(
      tx,
      equal.map(({ check }) => check),
    );
  });
  for (const { row } of getPairs(equal)) {
    if (row.hasDrift) run.log.info({ treeAddress: row.treeAddress }, "indexer: drift was repaired");
  }
}

/** Stores differences so that all processes report them until they are resolved, also after a restart. */
async function storeDrifts(run: RunContext, pairs: readonly CampaignComparison[]): Promise<void> {
  if (pairs.length === 0) return;
  await inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    await replaceDrifts(tx, pairs.map(toCompared), run.now());
  });
}

const toCompared = (pair: CampaignComparison) => ({
  campaignRowId: pair.row.id,
  slot: pair.slot,
  differences: compareCampaign(pair).map(({ treeAddress: _, ...difference }) => difference),
});
