import { inTransaction } from "@/db/in-transaction";
import { removeEvents } from "@/db/queries/events/stored-events";
import {
  deleteAccountSnapshots,
  insertCampaignChecks,
  insertChecksOfCampaigns,
  selectCampaignIds,
} from "@/db/queries/indexing/campaign-checks";
import {
  addAttempt,
  deleteTransactions,
  selectUnfinalized,
  updateFinalized,
  upsertListed,
} from "@/db/queries/indexing/program-transactions";
import { holdRunLease } from "@/db/queries/indexing/sync-state";
import type { ProgramTransaction } from "@/db/schema";
import type { LedgerTransaction } from "@/lib/core/solana/read-transaction";
import { isOutOfTime, type RunContext } from "../context";
import { loadDiscovery } from "../discover/discovery-state";
import { hasMoved } from "../discover/list-page";

/** Runs that must find a transaction neither listed nor given before it counts as dropped by a fork. */
const ATTEMPTS = 3;
/** Slots below the final one after which no node is still catching up. */
const SETTLED_SLOTS = 32n;
const BATCH = 100;
const MOST_A_RUN = 2_000;

/**
 * Looks again at transactions that should be final by now but were not listed as such. One that moved to another slot
 * is read anew there; one that is gone disappears with everything derived from it.
 */
export async function settleFinality(run: RunContext): Promise<void> {
  const { finalTo, scan } = await loadDiscovery(run.db);
  if (scan !== null) return;
  const suspects = await selectUnfinalized(run.db, finalTo, MOST_A_RUN);
  for (let from = 0; from < suspects.length && !isOutOfTime(run); from += BATCH) {
    await settle(run, suspects.slice(from, from + BATCH), finalTo - SETTLED_SLOTS);
  }
}

async function settle(
  run: RunContext,
  suspects: readonly ProgramTransaction[],
  settledTo: bigint,
): Promise<void> {
  await run.fault?.("finality: asking");
  const answers = await run.chain.getTransactions(
    suspects.map(({ signature }) => signature),
    { commitment: "finalized" },
  );
  const final: string[] = [];
  const moved: LedgerTransaction[] = [];
  const missing: ProgramTransaction[] = [];
  for (const [position, row] of suspects.entries()) {
    const answer = answers[position];
    if (!answer) missing.push(row);
    else if ("unreadable" in answer || !hasMoved(row, toListed(answer))) final.push(row.signature);
    else moved.push(answer);
  }
  const dropped: ProgramTransaction[] = [];
  for (const row of missing) {
    const isDue = row.attempts + 1 >= ATTEMPTS && row.slot <= settledTo;
    if (isDue && (await isGone(run, row))) dropped.push(row);
  }
  await run.fault?.("finality: answered");
  await inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    if (final.length > 0) await updateFinalized(tx, final);
    const gone = [...dropped, ...moved].map(({ signature }) => signature);
    await insertChecksOfCampaigns(tx, await removeEvents(tx, gone));
    await deleteTransactions(tx, gone);
    await upsertListed(tx, moved.map(toListed));
    await run.fault?.("finality: removed");
    // A snapshot may hold what a dropped transaction did: the account is read again.
    const cut = await selectCampaignIds(tx, [...new Set(dropped.flatMap((row) => row.lostAccounts ?? []))]);
    await deleteAccountSnapshots(tx, cut);
    await insertCampaignChecks(tx, [...cut.keys()], { repair: true });
    await addAttempt(
      tx,
      missing.map(({ signature }) => signature),
    );
  });
  for (const { signature, slot } of dropped) {
    run.log.warn({ signature, slot: slot.toString() }, "indexer: the ledger dropped a transaction");
  }
}

/** Whether the final block lacks a transaction. Of a block that the node no longer keeps, nothing is known. */
async function isGone(run: RunContext, { signature, slot }: ProgramTransaction): Promise<boolean> {
  if (slot < (await run.chain.getFirstAvailableSlot())) return false;
  const block = await run.chain.getBlockSignatures(slot, { commitment: "finalized" });
  return block === null || !block.includes(signature);
}

const toListed = ({ signature, slot, blockTime, status }: LedgerTransaction) => ({
  signature,
  slot,
  blockTime,
  failed: status === "failed",
  txIndex: null,
  finalized: true,
});
