import type { WireTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import { accountKeys, type LoadedAddresses, type TransactionOutcome } from "../history/transaction-record";
import type { Bank } from "./bank";
import { bytesKey } from "./bytes-key";
import type { AccountState } from "./engine";
import { transactionFee } from "./transactions/fees";
import { withMissingProgram } from "./transactions/program-loading";
import { isTokenProgram, mintDecimals, tokenBalance } from "./transactions/token-accounts";
import type { TransactionErrorJson } from "./transactions/transaction-error";

export type Simulation = Omit<TransactionOutcome, "fee"> & {
  fee: bigint | null;
  loaded: LoadedAddresses;
  loadedAccountsDataSize: number;
  /** Returns an account as the transaction would leave it. */
  accountAfter(address: Uint8Array): AccountState | null;
};

/** A transaction that cannot run at all, with the error that a node returns before any simulation. */
export type Unloadable = { unloadable: string };

export type SimulationRequest = {
  transaction: WireTransaction;
  slot: number;
  verifySignatures: boolean;
  /** False when the caller lets the node replace the blockhash. */
  checkBlockhash: boolean;
};

/** Runs a transaction on the state at the end of `slot` and discards the result. */
export function simulate(bank: Bank, request: SimulationRequest): Simulation | Unloadable {
  const { transaction, slot } = request;
  const loaded = bank.loadAddresses(transaction, slot);
  if (typeof loaded === "string") return { unloadable: loaded };
  const isStale = request.checkBlockhash && !bank.isCurrent(transaction, slot);
  // A node verifies the signatures first, so an invalid one is reported even then.
  if (isStale && !request.verifySignatures) return refused("BlockhashNotFound", loaded, bank, slot);
  const keys = accountKeys({ wire: transaction, loaded });
  const before = keys.map((key) => bank.accountAt(key, slot));
  const run = atSlot(bank, slot, keys, () => {
    bank.prepare(transaction, slot, bank.slots.time(slot) ?? 0);
    const report = bank.engine.simulate(transaction, request.verifySignatures);
    return withMissingProgram(report, transaction, (key) => bank.engine.account(key));
  });
  if (isStale && run.err !== "SignatureFailure") return refused("BlockhashNotFound", loaded, bank, slot);
  const posts = new Map(run.postAccounts.map(({ address, account }) => [bytesKey(address), account]));
  const accountAfter = (address: Uint8Array) => {
    const post = posts.get(bytesKey(address));
    if (post === undefined) return bank.accountAt(address, slot);
    return post.lamports === 0n ? null : bank.nonces.renewed(post, slot);
  };
  const after = keys.map(accountAfter);
  const withTokens = keys.some(isTokenProgram);
  const getDecimals = (mint: Uint8Array) => mintDecimals(accountAfter(mint));
  const tokens = (accounts: (AccountState | null)[]) =>
    withTokens ? accounts.flatMap((account, index) => tokenBalance(account, index, getDecimals) ?? []) : [];
  return {
    ...run,
    fee: transactionFee(transaction),
    loaded,
    loadedAccountsDataSize: before.reduce((sum, account) => sum + (account?.data.length ?? 0), 0),
    preBalances: before.map((account) => account?.lamports ?? 0n),
    postBalances: after.map((account) => account?.lamports ?? 0n),
    preTokenBalances: tokens(before),
    postTokenBalances: tokens(after),
    accountAfter,
  };
}

function refused(err: TransactionErrorJson, loaded: LoadedAddresses, bank: Bank, slot: number): Simulation {
  return {
    err,
    logs: [],
    computeUnits: 0,
    innerInstructions: [],
    returnData: null,
    fee: null,
    loaded,
    loadedAccountsDataSize: 0,
    preBalances: [],
    postBalances: [],
    preTokenBalances: [],
    postTokenBalances: [],
    accountAfter: (address) => bank.accountAt(address, slot),
  };
}

/** Sets older versions of the accounts while `work` runs, because the machine holds only the newest. */
function atSlot<Result>(bank: Bank, slot: number, keys: Uint8Array[], work: () => Result): Result {
  const replaced = keys.flatMap((address) => {
    const older = bank.versions.at(address, slot);
    return older === undefined ? [] : [{ address, older, newest: bank.engine.account(address) }];
  });
  for (const { address, older } of replaced) bank.engine.setAccount(address, older);
  try {
    return work();
  } finally {
    for (const { address, newest } of replaced) bank.engine.setAccount(address, newest);
  }
}
