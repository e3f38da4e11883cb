import { setTimeout as sleep } from "node:timers/promises";
import type { ReadTransaction } from "@/db/queries/events/store-transactions";
import type { ChainTransaction } from "@/lib/core/solana/read-transaction";
import type { SlotRange } from "@/lib/service/chain/bulk-read";
import { isOutOfTime, type RunContext } from "../context";

/** A transaction to fetch, with its index in the slot and its time, if the list contained them. */
export type TransactionToFetch = {
  signature: string;
  slot: bigint;
  txIndex: number | null;
  blockTime: bigint | null;
};

/**
 * Bounds for the timeout of a fetch, which is otherwise the rest of the run's time, so that fetched
 * transactions can still be stored.
 */
const SHORTEST_MS = 2_000;
const LONGEST_MS = 30_000;

/** A node may list a transaction a moment before it can return it. */
const RETRY_PAUSES_MS = [50, 200];

/**
 * Fetches and decodes transactions, given in ledger order. The result omits transactions that the network does not return after
 * retries.
 */
export async function fetchTransactions(
  run: RunContext,
  wanted: readonly TransactionToFetch[],
): Promise<ReadTransaction[]> {
  const read = await fetchOnce(run, wanted, getSlots(wanted));
  for (const pause of RETRY_PAUSES_MS) {
    const fetched = new Set(read.map((transaction) => transaction.signature));
    const missing = wanted.filter(({ signature }) => !fetched.has(signature));
    if (missing.length === 0 || isOutOfTime(run)) break;
    await sleep(pause);
    read.push(...(await fetchOnce(run, missing)));
  }
  return read;
}

/** Returns the slots of transactions in ledger order. */
const getSlots = (wanted: readonly TransactionToFetch[]) => ({
  from: wanted[0]?.slot ?? 0n,
  to: wanted.at(-1)?.slot ?? 0n,
});

/**
 * Makes one attempt of `fetchTransactions`. Only the first one gives the slots, so that a transaction that an
 * endpoint returned wrongly among many is requested by its signature.
 */
async function fetchOnce(
  run: RunContext,
  wanted: readonly TransactionToFetch[],
  slots?: SlotRange,
): Promise<ReadTransaction[]> {
  if (wanted.length === 0) return [];
  const deadlineMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, run.deadlineMs - run.nowMs()));
  const answers = await run.chain.getTransactions(
    wanted.map(({ signature }) => signature),
    { commitment: "confirmed", deadlineMs, slots },
  );
  return wanted.flatMap((row, position) => {
    const answer = answers[position];
    if (!answer) return [];
    const read = "unreadable" in answer ? unreadable(row, answer.unreadable) : asListed(row, answer);
    return read ? [read] : [];
  });
}

/** Returns null if the transaction is incomplete, is another transaction, or comes from another fork. */
export function asListed(row: TransactionToFetch, answer: ChainTransaction): ReadTransaction | null {
  const blockTime = answer.blockTime ?? row.blockTime;
  if (answer.signature !== row.signature || answer.slot !== row.slot || blockTime === null) return null;
  return { ...answer, blockTime, txIndex: row.txIndex ?? answer.txIndex };
}

function unreadable(
  { signature, slot, txIndex, blockTime }: TransactionToFetch,
  error: string,
): ReadTransaction {
  return {
    signature,
    slot,
    txIndex,
    blockTime,
    status: "unreadable",
    events: [],
    readError: error,
    isLogTruncated: false,
    lostAccounts: null,
  };
}
