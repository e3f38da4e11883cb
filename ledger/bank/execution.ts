import { type WireTransaction, writableKeys } from "@/lib/core/solana/transaction/wire-transaction";
import { accountKeys, type LoadedAddresses, type TransactionOutcome } from "../history/transaction-record";
import { bytesKey } from "./bytes-key";
import { isSysvar } from "./clock-sysvar";
import type { AccountState, Engine } from "./engine";
import { transactionFee } from "./transactions/fees";
import { isLoadingError, withMissingProgram } from "./transactions/program-loading";
import { isTokenProgram, mintDecimals, tokenBalance } from "./transactions/token-accounts";

export type Execution = {
  outcome: TransactionOutcome;
  /** Whether the transaction is in a block: it succeeded, or failed and still paid its fee. */
  landed: boolean;
  /** The values of the writable accounts before the run. */
  replaced: { address: Uint8Array; value: AccountState | null }[];
};

/** Runs a transaction on the newest state and returns the data that a node records. */
export function executeTransaction(
  engine: Engine,
  transaction: WireTransaction,
  loaded: LoadedAddresses,
): Execution {
  const keys = accountKeys({ wire: transaction, loaded });
  const programs = new Set(transaction.instructions.map(({ programIdIndex }) => programIdIndex));
  const before = keys.map((key, index) => (programs.has(index) ? null : engine.account(key)));
  const preBalances = keys.map((key, index) =>
    programs.has(index) ? engine.balance(key) : (before[index]?.lamports ?? 0n),
  );
  const withTokens = keys.some(isTokenProgram);
  const preTokenBalances = withTokens ? tokenBalances(engine, before) : [];
  const report = withMissingProgram(engine.execute(transaction), transaction, (key) => engine.account(key));
  const fee = transactionFee(transaction);
  if (isLoadingError(report.err)) chargeFee(engine, keys[0], fee);
  const writable = new Set(writableKeys(transaction, loaded).map(bytesKey));
  const after = keys.map((key, index) =>
    writable.has(bytesKey(key)) && !programs.has(index) ? engine.account(key) : (before[index] ?? null),
  );
  const postBalances = preBalances.map((balance, index) => {
    const key = keys[index];
    return key !== undefined && writable.has(bytesKey(key)) ? (after[index]?.lamports ?? 0n) : balance;
  });
  const outcome: TransactionOutcome = {
    ...report,
    fee,
    preBalances,
    postBalances,
    preTokenBalances,
    postTokenBalances: withTokens ? tokenBalances(engine, after) : [],
  };
  return {
    outcome,
    landed: report.err === null || preBalances[0] !== postBalances[0],
    replaced: keys.flatMap((address, index) =>
      // No transaction changes a sysvar, even if its header says so, and the clock has a version for each
      // slot anyway.
      writable.has(bytesKey(address)) && !programs.has(index) && !isSysvar(before[index] ?? null)
        ? [{ address, value: before[index] ?? null }]
        : [],
    ),
  };
}

/** The machine leaves the fee of a transaction whose program it could not load to its caller. */
function chargeFee(engine: Engine, payer: Uint8Array | undefined, fee: bigint): void {
  const account = payer && engine.account(payer);
  if (!account || account.lamports < fee) return;
  engine.setAccount(payer, { ...account, lamports: account.lamports - fee });
}

/** Returns whether a repeated run changed all lamports in the same way. */
export function isSameOutcome(a: TransactionOutcome, b: TransactionOutcome): boolean {
  return (
    JSON.stringify(a.err) === JSON.stringify(b.err) &&
    a.postBalances.every((balance, index) => balance === b.postBalances[index])
  );
}

function tokenBalances(engine: Engine, accounts: (AccountState | null)[]) {
  const getDecimals = (mint: Uint8Array) => mintDecimals(engine.account(mint));
  return accounts.flatMap((account, index) => tokenBalance(account, index, getDecimals) ?? []);
}
