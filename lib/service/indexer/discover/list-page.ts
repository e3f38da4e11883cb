import { setTimeout as sleep } from "node:timers/promises";
import type { ListedTransaction } from "@/db/queries/indexing/program-transactions";
import type { ProgramTransaction } from "@/db/schema";
import type { SignatureEntry } from "@/lib/core/solana/rpc-responses/signature-list";
import { UnknownCursor } from "@/lib/service/chain/errors";
import type { RunContext } from "../context";
import type { Scan } from "./discovery-state";
import { LEAP_SLOTS } from "./plausible-slot";

/** Maximum signatures in one RPC response. */
const PAGE_LIMIT = 1_000;
const ATTEMPTS = 3;
const RETRY_DELAY_MS = 100;

/**
 * The slot of a finalized transaction that the list must reach, and the signature at which the list may end.
 */
export type ListAnchor = { slot: bigint; until: string | null } | null;

/** The reason why a page cannot be used. */
export type PageProblem = { code: "scan_failing" | "history_pruned"; problem: string };
/**
 * Entries, newest first, of at least two slots, or the last ones of the walk. `readSlot` is the newest slot
 * if it is hours above the reported head and its transaction was read there; otherwise null.
 */
export type ListPage = { entries: SignatureEntry[]; isLast: boolean; readSlot: bigint | null } | PageProblem;

/**
 * Returns the next page of the walk. A response that does not connect to the previous page, or that ends
 * above known transactions, is retried and then reported. Treating such a response as the end of the list
 * would leave a gap.
 */
export async function listPage(run: RunContext, scan: Scan, anchor: ListAnchor): Promise<ListPage> {
  let page: ListPage = failing("");
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(RETRY_DELAY_MS);
    page = await request(run, scan, anchor).catch((error: unknown) => {
      if (error instanceof UnknownCursor)
        return failing("The node does not have the transaction at which the previous page ended.");
      throw error;
    });
    if (!("problem" in page)) return page;
    run.log.warn({ problem: page.problem }, "indexer: unusable list of transactions");
  }
  return page;
}

type List = (before: string | null) => Promise<SignatureEntry[]>;

async function request(run: RunContext, scan: Scan, anchor: ListAnchor): Promise<ListPage> {
  const list: List = (before) =>
    run.chain.getSignatures(run.programId, {
      before: before ?? undefined,
      until: anchor?.until ?? undefined,
      limit: PAGE_LIMIT,
      minContextSlot: scan.head,
      commitment: "confirmed",
    });
  const entries = await list(scan.before);
  const [newest] = entries;
  const readSlot = newest && newest.slot > scan.head + LEAP_SLOTS ? newest.slot : null;
  if (!isInOrder(entries) || (readSlot !== null && !(await isRead(run, newest)))) {
    return failing("The network's list is not ordered by slot, or is far ahead of the current slot.");
  }
  if (scan.expect !== null && !holds(entries, scan.expect)) {
    return failing("The network's list does not continue where the previous page ended.");
  }
  const end = await extend(list, entries, scan.floor);
  if (typeof end !== "boolean") return end;
  const problem =
    end && !reaches(entries, scan.floor) && (await findEndProblem(run, { scan, anchor, entries }));
  return problem || { entries, isLast: end, readSlot };
}

const reaches = (entries: readonly SignatureEntry[], floor: bigint) =>
  (entries.at(-1)?.slot ?? floor + 1n) <= floor;

/** Extends a page until it spans two slots or reaches the floor; returns whether the walk ends with it. */
async function extend(list: List, entries: SignatureEntry[], floor: bigint): Promise<boolean | PageProblem> {
  for (;;) {
    if (reaches(entries, floor)) return true;
    const oldest = entries.at(-1);
    if (!oldest) return true;
    if (entries[0]?.slot !== oldest.slot) return false;
    // One slot fills the page, or the list ends: the next response shows which.
    const more = await listOn(list, entries);
    if ("problem" in more) return more;
    if (more.length === 0) return true;
    entries.push(...more);
  }
}

