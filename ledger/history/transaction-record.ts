import type { WireTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import type { RunReport } from "../bank/engine";

export type TokenBalance = {
  accountIndex: number;
  mint: string;
  owner: string;
  programId: string;
  /** u64 as a decimal string */
  amount: string;
  decimals: number;
};

export type LoadedAddresses = { writable: Uint8Array[]; readonly: Uint8Array[] };

export type TransactionOutcome = RunReport & {
  fee: bigint;
  preBalances: bigint[];
  postBalances: bigint[];
  preTokenBalances: TokenBalance[];
  postTokenBalances: TokenBalance[];
};

/** One transaction that landed in a block, with all data that the ledger can return about it. */
export type TransactionRecord = {
  wire: WireTransaction;
  loaded: LoadedAddresses;
  slot: number;
  /** unix seconds of the block */
  blockTime: number;
  /** position in the block, from 0 */
  index: number;
  outcome: TransactionOutcome;
};

/** Returns the account keys in the order that instructions index them. */
export function accountKeys(record: Pick<TransactionRecord, "wire" | "loaded">): Uint8Array[] {
  return [...record.wire.staticKeys, ...record.loaded.writable, ...record.loaded.readonly];
}

/** An append-only sequence of byte records; `append` returns the position that finds a record again. */
export type RecordStore = {
  append(payload: Uint8Array): number;
  read(position: number): Uint8Array;
  /** Yields every whole record in order; called once, before the first append. */
  scan(): Iterable<{ position: number; payload: Uint8Array }>;
  /** Waits until the appended records survive a power failure. */
  sync(): Promise<void>;
  /** Does the same before it returns, which blocks the process. */
  syncNow(): void;
  close(): void;
};

/** Records in memory, for ledgers that end with the process. */
export class MemoryRecordStore implements RecordStore {
  private readonly records: Uint8Array[] = [];

  append(payload: Uint8Array): number {
    return this.records.push(payload) - 1;
  }

  read(position: number): Uint8Array {
    const record = this.records[position];
    if (record === undefined) throw new RangeError(`no record at position ${position}`);
    return record;
  }

  scan(): Iterable<never> {
    return [];
  }

  async sync(): Promise<void> {}

  syncNow(): void {}

  close(): void {
    this.records.length = 0;
  }
}
