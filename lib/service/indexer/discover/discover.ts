import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { updateEventPositions } from "@/db/queries/events/stored-events";
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
import { maxBigInt, minBigInt } from "@/lib/core/bigint";
import { NetworkUnavailableError, RpcRejectionError } from "@/lib/service/chain/errors";
import { isOutOfTime, type RunContext } from "../context";
import { type Discovery, loadDiscovery, SCAN_VERSION, type Scan, saveDiscovery } from "./discovery-state";
import { agreeOnHead, type Head, JITTER_SLOTS, reportStaleHead } from "./head";
import { cutAtSlot, hasMoved, type ListPage, listPage, orderInSlots, type PageProblem } from "./list-page";

/**
 * Slots below the final one that are listed again. A node may complete its list of a block shortly after it
 * reports the block as final.
 */
export const OVERLAP_SLOTS = 32n;
/**
 * Consecutive failures after which a saved scan is discarded, together with a slot that an operator
 * requested.
 */
const MAX_SCAN_FAILURES = 3;

const BEHIND = "Every endpoint is behind the index, or reports a slot without evidence.";
const STALE_HEAD = "The endpoints report a slot that is hours behind their own lists.";

export type DiscoveryOutcome = {
  /** Whether the walk reached the known transactions. */
  complete: boolean;
  /** The reason for an incomplete walk, unless time ran out. */
  problem: string | null;
};

/**
 * Finds new transactions of the program, newest first, and stores each page. First finishes a walk that an
 * earlier run interrupted, so interruptions leave no gap. `fromSlot` always starts a new scan.
 */
export async function discover(run: RunContext, fromSlot?: bigint): Promise<DiscoveryOutcome> {
  const isRequested = fromSlot !== undefined;
  const { known, head } = await agreeOnHead(run, await loadDiscovery(run.db), { isRequested });
  if (head === null) {
    if (isRequested) await store(run, [], { ...known, scan: null });
    return { complete: false, problem: BEHIND };
  }
  const saved = isRequested ? null : usableScan(known, head);
  if (saved) {
    const resumed = await walk(run, known, saved);
    if (!resumed.complete) return resumed;
  }
  await run.onStep?.("discover: resumed");
  const state = await loadDiscovery(run.db);
  const scan = await openScan(run, state, { head, fromSlot });
  return walk(run, state, scan);
}

/** Returns the saved scan if its conditions still hold, otherwise null. */
function usableScan({ scan }: Discovery, { head, endpoints }: Head): Scan | null {
  if (!scan || scan.before === null || scan.endpoints !== endpoints) return null;
  return scan.head <= head + JITTER_SLOTS ? scan : null;
}

async function openScan(
  run: RunContext,
  state: Discovery,
  { head: { head, final, endpoints }, fromSlot }: { head: Head; fromSlot: bigint | undefined },
): Promise<Scan> {
  // The node cannot list pruned transactions again; reopening them would block the checkpoint forever.
  const again = fromSlot === undefined ? null : maxBigInt(fromSlot, await run.chain.getFirstAvailableSlot());
  const recent = maxBigInt(state.finalTo - OVERLAP_SLOTS, 0n);
  const query = again === null ? (state.scan?.floor ?? recent) : maxBigInt(again - 1n, 0n);
  const scan: Scan = {
    version: SCAN_VERSION,
    endpoints,
    head,
    final: minBigInt(final, head),
    floor: minBigInt(recent, query),
    before: null,
    expect: null,
  };
  await run.onStep?.("discover: opening");
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
  let listing: Promise<ListPage> | null = null;
  let readSlot: bigint | null = null;
  for (;;) {
    if (isOutOfTime(run)) return { complete: false, problem: null };
    await run.onStep?.("discover: page");
    const page = await orFailure(run, { state, scan }, listing ?? listPage(run, scan, anchor));
    if ("problem" in page) {
      await recordFailure(run, { state, scan: { ...scan, before: null, expect: null }, page });
      return { complete: false, problem: page.problem };
    }
    await run.onStep?.("discover: listed");
    readSlot ??= page.readSlot;
    const above = page.entries.filter((entry) => entry.slot > scan.floor);
    if (page.isLast) {
      await store(run, orderInSlots(above), finished(state, scan, above.length > 0 || anchor !== null));
      return conclude(run, readSlot);
    }
    const { whole, rest } = cutAtSlot(page.entries);
    scan = { ...scan, before: whole.at(-1)?.signature ?? null, expect: rest[0]?.signature ?? null };
    // The next page is listed while this one is stored. Its error is thrown where the page is awaited.
    listing = listPage(run, scan, anchor);
    listing.catch(() => undefined);
    await store(run, orderInSlots(whole), { ...state, scan });
  }
}

