import { inTransaction } from "@/db/in-transaction";
import { type ReadTransaction, storeTransactions } from "@/db/queries/events/store-transactions";
import { selectDueRereads, updateRereads } from "@/db/queries/indexing/program-transactions";
import { holdRunLease } from "@/db/queries/indexing/sync-state";
import { isOutOfTime, type RunContext } from "../context";
import { asListed } from "./fetch";

const MAX_PER_RUN = 20;

/** Seconds until a cut log is asked for again, by how often that was done; after the last it is left as it is. */
const DELAYS = [60n, 600n, 3_600n, 21_600n, 86_400n, 259_200n, 604_800n];

/**
 * Asks every endpoint again for transactions whose log was cut or missing: nodes cut logs at different lengths. The
 * events of a whole log take the place of reconstructed ones.
 */
export async function rereadCutLogs(run: RunContext): Promise<void> {
  const due = await selectDueRereads(run.db, run.now(), MAX_PER_RUN);
  const read: ReadTransaction[] = [];
  const asked: typeof due = [];
  for (const row of due) {
    if (isOutOfTime(run)) break;
    const answer = await run.chain.getWholeTransaction(row.signature, { commitment: "confirmed" });
    const listed = answer && asListed(row, answer);
    // Endpoints number a slot in their own ways, and places are comparable only from one source.
    if (listed) read.push({ ...listed, txIndex: row.txIndex });
    asked.push(row);
  }
  if (asked.length === 0) return;
  await storeTransactions(run.db, read, {
    guard: (tx) => holdRunLease(tx, run.lease),
    fault: run.fault,
  });
  await run.fault?.("reread: stored");
  const now = run.now();
  await inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    // Those that were read whole are no longer marked, and are left out by the query.
    const next = asked.map(({ signature, rereads }) => {
      const delay = DELAYS[rereads];
      return { signature, rereadAt: delay === undefined ? null : now + delay };
    });
    await updateRereads(tx, next);
  });
}
