import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { storeTransactions } from "@/db/queries/events/store-transactions";
import { removeEvents } from "@/db/queries/events/stored-events";
import { selectGenesis } from "@/db/queries/indexing/sync-state";
import {
  type Difference,
  type DifferenceKind,
  findDifferences,
  selectDifferences,
} from "@/db/queries/reindex/differences";
import { recomputeCampaigns } from "@/db/queries/reindex/recompute-campaigns";
import {
  copyRegistrations,
  countRead,
  dropSecondIndex,
  isSecondIndex,
  openSecondIndex,
  selectRead,
} from "@/db/queries/reindex/second-index";
import type { IndexerContext } from "@/lib/service/indexer/context";
import { loadDiscovery } from "@/lib/service/indexer/discover/discovery-state";
import { type RunReport, runIndexer } from "@/lib/service/indexer/run";
import { fetchTransactions } from "@/lib/service/indexer/store/fetch";

export type ReindexOptions = {
  /** The version of the schema. A second index with another version is dropped and built again. */
  version: string;
  /** Compares only, and changes nothing in the served index. */
  isDryRun?: boolean;
  onProgress?: (progress: { step: "build" | "compare"; done: number; total: number }) => void;
};

export type ReindexReport = {
  /** The last run of the indexer on the second index. */
  run: RunReport;
  /** Events up to this slot were compared. */
  comparedTo: bigint;
  /** Transactions whose events differ, counted by kind, and the first of them. */
  counts: Record<DifferenceKind, number>;
  first: Difference[];
  /** Transactions whose events were replaced by those of the network. */
  corrected: number;
  /** Campaigns whose amounts or state changed when they were computed again from their events. */
  recomputed: string[];
};

/** Thrown when the second index cannot be trusted or built; the served index is unchanged. */
export class ReindexRefusedError extends Error {
  override readonly name = "ReindexRefusedError";
}

const RUN_MS = 15_000;
const BUSY_PAUSE_MS = 1_000;
/** Attempts to start a run while another process holds the lease of the second index. */
const BUSY_ATTEMPTS = 15;
const AT_ONCE = 500;
const MAX_LISTED = 20;

/**
 * Builds a second index of the same campaigns from the network beside the served one, compares both, and
 * corrects the served one. Corrections pass through the code that stores every event, so counters, change log
 * and webhooks follow, and readers see each transaction either before or after its correction. Events of
 * transactions that the network did not return are kept. A repetition after an interruption continues.
 *
 * @param served the index that is served; `second` is the same database with the schema of the second index
 * @throws ReindexRefusedError
 * @throws NetworkUnavailableError
 */
export async function reindex(
  { served, second }: { served: IndexerContext; second: Database },
  options: ReindexOptions,
): Promise<ReindexReport> {
  const { version, isDryRun = false, onProgress } = options;
  const genesis = await selectGenesis(served.db);
  if (genesis !== null && genesis !== (await served.chain.getGenesisHash()))
    throw new ReindexRefusedError("The index was built from a different network.");
  await openSecondIndex(served.db, version);
  if (!(await isSecondIndex(second)))
    throw new ReindexRefusedError(
      "A pooler ignores the schema of the second index. Connect without a pooler.",
    );
  await served.onStep?.("reindex: opened");
  await copyRegistrations(second);
  await served.onStep?.("reindex: registrations copied");
  const run = await build({ ...served, db: second }, onProgress);
  const refusal = historyRefusal(run.drift);
  if (refusal) {
    // A repetition with another node has to read the whole history again.
    await dropSecondIndex(served.db);
    throw refusal;
  }
  const { finalTo } = await loadDiscovery(second);
  const compared = await compareAll(served, { second, upTo: finalTo, isDryRun, onProgress });
  const recomputed = isDryRun ? [] : await recomputeCampaigns(served.db);
  await served.onStep?.("reindex: recomputed");
  await dropSecondIndex(served.db);
  return { run, comparedTo: finalTo, ...compared, recomputed };
}

/** Runs the indexer on the second index up to the head of the network. */
async function build(context: IndexerContext, onProgress: ReindexOptions["onProgress"]): Promise<RunReport> {
  for (let busy = 0; ; ) {
    const run = await runIndexer(context, { full: true, timeLimitMs: RUN_MS });
    const { found, read } = await countRead(context.db);
    onProgress?.({ step: "build", done: read, total: found });
    if ("skipped" in run) {
      if (++busy === BUSY_ATTEMPTS)
        throw new ReindexRefusedError("Another process is reindexing this database.");
      await sleep(BUSY_PAUSE_MS);
    } else if (run.failed > 0) {
      throw new ReindexRefusedError(
        `${run.failed} transactions cannot be read from the network. Try again, or with another SOLANA_RPC_URL.`,
      );
    } else if (run.complete) return run;
  }
}

/** The sums of a node that no longer has the whole history differ from the accounts. */
function historyRefusal([first]: RunReport["drift"]): ReindexRefusedError | null {
  if (!first) return null;
  return new ReindexRefusedError(
    `The second index differs from the account of ${first.treeAddress} in ${first.field} (${first.indexed}, network ${first.onChain}). The node may lack old transactions: use an archive node.`,
  );
}

async function compareAll(
  served: IndexerContext,
  input: { second: Database; upTo: bigint; isDryRun: boolean; onProgress: ReindexOptions["onProgress"] },
): Promise<Pick<ReindexReport, "counts" | "first" | "corrected">> {
  const counts = await findDifferences(served.db, input.upTo);
  const total = counts.missing + counts.changed + counts.unconfirmed;
  const first: Difference[] = [];
  let [after, done, corrected] = ["", 0, 0];
  while (done < total) {
    const page = await selectDifferences(served.db, { after, limit: AT_ONCE });
    // Without this check, differences that vanished would be awaited forever.
    if (page.length === 0) break;
    after = page.at(-1)?.signature ?? after;
    done += page.length;
    first.push(...page.slice(0, MAX_LISTED - first.length));
    const wrong = page.filter(({ kind }) => kind !== "unconfirmed").map(({ signature }) => signature);
    if (!input.isDryRun && wrong.length > 0) corrected += await correct(served, input.second, wrong);
    input.onProgress?.({ step: "compare", done, total });
  }
  return { counts, first, corrected };
}

/** Replaces the events of transactions by those that the network returns now. Returns the number of transactions. */
async function correct(
  served: IndexerContext,
  second: Database,
  signatures: readonly string[],
): Promise<number> {
  const wanted = await selectRead(second, signatures);
  const run = {
    ...served,
    ...{ lease: { holder: "", ttlMs: 0 }, deadlineMs: Number.POSITIVE_INFINITY },
  };
  const read = (await fetchTransactions(run, wanted)).filter(
    ({ status, isLogTruncated }) => status === "indexed" && !isLogTruncated,
  );
  await inTransaction(served.db, async (tx) => {
    await removeEvents(
      tx,
      read.map(({ signature }) => signature),
    );
    await storeTransactions(tx, read);
    await served.onStep?.("reindex: before commit");
  });
  return read.length;
}
