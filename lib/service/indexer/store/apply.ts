import { type ReadTransaction, storeTransactions } from "@/db/queries/events/store-transactions";
import {
  addAttempt,
  type OpenPosition,
  selectOpenTransactions,
} from "@/db/queries/indexing/program-transactions";
import { holdRunLease } from "@/db/queries/indexing/sync-state";
import type { ProgramTransaction } from "@/db/schema";
import { chunk } from "@/lib/core/chunk";
import type { EventType } from "@/lib/core/events/event-types";
import { isOutOfTime, type RunContext } from "../context";
import { fetchTransactions } from "./fetch";

/** Transactions per batch, and concurrent batches. */
export const FETCH_BATCH = 1_000;
export const FETCH_WIDTH = 3;

/** Open transactions per query. */
const WINDOW = 10_000;

/** The transactions and events that a run has applied so far. */
export type Tally = {
  byType: Map<EventType, number>;
  transactions: number;
  /** Transactions that could not be read; they block the checkpoint. */
  unreadable: Set<string>;
  /** Transactions that the network lists but did not return. */
  missing: Set<string>;
};

export const emptyTally = (): Tally => ({
  byType: new Map(),
  transactions: 0,
  unreadable: new Set(),
  missing: new Set(),
});

/** Reads and stores the discovered transactions, oldest first. Returns whether it finished in time. */
export async function applyDiscovered(run: RunContext, tally: Tally): Promise<boolean> {
  let position: OpenPosition | null = null;
  for (;;) {
    if (isOutOfTime(run)) return false;
    const open: ProgramTransaction[] = await selectOpenTransactions(run.db, position, WINDOW);
    await run.onStep?.("apply: window");
    const fetched = inOrder(chunk(open, FETCH_BATCH), FETCH_WIDTH, async (batch) => ({
      batch,
      read: await fetchTransactions(run, batch),
    }));
    for await (const { batch, read } of fetched) {
      await applyBatch(run, { batch, read, tally });
      if (isOutOfTime(run)) return false;
    }
    position = open.at(-1) ?? null;
    if (open.length < WINDOW) return true;
  }
}

async function applyBatch(
  run: RunContext,
  { batch, read, tally }: { batch: readonly ProgramTransaction[]; read: ReadTransaction[]; tally: Tally },
): Promise<void> {
  await run.onStep?.("apply: fetched");
  const stored = await storeTransactions(run.db, read, {
    precondition: (tx) => holdRunLease(tx, run.lease),
    onStep: run.onStep,
  });
  await run.onStep?.("apply: stored");
  for (const [type, count] of stored.byType) tally.byType.set(type, (tally.byType.get(type) ?? 0) + count);
  tally.transactions += read.length;
  for (const { signature, status, readError: problem } of read) {
    if (status !== "unreadable") continue;
    tally.unreadable.add(signature);
    run.log.error(
      { signature, error: problem },
      "indexer: a transaction cannot be read and holds the checkpoint",
    );
  }
  const fetched = new Set(read.map((transaction) => transaction.signature));
  const missing = batch.map((row) => row.signature).filter((signature) => !fetched.has(signature));
  for (const signature of missing) tally.missing.add(signature);
  await addAttempt(run.db, missing);
}

/**
 * Processes items concurrently, at most `width` at once, and yields the results in the items' order. Work
 * continues while the consumer handles a result, at most 2 × `width` items ahead. An error is thrown at its
 * item's position.
 */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const started: Promise<Result>[] = [];
  let running = 0;
  let taken = 0;
  const start = () => {
    while (running < width && started.length < items.length && started.length - taken < 2 * width) {
      const item = items[started.length];
      if (item === undefined) return;
      running += 1;
      const result = work(item).finally(() => {
        running -= 1;
        start();
      });
      // An earlier error may end the iteration before this result is awaited, which must not cause an
      // unhandled rejection.
      result.catch(() => {});
      started.push(result);
    }
  };
  start();
  try {
    while (taken < started.length) {
      const result = started[taken];
      taken += 1;
      start();
      if (result) yield await result;
    }
  } finally {
    // Prevents the remaining work from starting new items.
    running = Number.POSITIVE_INFINITY;
  }
}
