import { inTransaction } from "@/db/in-transaction";
import { type ReadTransaction, storeTransactions } from "@/db/queries/events/store-transactions";
import { selectDueRereads, updateRereads } from "@/db/queries/indexing/program-transactions";
import { holdRunLease } from "@/db/queries/indexing/sync-state";
import { isOutOfTime, type RunContext } from "../context";
import { asListed } from "./fetch";

const MAX_PER_RUN = 20;

/**
 * Seconds until a cut log is requested again, by the number of attempts; after the last attempt the log stays
 * cut.
 */
const DELAYS = [60n, 600n, 3_600n, 21_600n, 86_400n, 259_200n, 604_800n];

/**
 * Requests transactions with a cut or missing log from every endpoint again, because nodes truncate logs at
 * different lengths. The events of a complete log replace reconstructed ones.
 */
export async function refetchTruncatedLogs(run: RunContext): Promise<void> {
  const due = await selectDueRereads(run.db, run.now(), MAX_PER_RUN);
  const read: ReadTransaction[] = [];
  const query: typeof due = [];
  for (const row of due) {
    if (isOutOfTime(run)) break;
    const answer = await run.chain.getWholeTransaction(row.signature, { commitment: "confirmed" });
    const listed = answer && asListed(row, answer);
    // Endpoints number the transactions of a slot differently, so indexes are comparable only from one
    // source.
    if (listed) read.push({ ...listed, txIndex: row.txIndex });
    query.push(row);
  }
  if (query.length === 0) return;
  await storeTransactions(run.db, read, {
    precondition: (tx) => holdRunLease(tx, run.lease),
    onStep: run.onStep,
  });
  await run.onStep?.("reread: stored");
  const now = run.now();
  await inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    // Transactions that were read completely are no longer marked, so the query excludes them.
    const next = query.map(({ signature, rereads }) => {
      const delay = DELAYS[rereads];
      return { signature, rereadAt: delay === undefined ? null : now + delay };
    });
    await updateRereads(tx, next);
  });
}
