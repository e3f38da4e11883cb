import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { removeEvents, updateEventPlaces } from "@/db/queries/events/event-rows";
import {
  deleteTransactions,
  type ListedTransaction,
  reopenTransactions,
  selectListAnchor,
  selectTransactions,
  upsertListed,
} from "@/db/queries/indexing/program-transactions";
import { holdRunLease } from "@/db/queries/indexing/sync-state";
import { isOutOfTime, type RunContext } from "./context";
import { type Discovery, loadDiscovery, type Scan, saveDiscovery } from "./discovery-state";
import { hasMoved } from "./has-moved";
import { listPage } from "./list-page";
import { cutAtSlot, placeInSlots } from "./list-pages";

/**
 * Slots below the final one that are listed again: a node may finish writing its list of a block a little after it
 * calls the block final.
 */
const OVERLAP_SLOTS = 32n;

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
 * an earlier run left unfinished is finished first, so no interruption leaves a hole.
 */
export async function discover(run: RunContext, fromSlot?: bigint): Promise<DiscoveryOutcome> {
  const known = await loadDiscovery(run.db);
  if (known.scan) {
    const resumed = await walk(run, known, known.scan);
    if (!resumed.complete) return resumed;
  }
  const state = await loadDiscovery(run.db);
  await run.fault?.("discover: resumed");
  const scan = await openScan(run, state, fromSlot);
  if (scan === null) return { complete: false, problem: "The ledger's node is behind the index." };
  return walk(run, state, scan);
}

async function openScan(run: RunContext, state: Discovery, fromSlot?: bigint): Promise<Scan | null> {
  const final = await run.chain.getSlot({ commitment: "finalized" });
  const head = await run.chain.getSlot({ commitment: "confirmed" });
  if (head < state.completeTo) return null;
  // What the node no longer keeps cannot be read again: reopened, it would hold the checkpoint for ever.
  const again = fromSlot === undefined ? null : greater(fromSlot, await run.chain.getFirstAvailableSlot());
  const recent = greater(state.finalTo - OVERLAP_SLOTS, 0n);
  const floor = again === null ? recent : lesser(recent, greater(again - 1n, 0n));
  const scan = { head, final: lesser(final, head), floor, before: null, expect: null };
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
  for (;;) {
    if (isOutOfTime(run)) return { complete: false, problem: null };
    await run.fault?.("discover: page");
    const page = await listPage(run, scan, anchor);
    if ("problem" in page) {
      // The place where the walk stopped is no longer to be found, so it starts again from the top.
      await keep(run, [], { ...state, scan: { ...scan, before: null, expect: null } });
      return { complete: false, problem: page.problem };
    }
    await run.fault?.("discover: listed");
    const above = page.entries.filter((entry) => entry.slot > scan.floor);
    if (page.isLast) {
      await keep(run, placeInSlots(above), finished(state, scan, above.length > 0 || anchor !== null));
      return { complete: true, problem: null };
    }
    const { whole, rest } = cutAtSlot(page.entries);
    scan = { ...scan, before: whole.at(-1)?.signature ?? null, expect: rest[0]?.signature ?? null };
    await keep(run, placeInSlots(whole), { ...state, scan });
  }
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
  };
}

async function keep(run: RunContext, listed: readonly ListedTransaction[], state: Discovery): Promise<void> {
  await inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    await followMoves(tx, listed);
    await run.fault?.("discover: keeping");
    await upsertListed(tx, listed);
    await saveDiscovery(tx, state);
  });
  await run.fault?.("discover: kept");
}

/** A transaction that a fork moved is forgotten, to be read anew; a new place in a slot is passed on. */
async function followMoves(tx: Database, listed: readonly ListedTransaction[]): Promise<void> {
  const known = new Map(
    (
      await selectTransactions(
        tx,
        listed.map((entry) => entry.signature),
      )
    ).map((row) => [row.signature, row]),
  );
  const relocated: string[] = [];
  const places: { signature: string; txIndex: number }[] = [];
  for (const { signature, slot, txIndex, failed } of listed) {
    const row = known.get(signature);
    if (!row) continue;
    if (hasMoved(row, { slot, failed })) relocated.push(signature);
    else if (txIndex !== null && row.txIndex !== txIndex && row.status === "indexed") {
      places.push({ signature, txIndex });
    }
  }
  await removeEvents(tx, relocated);
  await deleteTransactions(tx, relocated);
  await updateEventPlaces(tx, places);
}
