import { encodeEvent, type LoggedEvent, type ProgramLog, parseProgramLogs } from "@/lib/core/solana/events";
import { type DerivedField, type Rebuilt, rebuildEvents } from "@/lib/core/solana/reconstruct/rebuild-events";
import type { TransactionRecord } from "@/lib/core/solana/reconstruct/transaction-record";
import { message } from "@/lib/core/words/words";

/** A transaction as a node returns it. */
export type ToldTransaction = {
  signature: string;
  slot: bigint;
  /** Position in the block, where the node tells it. */
  txIndex: number | null;
  /** Unix seconds; null while the node has not written it. */
  blockTime: bigint | null;
  failed: boolean;
  /** Null when the node keeps no logs. */
  logs: readonly string[] | null;
  /** Every account that the transaction names, those from lookup tables included. */
  accounts: string[];
  /** Reads what events can be reconstructed from; null where the node omits it. Only called for a log that is cut. */
  record?: () => TransactionRecord | null;
};

/** An event of a transaction. `derived` is absent for one read from the log. */
type TransactionEvent = LoggedEvent & {
  /** Of a reconstructed event: the fields that follow from earlier events of the campaign, each zero until then. */
  derived?: readonly DerivedField[];
};

/** A transaction of the ledger, as the index takes it. */
export type LedgerTransaction = Pick<ToldTransaction, "signature" | "slot" | "txIndex" | "blockTime"> & {
  status: "indexed" | "failed" | "unreadable";
  /** None of a failed or unreadable transaction. */
  events: TransactionEvent[];
  /** Why it is unreadable. */
  fault: string | null;
  /** The log is cut or missing, and events of the program were in the lost part or may have been. */
  isLogCut: boolean;
  /** The accounts whose events could not be reconstructed, null where all were. */
  lostAccounts: string[] | null;
};

/**
 * Reads the events of `programId` from a transaction's log. Events that a cut or missing log lost are reconstructed from
 * instructions and balances. A failed transaction changed nothing and has none; one that cannot be read whole is
 * `unreadable` and has none either.
 */
export function readTransaction(told: ToldTransaction, programId: string): LedgerTransaction {
  const { signature, slot, txIndex, blockTime, logs } = told;
  const place = { signature, slot, txIndex, blockTime };
  const read = { ...place, events: [], fault: null, isLogCut: false, lostAccounts: null };
  if (told.failed) return { ...read, status: "failed" };
  // A missing log is one that was cut before its first line.
  const log = parseProgramLogs(logs ?? [TRUNCATED], programId);
  const fault = faultOf(log);
  if (fault !== null) return { ...read, status: "unreadable", fault };
  if (!log.truncated) return { ...read, status: "indexed", events: log.events };
  return { ...read, status: "indexed", ...complete(told, { logged: log.events, programId }) };
}

const TRUNCATED = "Log truncated";

function faultOf(log: ProgramLog): string | null {
  if (log.inconsistent) return message("Its log's calls and returns do not fit.");
  if (log.failed) return message("Its log says that it failed, and the ledger that it did not.");
  return log.unreadable[0]?.reason ?? null;
}

/** The events that survived in a cut log, and those that were reconstructed behind them. */
function complete(
  told: ToldTransaction,
  { logged, programId }: { logged: LoggedEvent[]; programId: string },
): Pick<LedgerTransaction, "events" | "isLogCut" | "lostAccounts"> {
  const record = told.record?.() ?? null;
  const rebuilt = record && rebuildEvents(record, { programId, logged });
  if (rebuilt === null || !logged.every((event, at) => agrees(event, rebuilt[at]))) {
    return { events: logged, isLogCut: true, lostAccounts: told.accounts };
  }
  const missing = rebuilt.slice(logged.length);
  const lost = new Set(missing.flatMap(({ tree, event }) => (event === null ? [tree] : [])));
  const found = missing.flatMap(({ index, event }): TransactionEvent[] =>
    event === null ? [] : [{ ...event, index, bytes: encodeEvent(event) }],
  );
  return {
    events: [...logged, ...found],
    isLogCut: missing.length > 0,
    lostAccounts: lost.size > 0 ? [...lost] : null,
  };
}

/** Whether an event of the log is the one that the instructions say, in every field that they determine. */
function agrees(logged: LoggedEvent, rebuilt: Rebuilt | undefined): boolean {
  if (rebuilt?.name !== logged.name || rebuilt.tree !== logged.data.tree) return false;
  if (rebuilt.event === null) return true;
  const derived = new Set<string>(rebuilt.event.derived);
  const said: Record<string, unknown> = { ...logged.data };
  return Object.entries(rebuilt.event.data).every(
    ([field, value]) => derived.has(field) || said[field] === value,
  );
}
