import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { updateEventPlaces } from "@/db/queries/events/stored-events";
import { selectListAnchor } from "@/db/queries/indexing/known-slots";
import {
  deleteTransactions,
  type ListedTransaction,
  lockTransactions,
  reopenTransactions,
  selectKnown,
  updateUnfinalized,
  upsertListed,
} from "@/db/queries/indexing/program-transactions";
import { holdRunLease } from "@/db/queries/indexing/sync-state";
import { LedgerRefusal, LedgerUnavailable } from "@/lib/service/chain/errors";
import { isOutOfTime, type RunContext } from "../context";
import { type Discovery, loadDiscovery, SCAN_VERSION, type Scan, saveDiscovery } from "./discovery-state";
import { agreeOnHead, type Head, JITTER_SLOTS, reportStaleHead } from "./head";
import {
  cutAtSlot,
  hasMoved,
  type ListAnchor,
  type ListPage,
  listPage,
  type PageProblem,
  placeInSlots,
} from "./list-page";

/**
 * Slots below the final one that are listed again: a node may finish writing its list of a block a little after it
 * calls the block final.
 */
const OVERLAP_SLOTS = 32n;
/** Failures in a row after which a saved scan is discarded, with the slot that an operator asked to scan from. */
const MAX_SCAN_FAILURES = 3;

const BEHIND = "Every endpoint is behind the index, or reports a slot that nothing supports.";
const STALE_HEAD = "The endpoints report a slot that is hours below their own lists.";

export type DiscoveryOutcome = {
  /** Whether the list was walked down to what was known. */
  complete: boolean;
  /** Why not, when it was not for want of time. */
  problem: string | null;
};

const lesser = (a: bigint, b: bigint) => (a < b ? a : b);
const greater = (a: bigint, b: bigint) => (a > b ? a : b);

/**
 * Finds the program's transactions that are not known yet, newest first, and keeps each page as it comes. A walk that
 * an earlier run left unfinished is finished first, so no interruption leaves a hole. `fromSlot` always starts a new scan.
 */
export async function discover(run: RunContext, fromSlot?: bigint): Promise<DiscoveryOutcome> {
  const isRequested = fromSlot !== undefined;
  const { known, head } = await agreeOnHead(run, await loadDiscovery(run.db), { isRequested });
  if (head === null) {
    if (isRequested) await keep(run, [], { ...known, scan: null });
    return { complete: false, problem: BEHIND };
  }
  const saved = isRequested ? null : usableScan(known, head);
  if (saved) {
    const resumed = await walk(run, known, saved);
    if (!resumed.complete) return resumed;
  }
  await run.fault?.("discover: resumed");
  const state = await loadDiscovery(run.db);
  const scan = await openScan(run, state, { head, fromSlot });
  return walk(run, state, scan);
}

/** The saved scan, while the conditions that it was made under hold; null once they do not. */
function usableScan({ scan }: Discovery, { head, endpoints }: Head): Scan | null {
  if (!scan || scan.before === null || scan.endpoints !== endpoints) return null;
  return scan.head <= head + JITTER_SLOTS ? scan : null;
}

async function openScan(
  run: RunContext,
  state: Discovery,
  { head: { head, final, endpoints }, fromSlot }: { head: Head; fromSlot: bigint | undefined },
): Promise<Scan> {
  // The node cannot list again what it no longer keeps: reopened, it would block the checkpoint forever.
  const again = fromSlot === undefined ? null : greater(fromSlot, await run.chain.getFirstAvailableSlot());
  const recent = greater(state.finalTo - OVERLAP_SLOTS, 0n);
  const asked = again === null ? (state.scan?.floor ?? recent) : greater(again - 1n, 0n);
  const scan: Scan = {
    version: SCAN_VERSION,
    endpoints,
    head,
    final: lesser(final, head),
    floor: lesser(recent, asked),
    before: null,
    expect: null,
  };
  await run.fault?.("discover: opening");
  await inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    if (again !== null) await reopenTransactions(tx, again);
    await saveDiscovery(tx, { ...state, scan });
  });
  return scan;
}

