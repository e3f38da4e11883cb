import { randomUUID } from "node:crypto";
import type * as z from "zod";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import {
  countOverclaims,
  type Overclaim,
  selectOverclaims,
  takeUnreportedOverclaims,
} from "@/db/queries/events/overclaims";
import { insertAllCampaignChecks } from "@/db/queries/indexing/campaign-checks";
import { selectOpenSummary } from "@/db/queries/indexing/program-transactions";
import {
  acquireRunLease,
  holdRunLease,
  LeaseLostError,
  releaseRunLease,
  selectIndexedTo,
  updateIndexedTo,
} from "@/db/queries/indexing/sync-state";
import { MAX_FINDINGS, toFindingView } from "@/lib/contract/finding";
import type { indexerRunView } from "@/lib/contract/indexer-run";
import { isNetworkUnavailable, isRpcRejection } from "@/lib/service/chain/errors";
import { countBrokenRun, countRun } from "@/lib/service/metrics/count";
import { inSpan } from "@/lib/service/tracing/tracing";
import type { Drift } from "./compare/accounts";
import { auditCampaigns } from "./compare/audit";
import { settleFinality } from "./compare/finality";
import { reconcile } from "./compare/reconcile";
import { readStaleClaimRecords } from "./compare/stale-claim-records";
import { continueVaultRound } from "./compare/vaults";
import type { IndexerContext, RunContext } from "./context";
import { discover } from "./discover/discover";
import { loadDiscovery } from "./discover/discovery-state";
import { requireSameNetwork } from "./discover/require-same-network";
import { recordProblems } from "./problems";
import { applyDiscovered, emptyTally } from "./store/apply";
import { attributeStored } from "./store/attribute-stored";
import { refetchTruncatedLogs } from "./store/refetch-truncated-logs";

/**
 * Duration of the lock (a lease, the mutex of indexer runs) that prevents two runs at once. Several renewals long,
 * but short enough to wait for after a crash.
 */
const LEASE_MS = 9_000;

export type RunOptions = {
  /** Reads everything from this slot again. */
  fromSlot?: bigint;
  /** Compares every campaign with its account, not only those with new events. */
  full?: boolean;
  /** Milliseconds after which the run stops and leaves the rest to the next one. */
  timeLimitMs: number;
  /** Stops the run at its next step, as at the deadline. */
  signal?: AbortSignal;
};

type Answered = z.output<typeof indexerRunView>;

export type Skipped = Extract<Answered, { skipped: true }>;

/**
 * The result of a run. `ok` means that no transaction was unreadable or missing, and the network's responses
 * were usable. `failed` counts the transactions that block the checkpoint: unreadable, or listed but not
 * returned.
 */
export type RunReport = Omit<Exclude<Answered, Skipped>, "lastSlot"> & { lastSlot: bigint };

/**
 * Runs the indexer once. Finds new transactions of the program, stores their events oldest first, follows
 * forks, moves the checkpoint, and compares campaigns with their accounts. The run can be interrupted
 * anywhere; the next run continues. Returns without work while another run holds the lease. Throws the errors
 * of the network and the database.
 */
export async function runIndexer(
  context: IndexerContext,
  { fromSlot, full = false, timeLimitMs, signal }: RunOptions,
): Promise<RunReport | Skipped> {
  const startedMs = context.nowMs();
  const lease = { holder: randomUUID(), ttlMs: LEASE_MS };
  await releaseLeftover(context.db);
  if (!(await acquireRunLease(context.db, lease))) return { ok: true, skipped: true };
  const run: RunContext = { ...context, lease, deadlineMs: startedMs + timeLimitMs, signal };
  const renewing = setInterval(() => renewLease(run), LEASE_MS / 4);
  try {
    const report = await inSpan("indexer run", () => steps(run, { fromSlot, full, startedMs }));
    countRun(report);
    return report;
  } catch (error) {
    if (error instanceof LeaseLostError) return { ok: true, skipped: true };
    if (signal?.aborted) throw error;
    countBrokenRun();
    // The health endpoint reports the cause although this run has no report.
    const isFailing = !isNetworkUnavailable(error) && !isRpcRejection(error);
    await recordProblems(run.db, { isFailing }).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewing);
    await release(run);
  }
}

/** The holder of a lease that was not released because the database was unavailable. */
const leftovers = new WeakMap<Database, string>();

