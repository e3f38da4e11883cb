import { inTransaction } from "@/db/in-transaction";
import { type ReadTransaction, storeTransactions } from "@/db/queries/events/store-transactions";
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
  lockTransactions,
  selectUnfinalized,
  updateFinalized,
  upsertListed,
} from "@/db/queries/indexing/program-transactions";
import { holdRunLease } from "@/db/queries/indexing/sync-state";
import type { ProgramTransaction } from "@/db/schema";
import { chunk } from "@/lib/core/chunk";
import type { ChainTransaction } from "@/lib/core/solana/read-transaction";
import { isOutOfTime, type RunContext } from "../context";
import { loadDiscovery } from "../discover/discovery-state";
import { hasMoved } from "../discover/list-page";
import {
  type CombinedReport,
  type Contradictions,
  combineReports,
  confirmCombinedReport,
  loadContradictions,
  saveContradictions,
} from "./contradictions";

/** Runs that must find a transaction neither listed nor fetchable before all endpoints are queried. */
const ATTEMPTS = 3;
/** Slots below the final one after which no node is still catching up. */
const SETTLED_SLOTS = 32n;
const BATCH = 100;
const MAX_PER_RUN = 2_000;
/** Maximum transactions of a batch for which all endpoints are queried; the next run continues. */
const MAX_REPORTS = 20;

type Answer = ChainTransaction | { unreadable: string } | null | undefined;
/** A transaction that the preferred endpoint does not return as indexed, and its response instead. */
type Suspect = { row: ProgramTransaction; answer: ChainTransaction | null };

/** The outcome of a batch. */
type Outcome = {
  final: string[];
  /** Transactions without events, which follow the network at once. */
  followed: ChainTransaction[];
  /** Transactions that were read at their new final slot. */
  relocated: ReadTransaction[];
  /** Transactions that the network has contradicted for minutes. */
  dropped: ProgramTransaction[];
  failed: { row: ProgramTransaction; slot: bigint }[];
  missing: string[];
};

/**
 * Rechecks transactions that should be final by now but were not listed as final. A transaction that moved to
 * another final slot is stored as read there. Events are removed only when every endpoint that retains the
 * slot contradicts them, twice, minutes apart.
 */
export async function settleFinality(run: RunContext): Promise<void> {
  const { finalTo, scan } = await loadDiscovery(run.db);
  if (scan !== null) return;
  const unfinalized = await selectUnfinalized(run.db, finalTo, MAX_PER_RUN);
  const contradictions = await loadContradictions(run.db);
  if (unfinalized.length < MAX_PER_RUN && contradictions.size > 0) {
    const open = new Set(unfinalized.map(({ signature }) => signature));
    for (const signature of contradictions.keys()) if (!open.has(signature)) contradictions.delete(signature);
    await saveContradictions(run.db, contradictions);
  }
  for (const rows of chunk(unfinalized, BATCH)) {
    if (isOutOfTime(run)) return;
    await settle(run, { rows, settledTo: finalTo - SETTLED_SLOTS, contradictions });
  }
}

async function settle(
  run: RunContext,
  params: { rows: readonly ProgramTransaction[]; settledTo: bigint; contradictions: Contradictions },
): Promise<void> {
  const { rows, settledTo, contradictions } = params;
  await run.onStep?.("finality: asking");
  const answers = await run.chain.getTransactions(
    rows.map(({ signature }) => signature),
    { commitment: "finalized" },
  );
  const { outcome, suspects } = sort(rows, answers, settledTo);
  for (const suspect of suspects.slice(0, MAX_REPORTS)) {
    if (isOutOfTime(run)) break;
    const combined = combineReports(suspect.row, await run.chain.getReports(suspect.row));
    const { signature } = suspect.row;
    const isConfirmed = confirmCombinedReport(contradictions, { signature, combined, now: run.now });
    decide(outcome, { suspect, combined, isConfirmed });
  }
  for (const signature of outcome.final) contradictions.delete(signature);
  await run.onStep?.("finality: answered");
  await store(run, outcome, contradictions);
}

/**
 * Sorts a batch by the response of one endpoint: final, to follow, missing, or to check with all endpoints.
 */
