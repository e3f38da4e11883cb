import { setTimeout as sleep } from "node:timers/promises";
import type { LedgerTransaction } from "@/lib/chain/chain";
import type { IndexerContext } from "./context";
import { type ReadTransaction, readTransaction } from "./read-transaction";

/** A transaction to fetch, with its place in its slot and its time when the ledger's list has told them. */
type Wanted = { signature: string; slot: bigint; txIndex: number | null; blockTime: bigint | null };

/** A node may list a transaction a moment before it can give it. */
const RETRY_PAUSES_MS = [50, 200];

/** Fetches and reads transactions. Those that the ledger does not give, even asked again, are absent. */
export async function fetchTransactions(
  context: IndexerContext,
  wanted: readonly Wanted[],
): Promise<ReadTransaction[]> {
  const read = await fetchOnce(context, wanted);
  for (const pause of RETRY_PAUSES_MS) {
    const given = new Set(read.map((transaction) => transaction.signature));
    const missing = wanted.filter(({ signature }) => !given.has(signature));
    if (missing.length === 0) break;
    await sleep(pause);
    read.push(...(await fetchOnce(context, missing)));
  }
  return read;
}

/** One attempt of `fetchTransactions`. */
async function fetchOnce(context: IndexerContext, wanted: readonly Wanted[]): Promise<ReadTransaction[]> {
  if (wanted.length === 0) return [];
  const answers = await context.chain.getTransactions(
    wanted.map(({ signature }) => signature),
    { commitment: "confirmed" },
  );
  return wanted.flatMap((row, position) => {
    const answer = answers[position];
    if (!answer) return [];
    const read =
      "unreadable" in answer ? unreadable(row, answer.unreadable) : readListed(context, row, answer);
    return read ? [read] : [];
  });
}

function readListed(context: IndexerContext, row: Wanted, answer: LedgerTransaction): ReadTransaction | null {
  // A node that answers with another transaction, or from another fork, has not given this one yet.
  if (answer.signature !== row.signature || answer.slot !== row.slot) return null;
  const blockTime = answer.blockTime ?? row.blockTime;
  const read = readTransaction({ ...answer, blockTime }, context.programId);
  return read && { ...read, txIndex: row.txIndex ?? read.txIndex };
}

function unreadable({ signature, slot, txIndex }: Wanted, fault: string): ReadTransaction {
  const blockTime = 0n;
  return { signature, slot, txIndex, blockTime, status: "unreadable", events: [], fault, lostAccounts: null };
}