/** Returns the outcome of a finished walk. `readSlot` is hours above the head of the walk, or null. */
async function conclude(run: RunContext, readSlot: bigint | null): Promise<DiscoveryOutcome> {
  if (readSlot === null) return { complete: true, problem: null };
  await reportStaleHead(run, readSlot);
  return { complete: true, problem: STALE_HEAD };
}

/** Returns a page. An endpoint error ends the run and counts as a failure of the scan. */
async function orFailure(
  run: RunContext,
  { state, scan }: { state: Discovery; scan: Scan },
  listing: Promise<ListPage>,
): Promise<ListPage> {
  try {
    return await listing;
  } catch (error) {
    if (error instanceof NetworkUnavailableError || error instanceof RpcRejectionError) {
      await recordFailure(run, { state, scan, page: { code: "scan_failing", problem: error.message } });
    }
    throw error;
  }
}

/** Stores a failed scan for a retry and counts consecutive failures; discards the scan after the maximum. */
async function recordFailure(
  run: RunContext,
  { state, scan, page }: { state: Discovery; scan: Scan; page: PageProblem },
): Promise<void> {
  const times = (state.failing?.times ?? 0) + 1;
  const failing = { ...page, times, since: state.failing?.since ?? run.now() };
  await store(run, [], { ...state, failing, scan: times < MAX_SCAN_FAILURES ? scan : null });
}

/**
 * Returns the state after a finished walk. An empty list is provisional: until the first transaction is
 * found, every run requests the whole list. A node that wrongly returns an empty list therefore cannot hide
 * history permanently.
 */
function finished(state: Discovery, scan: Scan, isKnown: boolean): Discovery {
  const found = isKnown || state.finalTo > 0n || scan.before !== null;
  return {
    completeTo: maxBigInt(state.completeTo, scan.head),
    finalTo: found ? maxBigInt(state.finalTo, scan.final) : 0n,
    scan: null,
    failing: null,
  };
}

async function store(run: RunContext, listed: readonly ListedTransaction[], state: Discovery): Promise<void> {
  await inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    const agreed = await withoutContradictions(tx, listed);
    await run.onStep?.("discover: keeping");
    await upsertListed(tx, agreed);
    await saveDiscovery(tx, state);
  });
  await run.onStep?.("discover: kept");
}

/**
 * Removes listed transactions that contradict stored events, by another slot or by a failure. One node's list
 * is not enough to change these events, so they become not final and the finality check examines them.
 * Transactions without events follow the list, and their new index within a slot is stored.
 */
async function withoutContradictions(
  tx: Database,
  listed: readonly ListedTransaction[],
): Promise<ListedTransaction[]> {
  const known = await selectKnown(tx, listed);
  const contradicted = new Set<string>();
  const recovered: string[] = [];
  const positions: { signature: string; txIndex: number }[] = [];
  for (const { signature, slot, txIndex, failed } of listed) {
    const row = known.get(signature);
    if (!row) continue;
    if (row.eventCount > 0 && (row.slot !== slot || failed)) contradicted.add(signature);
    else if (hasMoved(row, { slot, failed })) recovered.push(signature);
    else if (txIndex !== null && row.txIndex !== txIndex && row.status === "indexed") {
      positions.push({ signature, txIndex });
    }
  }
  await updateEventPositions(tx, positions);
  await lockTransactions(
    tx,
    listed.map(({ signature }) => signature),
  );
  await updateUnfinalized(tx, [...contradicted]);
  await deleteTransactions(tx, recovered);
  return listed.filter(({ signature }) => !contradicted.has(signature));
}