async function walk(run: RunContext, state: Discovery, from: Scan): Promise<DiscoveryOutcome> {
  const anchor = await selectListAnchor(run.db, from.floor);
  let scan = from;
  let readSlot: bigint | null = null;
  for (;;) {
    if (isOutOfTime(run)) return { complete: false, problem: null };
    await run.fault?.("discover: page");
    const page = await listPageOrFail(run, { state, scan, anchor });
    if ("problem" in page) {
      await keepFailure(run, { state, scan: { ...scan, before: null, expect: null }, page });
      return { complete: false, problem: page.problem };
    }
    await run.fault?.("discover: listed");
    readSlot ??= page.readSlot;
    const above = page.entries.filter((entry) => entry.slot > scan.floor);
    if (page.isLast) {
      await keep(run, placeInSlots(above), finished(state, scan, above.length > 0 || anchor !== null));
      return conclude(run, readSlot);
    }
    const { whole, rest } = cutAtSlot(page.entries);
    scan = { ...scan, before: whole.at(-1)?.signature ?? null, expect: rest[0]?.signature ?? null };
    await keep(run, placeInSlots(whole), { ...state, scan });
  }
}

/** What a finished walk comes to; `readSlot` lies hours above the head that it was made with, or is null. */
async function conclude(run: RunContext, readSlot: bigint | null): Promise<DiscoveryOutcome> {
  if (readSlot === null) return { complete: true, problem: null };
  await reportStaleHead(run, readSlot);
  return { complete: true, problem: STALE_HEAD };
}

/** The next page. An endpoint that fails or refuses ends the run, and counts as a failure of the scan. */
async function listPageOrFail(
  run: RunContext,
  { state, scan, anchor }: { state: Discovery; scan: Scan; anchor: ListAnchor },
): Promise<ListPage> {
  try {
    return await listPage(run, scan, anchor);
  } catch (error) {
    if (error instanceof LedgerUnavailable || error instanceof LedgerRefusal) {
      await keepFailure(run, { state, scan, page: { code: "scan_failing", problem: error.message } });
    }
    throw error;
  }
}

/** Keeps a scan that failed, to be tried again, until it failed too often; counts the failures in a row. */
async function keepFailure(
  run: RunContext,
  { state, scan, page }: { state: Discovery; scan: Scan; page: PageProblem },
): Promise<void> {
  const times = (state.failing?.times ?? 0) + 1;
  const failing = { ...page, times, since: state.failing?.since ?? run.now() };
  await keep(run, [], { ...state, failing, scan: times < MAX_SCAN_FAILURES ? scan : null });
}

/**
 * An empty ledger is believed for now only: until the first transaction is found, every run asks for the whole list,
 * so that a node that wrongly answers with nothing cannot hide history for ever.
 */
function finished(state: Discovery, scan: Scan, isKnown: boolean): Discovery {
  const found = isKnown || state.finalTo > 0n || scan.before !== null;
  return {
    completeTo: greater(state.completeTo, scan.head),
    finalTo: found ? greater(state.finalTo, scan.final) : 0n,
    scan: null,
    failing: null,
  };
}

async function keep(run: RunContext, listed: readonly ListedTransaction[], state: Discovery): Promise<void> {
  await inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    const agreed = await withoutContradictions(tx, listed);
    await run.fault?.("discover: keeping");
    await upsertListed(tx, agreed);
    await saveDiscovery(tx, state);
  });
  await run.fault?.("discover: kept");
}

/**
 * The listed transactions without those whose stored events the list contradicts: by another slot, or by a failure. One
 * node's list is not enough to change them, so they count as not final, and the check of finality looks into them.
 * Transactions without events follow the list, and a new place in a slot is passed on.
 */
async function withoutContradictions(
  tx: Database,
  listed: readonly ListedTransaction[],
): Promise<ListedTransaction[]> {
  const known = await selectKnown(tx, listed);
  const contradicted = new Set<string>();
  const recovered: string[] = [];
  const places: { signature: string; txIndex: number }[] = [];
  for (const { signature, slot, txIndex, failed } of listed) {
    const row = known.get(signature);
    if (!row) continue;
    if (row.eventCount > 0 && (row.slot !== slot || failed)) contradicted.add(signature);
    else if (hasMoved(row, { slot, failed })) recovered.push(signature);
    else if (txIndex !== null && row.txIndex !== txIndex && row.status === "indexed") {
      places.push({ signature, txIndex });
    }
  }
  await updateEventPlaces(tx, places);
  await lockTransactions(
    tx,
    listed.map(({ signature }) => signature),
  );
  await updateUnfinalized(tx, [...contradicted]);
  await deleteTransactions(tx, recovered);
  return listed.filter(({ signature }) => !contradicted.has(signature));
}
