import { message } from "@/lib/core/i18n/translator";
import { encodeEvent, type LoggedEvent, type ProgramLog, parseProgramLogs } from "@/lib/core/solana/events";
import { type DerivedField, type Rebuilt, rebuildEvents } from "@/lib/core/solana/reconstruct/rebuild-events";
import type { TransactionRecord } from "@/lib/core/solana/reconstruct/transaction-record";

/** A transaction as a node returns it. */
export type DescribedTransaction = {
  signature: string;
  slot: bigint;
  /** Index in the block, if the node returns it. */
  txIndex: number | null;
  /** Unix seconds; null while the node has not stored it. */
  blockTime: bigint | null;
  failed: boolean;
  /** Null if the node does not keep logs. */
  logs: readonly string[] | null;
  /** Every account of the transaction, including accounts from lookup tables. */
  accounts: string[];
  /**
   * Returns the data for reconstructing events; null if the node omits it. Only called for a truncated log.
   */
  record?: () => TransactionRecord | null;
};

/** An event of a transaction. `derived` is absent for an event from the log. */
type TransactionEvent = LoggedEvent & {
  /**
   * Only for a reconstructed event: the fields that follow from earlier events of the campaign; each is zero
   * until they are derived.
   */
  derived?: readonly DerivedField[];
};

/** A transaction in the format of the index. */
export type ChainTransaction = Pick<DescribedTransaction, "signature" | "slot" | "txIndex" | "blockTime"> & {
  status: "indexed" | "failed" | "unreadable";
  /** Empty for a failed or unreadable transaction. */
  events: TransactionEvent[];
  /** The reason why the transaction is unreadable. */
  readError: string | null;
  /**
   * The log is truncated or missing, and the lost part contained, or may have contained, events of the
   * program.
   */
  isLogTruncated: boolean;
  /** The accounts whose events could not be reconstructed; null if there are none. */
  lostAccounts: string[] | null;
};

/**
 * Reads the events of `programId` from a transaction's log. Events that a truncated or missing log lost are
 * reconstructed from instructions and balances. A failed transaction changed nothing and has no events. A
 * transaction that cannot be read completely is `unreadable` and has no events either.
 */
export function readTransaction(response: DescribedTransaction, programId: string): ChainTransaction {
  const { signature, slot, txIndex, blockTime, logs } = response;
  const noEvents = { events: [], readError: null, isLogTruncated: false, lostAccounts: null };
  const read = (status: ChainTransaction["status"], found: Partial<ChainTransaction> = {}) =>
    Object.assign({ signature, slot, txIndex, blockTime, status }, noEvents, found);
  if (response.failed) return read("failed");
  // A missing log is treated as a log that was truncated before its first line.
  const log = parseProgramLogs(logs ?? [TRUNCATED], programId);
  const error = findError(log);
  if (error !== null) return read("unreadable", { readError: error });
  if (!log.truncated) return read("indexed", { events: log.events });
  return read("indexed", complete(response, { logged: log.events, programId }));
}

const TRUNCATED = "Log truncated";

function findError(log: ProgramLog): string | null {
  if (log.inconsistent) return message("The calls and returns in the transaction’s log do not match.");
  if (log.failed) return message("The transaction’s log reports a failure, but the network reports success.");
  return log.unreadable[0]?.reason ?? null;
}

/** Returns the remaining events of a truncated log, followed by the reconstructed ones. */
function complete(
  response: DescribedTransaction,
  { logged, programId }: { logged: LoggedEvent[]; programId: string },
): Pick<ChainTransaction, "events" | "isLogTruncated" | "lostAccounts"> {
  const record = response.record?.() ?? null;
  const rebuilt = record && rebuildEvents(record, { programId, logged });
  if (rebuilt === null || !logged.every((event, at) => agrees(event, rebuilt[at]))) {
    return { events: logged, isLogTruncated: true, lostAccounts: response.accounts };
  }
  const missing = rebuilt.slice(logged.length);
  const lost = new Set(missing.flatMap(({ tree, event }) => (event === null ? [tree] : [])));
  const found = missing.flatMap(({ index, event }): TransactionEvent[] =>
    event === null ? [] : [{ ...event, index, bytes: encodeEvent(event) }],
  );
  return {
    events: [...logged, ...found],
    isLogTruncated: missing.length > 0,
    lostAccounts: lost.size > 0 ? [...lost] : null,
  };
}

/**
 * Returns whether an event from the log equals the reconstructed one in every field that the instructions
 * determine.
 */
function agrees(logged: LoggedEvent, rebuilt: Rebuilt | undefined): boolean {
  if (rebuilt?.name !== logged.name || rebuilt.tree !== logged.data.tree) return false;
  if (rebuilt.event === null) return true;
  const derived = new Set<string>(rebuilt.event.derived);
  const loggedData: Record<string, unknown> = { ...logged.data };
  return Object.entries(rebuilt.event.data).every(
    ([field, value]) => derived.has(field) || loggedData[field] === value,
  );
}