function sort(
  rows: readonly ProgramTransaction[],
  answers: readonly Answer[],
  settledTo: bigint,
): { outcome: Outcome; suspects: Suspect[] } {
  const outcome: Outcome = { final: [], followed: [], relocated: [], dropped: [], failed: [], missing: [] };
  const suspects: Suspect[] = [];
  for (const [position, row] of rows.entries()) {
    const answer = answers[position];
    const isDue = row.attempts + 1 >= ATTEMPTS && row.slot <= settledTo;
    const kind = getKind(row, answer);
    if (kind === "missing") outcome.missing.push(row.signature);
    if (kind === "final") outcome.final.push(row.signature);
    if (kind === "missing" && isDue) suspects.push({ row, answer: null });
    if (answer && "status" in answer && kind === "suspect") suspects.push({ row, answer });
    if (answer && "status" in answer && kind === "followed") outcome.followed.push(answer);
  }
  return { outcome, suspects };
}

function getKind(row: ProgramTransaction, answer: Answer): "missing" | "final" | "suspect" | "followed" {
  if (!answer) return "missing";
  // An invalid response says nothing about a transaction that was read before.
  if ("unreadable" in answer) return row.status === "unreadable" ? "final" : "missing";
  // A response for another transaction contains no information about this one.
  if (answer.signature !== row.signature) return "missing";
  const hasEvents = row.eventCount > 0;
  if (hasEvents && (row.slot !== answer.slot || answer.status === "failed")) return "suspect";
  return hasMoved(row, toListed(answer)) ? "followed" : "final";
}

function decide(
  outcome: Outcome,
  { suspect, combined, isConfirmed }: { suspect: Suspect; combined: CombinedReport; isConfirmed: boolean },
): void {
  const { row, answer } = suspect;
  const { claim, slot } = combined;
  if (claim === null && combined.isConfirmed) outcome.final.push(row.signature);
  else if (claim === "moved" && answer && answer.slot === slot) {
    const blockTime = answer.blockTime;
    if (answer.status === "indexed" && blockTime !== null) outcome.relocated.push({ ...answer, blockTime });
  } else if (isConfirmed && claim === "absent") outcome.dropped.push(row);
  else if (isConfirmed && claim === "failed" && slot !== null) outcome.failed.push({ row, slot });
}

async function store(run: RunContext, outcome: Outcome, contradictions: Contradictions): Promise<void> {
  const { dropped, failed, final, followed, missing, relocated } = outcome;
  const removed = [...dropped, ...failed.map(({ row }) => row)];
  const settled = [...removed, ...followed].map(({ signature }) => signature);
  for (const { signature } of [...removed, ...relocated]) contradictions.delete(signature);
  await relocate(run, relocated);
  await inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    const touched = await removeEvents(
      tx,
      removed.map(({ signature }) => signature),
    );
    await lockTransactions(tx, [...final, ...settled, ...missing]);
    if (final.length > 0) await updateFinalized(tx, final);
    await deleteTransactions(tx, settled);
    await upsertListed(tx, [
      ...followed.map(toListed),
      ...failed.map(({ row, slot }) => ({ ...toPosition(row), slot, failed: true, finalized: true })),
    ]);
    await insertChecksOfCampaigns(tx, touched);
    await run.onStep?.("finality: removed");
    // A snapshot may contain effects of a dropped transaction, so the account is read again.
    const cut = await selectCampaignIds(tx, [...new Set(removed.flatMap((row) => row.lostAccounts ?? []))]);
    await deleteAccountSnapshots(tx, cut);
    await insertCampaignChecks(tx, [...cut.keys()], { repair: true });
    await addAttempt(tx, missing);
    await saveContradictions(tx, contradictions);
  });
  for (const { signature, slot } of removed) {
    run.log.warn(
      { signature, slot: slot.toString() },
      "indexer: removed a transaction that the network contradicts",
    );
  }
}

/** Replaces the events of moved transactions by those read at the new slot, in one database transaction. */
async function relocate(run: RunContext, moved: readonly ReadTransaction[]): Promise<void> {
  if (moved.length === 0) return;
  const signatures = moved.map(({ signature }) => signature);
  await storeTransactions(run.db, moved, {
    onStep: run.onStep,
    precondition: async (tx) => {
      await holdRunLease(tx, run.lease);
      await insertChecksOfCampaigns(tx, await removeEvents(tx, signatures));
      await updateFinalized(tx, signatures);
    },
  });
}

const toPosition = ({ signature, blockTime }: ProgramTransaction) => ({
  signature,
  blockTime,
  txIndex: null,
});

const toListed = ({ signature, slot, blockTime, status }: ChainTransaction) => ({
  signature,
  slot,
  blockTime,
  failed: status === "failed",
  txIndex: null,
  finalized: true,
});
