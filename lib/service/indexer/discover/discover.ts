import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { removeEvents, updateEventPlaces } from "@/db/queries/events/stored-events";
import {
  selectListAnchor,
  selectNewestFinalSlot,
  selectSignaturesAbove,
} from "@/db/queries/indexing/known-slots";
import {
  deleteTransactions,
  type ListedTransaction,
  reopenTransactions,
  selectKnown,
  upsertListed,
} from "@/db/queries/indexing/program-transactions";
import { holdRunLease, lowerIndexedTo } from "@/db/queries/indexing/sync-state";
import { isOutOfTime, type RunContext } from "../context";
import { type Discovery, loadDiscovery, type Scan, saveDiscovery } from "./discovery-state";
import { cutAtSlot, hasMoved, listPage, placeInSlots } from "./list-page";
import { highestPlausibleSlot, LEAP_SLOTS } from "./plausible";

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
  if (known.scan && !(await isFarAhead(run, known.scan.head))) {
    const resumed = await walk(run, known, known.scan);
    if (!resumed.complete) return resumed;
  }
  const state = await loadDiscovery(run.db);
  await run.fault?.("discover: resumed");
  const opened = await openScan(run, state, fromSlot);
  if (opened === null) return { complete: false, problem: "The ledger's node is behind the index." };
  return walk(run, opened.state, opened.scan);
}

/** Whether a slot is so far ahead of the ledger that it cannot have been its head. */
async function isFarAhead(run: RunContext, slot: bigint): Promise<boolean> {
  const limit = slot - LEAP_SLOTS;
  if ((await run.chain.getSlot({ commitment: "confirmed" })) >= limit) return false;
  return (await run.chain.getAgreedSlot({ commitment: "confirmed" })) < limit;
}

/** The ledger's head; one that leaps needs a second opinion. */
async function readHead(run: RunContext): Promise<bigint> {
  const head = await run.chain.getSlot({ commitment: "confirmed" });
  const highest = await highestPlausibleSlot(run);
  if (highest === null || head <= highest) return head;
  run.log.warn({ head: head.toString() }, "indexer: the ledger's head leaps; it is asked for again");
  return run.chain.getAgreedSlot({ commitment: "confirmed" });
}

/**
 * Goes back to what is known to be final, after a head that cannot have been one was kept: what was found from there on
 * is found again.
 */
async function forgetHead(run: RunContext, state: Discovery, head: bigint): Promise<Discovery> {
  return inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    const strays = await selectSignaturesAbove(tx, head + LEAP_SLOTS);
    await removeEvents(tx, strays);
    await deleteTransactions(tx, strays);
    const finalTo = lesser(state.finalTo, await selectNewestFinalSlot(tx, head));
    const kept: Discovery = { completeTo: finalTo, finalTo, scan: null };
    await lowerIndexedTo(tx, finalTo);
    await saveDiscovery(tx, kept);
    run.log.warn({ from: finalTo.toString() }, "indexer: a head that cannot have been one is forgotten");
    return kept;
  });
}

async function openScan(run: RunContext, known: Discovery, fromSlot?: bigint): Promise<Opened | null> {
  const final = await run.chain.getSlot({ commitment: "finalized" });
  const head = await readHead(run);
  const isFar = head < known.completeTo - LEAP_SLOTS && (await isFarAhead(run, known.completeTo));
  if (head < known.completeTo && !isFar) return null;
  const state = isFar ? await forgetHead(run, known, head) : known;
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
  return { state, scan };
}

type Opened = { state: Discovery; scan: Scan };

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
  const known = await selectKnown(tx, listed);
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
