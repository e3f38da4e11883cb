import type { Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { FailedTransactionMetadata, type TransactionMetadata } from "litesvm";
import type { Svm } from "@/ledger/tests/support/svm";
import { TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import type { TransactionRecord } from "@/lib/core/solana/reconstruct/transaction-record";
import { TOKEN_ACCOUNT_BYTES, tokenAccountBalance } from "@/lib/core/solana/tokens/tokens";

/** The fee per signature on the virtual machine, in lamports. */
const FEE_PER_SIGNATURE = 5_000n;

type Result = TransactionMetadata | FailedTransactionMetadata;

/** Executes a transaction on a virtual machine and records a node's data about it apart from the log. */
export function recordTransaction(
  svm: Svm,
  transaction: Transaction,
  execute: () => Result,
): { result: Result; record: TransactionRecord | null } {
  const message = transaction.compileMessage();
  const keys = message.accountKeys.map((key) => key.toBase58());
  const lamportsBefore = keys.map((key) => svm.lamports(key));
  const tokensBefore = keys.map((key) => getTokens(svm, key));
  const result = execute();
  if (result instanceof FailedTransactionMetadata) return { result, record: null };
  const inner = result.innerInstructions();
  const key = (at: number) => keys[at] ?? "";
  const instructions = message.instructions.map(({ programIdIndex, accounts, data }, at) => ({
    program: key(programIdIndex),
    accounts: accounts.map(key),
    data: bs58.decode(data),
    stackHeight: 1,
    inner: (inner[at] ?? []).map((item) => {
      const called = item.instruction();
      return {
        program: key(called.programIdIndex()),
        accounts: [...called.accounts()].map(key),
        data: called.data(),
        stackHeight: item.stackHeight(),
      };
    }),
  }));
  const changes = (before: bigint[], now: (account: string) => bigint) =>
    new Map(keys.map((account, at) => [account, { before: before[at] ?? 0n, after: now(account) }]));
  const record = {
    instructions,
    blockTime: svm.now,
    feePayer: key(0),
    fee: FEE_PER_SIGNATURE * BigInt(message.header.numRequiredSignatures),
    lamports: changes(lamportsBefore, (account) => svm.lamports(account)),
    tokens: changes(tokensBefore, (account) => getTokens(svm, account)),
  };
  return { result, record };
}

function getTokens(svm: Svm, at: string): bigint {
  const account = svm.account(at);
  const holdsTokens = account?.owner === TOKEN_PROGRAM_ID && account.data.length === TOKEN_ACCOUNT_BYTES;
  return holdsTokens ? tokenAccountBalance(account.data) : 0n;
}
