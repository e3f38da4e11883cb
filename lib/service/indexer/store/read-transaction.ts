import type { TransactionStatus } from "@/db/schema";
import { type LoggedEvent, type ProgramLog, parseProgramLogs } from "@/lib/core/solana/logs";
import type { LedgerTransaction } from "@/lib/service/chain/chain";
import { EVENTS } from "../events";

/** A transaction of the ledger, as the index takes it. */
export type ReadTransaction = {
  signature: string;
  slot: bigint;
  txIndex: number | null;
  blockTime: bigint;
  status: Exclude<TransactionStatus, "discovered">;
  /** Those with consequence for what is served; none of a failed or unreadable transaction. */
  events: LoggedEvent[];
  /** Why it is unreadable. */
  fault: string | null;
  /** Its accounts, when its log was cut and events may be missing. */
  lostAccounts: string[] | null;
};

/**
 * Reads the program's events from a transaction's log. A failed transaction changed nothing and has none; one that
 * cannot be read whole is `unreadable` and has none either. Null while the ledger has not written all of it.
 */
export function readTransaction(transaction: LedgerTransaction, programId: string): ReadTransaction | null {
  const { signature, slot, blockTime, transactionIndex: txIndex, logs, accounts } = transaction;
  if (blockTime === null) return null;
  const read = { signature, slot, txIndex, blockTime, events: [], fault: null, lostAccounts: null };
  if (transaction.failed) return { ...read, status: "failed" };
  if (logs === null) return { ...read, status: "unreadable", fault: "The node keeps no log of it." };
  const log = parseProgramLogs(logs, programId);
  const fault = faultOf(log);
  if (fault !== null) return { ...read, status: "unreadable", fault };
  return {
    ...read,
    status: "indexed",
    events: log.events.filter((event) => EVENTS[event.name].type !== null),
    lostAccounts: log.truncated ? accounts : null,
  };
}

function faultOf(log: ProgramLog): string | null {
  if (log.inconsistent) return "Its log's calls and returns do not fit.";
  if (log.failed) return "Its log says that it failed, and the ledger that it did not.";
  return log.unreadable[0]?.reason ?? null;
}