const failing = (problem: string): PageProblem => ({ code: "scan_failing", problem });

/** Returns whether the entries are ordered newest first. */
const isInOrder = (entries: readonly SignatureEntry[]) =>
  entries.every((entry, at) => at === 0 || entry.slot <= (entries[at - 1]?.slot ?? 0n));

/**
 * Returns whether the network has a listed transaction at its slot. A node may list a transaction that
 * arrived just after its head was read. If the transaction is hours above the head, either the head is stale
 * or the list is wrong.
 */
async function isRead(run: RunContext, entry: SignatureEntry | undefined): Promise<boolean> {
  if (!entry) return false;
  const [read] = await run.chain.getTransactions([entry.signature], { commitment: "confirmed" });
  return read !== null && read !== undefined && "slot" in read && read.slot === entry.slot;
}

const holds = (entries: readonly SignatureEntry[], signature: string) =>
  entries.some((entry) => entry.signature === signature);

/** Requests the entries after a page with an overlap of one entry, which exposes a wrongly empty response. */
async function listOn(
  list: List,
  entries: readonly SignatureEntry[],
): Promise<SignatureEntry[] | PageProblem> {
  const last = entries.at(-1)?.signature ?? null;
  const overlap = entries.at(-2)?.signature;
  const more = await list(overlap ?? last);
  if (overlap !== undefined && last !== null && !holds(more, last)) {
    return failing("The network's list ended within a slot.");
  }
  return more.filter((entry) => !holds(entries, entry.signature));
}

/** A list that ends above a transaction known to be final is valid only if the node has pruned that slot. */
async function findEndProblem(
  run: RunContext,
  { scan, anchor, entries }: { scan: Scan; anchor: ListAnchor; entries: SignatureEntry[] },
): Promise<PageProblem | null> {
  const end = entries.at(-1)?.slot;
  if (anchor === null || (end !== undefined && end <= anchor.slot)) return null;
  const first = await run.chain.getFirstAvailableSlot();
  if (anchor.slot >= first)
    return failing("The network's list ends before transactions that are known to be final.");
  if (first <= scan.floor + 1n) return null;
  return {
    code: "history_pruned",
    problem: "The node no longer keeps history that is missing from the index.",
  };
}

/**
 * Splits a page (newest first) at a slot boundary. `whole` has the entries of complete slots; `rest` has
 * those of the oldest slot, which may continue in the next page.
 */
export function cutAtSlot(page: readonly SignatureEntry[]) {
  const oldest = page.at(-1)?.slot;
  return {
    whole: page.filter((entry) => entry.slot !== oldest),
    rest: page.filter((entry) => entry.slot === oldest),
  };
}

/**
 * Converts entries of complete slots (newest first) to rows. A transaction that shares its slot gets an index
 * within the slot. It is the RPC node's own index if available, otherwise the rank in the list, which nodes
 * order by position in the block.
 */
export function orderInSlots(entries: readonly SignatureEntry[]): ListedTransaction[] {
  const bySlot = new Map<bigint, SignatureEntry[]>();
  for (const entry of entries) {
    const neighbors = bySlot.get(entry.slot);
    if (neighbors) neighbors.push(entry);
    else bySlot.set(entry.slot, [entry]);
  }
  return [...bySlot.values()].flatMap(orderInSlot);
}

function orderInSlot(entries: readonly SignatureEntry[]): ListedTransaction[] {
  const numbered = entries.every((entry) => entry.transactionIndex !== null);
  const rank = (position: number) => (entries.length > 1 ? entries.length - 1 - position : null);
  return entries.map(({ transactionIndex, ...entry }, position) => ({
    ...entry,
    txIndex: numbered ? transactionIndex : rank(position),
  }));
}

/** Returns whether a fork gave a known transaction another slot or another outcome. */
export function hasMoved(
  row: Pick<ProgramTransaction, "slot" | "status">,
  { slot, failed }: { slot: bigint; failed: boolean },
): boolean {
  if (row.slot !== slot) return true;
  return row.status === "failed" ? !failed : row.status === "indexed" && failed;
}
