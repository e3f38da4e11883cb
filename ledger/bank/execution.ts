import type { LoadedAddresses, TransactionOutcome } from "../history/transaction-record";
import { bytesKey } from "./bytes-key";
import type { AccountState, Engine } from "./engine";
import { transactionFee } from "./transactions/fees";
import { isTokenProgram, mintDecimals, tokenBalance } from "./transactions/token-accounts";
import { isStaticKeyWritable, type WireTransaction } from "./transactions/wire-transaction";

export type AccountKeys = { all: Uint8Array[]; writable: Uint8Array[] };

/** The account keys of a transaction, in the order instructions index them, and those it may write. */
export function keysOf(transaction: WireTransaction, loaded: LoadedAddresses): AccountKeys {
  const { staticKeys } = transaction;
  return {
    all: [...staticKeys, ...loaded.writable, ...loaded.readonly],
    writable: [
      ...staticKeys.filter((_, index) => isStaticKeyWritable(transaction, index)),
      ...loaded.writable,
    ],
  };
}

export type Execution = {
  outcome: TransactionOutcome;
  /** Whether the transaction has a place in a block: it ran, or failed and still paid its fee. */
  landed: boolean;
  /** What the writable accounts held before. */
  replaced: { address: Uint8Array; value: AccountState | null }[];
};

/** Runs a transaction on the newest state and observes what a node records of it. */
export function executeTransaction(
  engine: Engine,
  transaction: WireTransaction,
  loaded: LoadedAddresses,
): Execution {
  const keys = keysOf(transaction, loaded);
  const programs = new Set(transaction.instructions.map(({ programIdIndex }) => programIdIndex));
  const before = keys.all.map((key, index) => (programs.has(index) ? null : engine.account(key)));
  const preBalances = keys.all.map((key, index) =>
    programs.has(index) ? engine.balance(key) : (before[index]?.lamports ?? 0n),
  );
  const withTokens = keys.all.some(isTokenProgram);
  const preTokenBalances = withTokens ? tokenBalances(engine, before) : [];
  const report = engine.execute(transaction);
  const writable = new Set(keys.writable.map(bytesKey));
  const after = keys.all.map((key, index) =>
    writable.has(bytesKey(key)) && !programs.has(index) ? engine.account(key) : (before[index] ?? null),
  );
  const postBalances = preBalances.map((balance, index) => {
    const key = keys.all[index];
    return key !== undefined && writable.has(bytesKey(key)) ? (after[index]?.lamports ?? 0n) : balance;
  });
  const outcome: TransactionOutcome = {
    ...report,
    fee: transactionFee(transaction),
    preBalances,
    postBalances,
    preTokenBalances,
    postTokenBalances: withTokens ? tokenBalances(engine, after) : [],
  };
  return {
    outcome,
    landed: report.err === null || preBalances[0] !== postBalances[0],
    replaced: keys.all.flatMap((address, index) =>
      writable.has(bytesKey(address)) && !programs.has(index)
        ? [{ address, value: before[index] ?? null }]
        : [],
    ),
  };
}

/** Whether running a transaction again did the same to everybody's lamports. */
export function isSameOutcome(a: TransactionOutcome, b: TransactionOutcome): boolean {
  return (
    JSON.stringify(a.err) === JSON.stringify(b.err) &&
    a.postBalances.every((balance, index) => balance === b.postBalances[index])
  );
}

function tokenBalances(engine: Engine, accounts: (AccountState | null)[]) {
  const decimalsOf = (mint: Uint8Array) => mintDecimals(engine.account(mint));
  return accounts.flatMap((account, index) => tokenBalance(account, index, decimalsOf) ?? []);
}
