import { selectOpenSummary } from "@/db/queries/indexing/program-transactions";
import { holdRunLease, selectIndexedTo, updateIndexedTo } from "@/db/queries/indexing/sync-state";
import type { RunContext } from "./context";
import { loadDiscovery } from "./discovery-state";

/**
 * Moves the checkpoint over the slots that are wholly indexed: found by a finished walk, and without a transaction
 * that is still to be read. Its time moves only when nothing at all is left to read. Answers where it stands.
 */
export async function moveCheckpoint(run: RunContext): Promise<bigint> {
  return run.db.transaction(async (tx) => {
    await holdRunLease(tx, run.lease);
    const { completeTo, scan } = await loadDiscovery(tx);
    const { slot: oldestOpen } = await selectOpenSummary(tx);
    await run.fault?.("checkpoint: moving");
    const isBehind = oldestOpen !== null && oldestOpen <= completeTo;
    await updateIndexedTo(tx, {
      slot: isBehind ? oldestOpen - 1n : completeTo,
      timestamp: oldestOpen === null && scan === null ? run.now() : 0n,
    });
    const { slot } = await selectIndexedTo(tx);
    return slot;
  });
}
