import type { RunReport } from "../bank/engine";
import type { WireTransaction } from "../bank/transactions/wire-transaction";

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

/** One transaction that landed in a block: all that the ledger can later say about it. */
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

/** The account keys in the order that instructions index them. */
export function accountKeys(record: Pick<TransactionRecord, "wire" | "loaded">): Uint8Array[] {
  return [...record.wire.staticKeys, ...record.loaded.writable, ...record.loaded.readonly];
}