async function release({ db, lease, log }: RunContext): Promise<void> {
  await releaseRunLease(db, lease.holder).catch((error: unknown) => {
    leftovers.set(db, lease.holder);
    log.warn({ error }, "indexer: the lease could not be released; the next run releases it");
  });
}

/** Without this release, runs would be skipped until the lease of an interrupted run expires. */
async function releaseLeftover(db: Database): Promise<void> {
  const holder = leftovers.get(db);
  if (holder === undefined) return;
  await releaseRunLease(db, holder);
  leftovers.delete(db);
}

/** A step that waits for a slow node does not renew the lease itself, and must not lose it. */
function renewLease(run: RunContext): void {
  holdRunLease(run.db, run.lease).catch((error: unknown) =>
    run.log.warn({ error }, "indexer: the lease could not be renewed"),
  );
}

async function steps(
  run: RunContext,
  { fromSlot, full, startedMs }: { fromSlot?: bigint; full: boolean; startedMs: number },
): Promise<RunReport> {
  await inSpan("indexer same ledger", () => requireSameNetwork(run));
  const tally = emptyTally();
  const drift: Drift[] = [];
  await run.onStep?.("run: started");
  await inSpan("indexer attribute", () => attributeStored(run));
  const discovered = await inSpan("indexer discover", () => discover(run, fromSlot));
  const applied = discovered.complete && (await inSpan("indexer apply", () => applyDiscovered(run, tally)));
  await run.onStep?.("run: applied");
  await inSpan("indexer cut logs", () => refetchTruncatedLogs(run));
  await inSpan("indexer finality", () => settleFinality(run));
  const lastSlot = await inSpan("indexer checkpoint", () => moveCheckpoint(run, discovered.complete));
  await run.onStep?.("run: checkpoint moved");
  if (full) await inTransaction(run.db, insertAllCampaignChecks);
  if (applied && !full) await inSpan("indexer audit", () => auditCampaigns(run));
  const reconciled = applied && (await inSpan("indexer reconcile", () => reconcile(run, drift)));
  if (applied) await inSpan("indexer stale claim records", () => readStaleClaimRecords(run));
  await inSpan("indexer vaults", () => continueVaultRound(run));
  const failed = tally.unreadable.size + tally.missing.size;
  return {
    ok: failed === 0 && discovered.problem === null,
    processed: [...tally.byType.values()].reduce((sum, count) => sum + count, 0),
    lastSlot,
    byType: Object.fromEntries(tally.byType),
    transactions: tally.transactions,
    failed,
    drift,
    ...(await readFindings(run)),
    problems: await recordProblems(run.db),
    complete: applied && reconciled && tally.missing.size === 0,
    durationMs: run.nowMs() - startedMs,
  };
}

/**
 * Moves the checkpoint to the last slot that is completely indexed: found by a finished walk, without unread
 * transactions. Updates its time only if discovery was complete and no transaction is unread. Returns the
 * slot of the checkpoint.
 */
async function moveCheckpoint(run: RunContext, isComplete: boolean): Promise<bigint> {
  return run.db.transaction(async (tx) => {
    await holdRunLease(tx, run.lease);
    const { completeTo, scan } = await loadDiscovery(tx);
    const { slot: oldestOpen } = await selectOpenSummary(tx);
    await run.onStep?.("checkpoint: moving");
    const isBehind = oldestOpen !== null && oldestOpen <= completeTo;
    await updateIndexedTo(tx, {
      slot: isBehind ? oldestOpen - 1n : completeTo,
      timestamp: isComplete && oldestOpen === null && scan === null ? run.now() : 0n,
    });
    const { slot } = await selectIndexedTo(tx);
    return slot;
  });
}

/**
 * Returns the first leaves that were overpaid, and their number. An overpaid leaf is not drift, because the
 * index and the network agree about it. Logs each one once.
 */
async function readFindings({
  db,
  log,
}: IndexerContext): Promise<Pick<RunReport, "findings" | "findingCount">> {
  for (const overclaim of await takeUnreportedOverclaims(db)) {
    log.error(toFindingView(overclaim), "indexer: the payments of a leaf exceed its amount");
  }
  const first: Overclaim[] = await selectOverclaims(db, { limit: MAX_FINDINGS });
  return { findings: first.map(toFindingView), findingCount: await countOverclaims(db) };
}
