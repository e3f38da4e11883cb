import bs58 from "bs58";
import * as z from "zod";
import { type DescribedInstruction, describeInstruction } from "@/lib/core/solana/describe-instruction";
import { type ChainTransaction, readTransaction } from "@/lib/core/solana/read-transaction";
import {
  accountIndex,
  instructionList,
  MAX_ACCOUNTS,
  recordedMeta,
  toRecord,
} from "@/lib/core/solana/rpc-responses/recorded-transaction";
import { address, i64, transactionError, u64 } from "@/lib/core/solana/rpc-responses/response-json";
import { InvalidRpcResponseError } from "./errors";

/** Exceeds the log lines that a node keeps of a transaction. */
const MAX_LOG_LINES = 2_000;

const addresses = z.array(address).max(MAX_ACCOUNTS);

export const detailAnswer = z
  .object({
    slot: u64,
    blockTime: i64.nullish(),
    transaction: z.object({
      signatures: z.array(z.string()).min(1).max(MAX_ACCOUNTS),
      message: z.object({
        accountKeys: addresses,
        header: z.object({ numRequiredSignatures: accountIndex }),
        instructions: instructionList,
      }),
    }),
    meta: z
      .object({
        err: transactionError,
        computeUnitsConsumed: u64.nullish(),
        logMessages: z.array(z.string()).max(MAX_LOG_LINES).nullish(),
        loadedAddresses: z.object({ writable: addresses, readonly: addresses }).nullish(),
        ...recordedMeta,
        fee: u64,
      })
      .nullable(),
  })
  .nullable();

/** A described transaction. Lamports, slots and unix seconds are bigint. */
export type TransactionDetail = {
  signature: string;
  slot: bigint;
  blockTime: bigint | null;
  /** The error in the node's format; null if the transaction succeeded. */
  error: string | Record<string, unknown> | null;
  fee: bigint;
  computeUnits: bigint | null;
  signers: string[];
  instructions: (DescribedInstruction & { inner: DescribedInstruction[] })[];
  events: ChainTransaction["events"];
  /** The reason why the events could not be read. */
  readError: string | null;
  logs: string[] | null;
};

type Answer = NonNullable<z.output<typeof detailAnswer>>;

/**
 * Returns null while the node has not written the whole transaction. Throws InvalidRpcResponseError for an
 * inconsistent response.
 */
export function toDetail(
  answer: Answer | null,
  { signature, programId }: { signature: string; programId: string },
): TransactionDetail | null {
  if (!answer?.meta) return null;
  const { transaction, meta, slot } = answer;
  if (transaction.signatures[0] !== signature) {
    throw new InvalidRpcResponseError("The network returned a different transaction than requested.");
  }
  const { message } = transaction;
  const { writable, readonly } = meta.loadedAddresses ?? { writable: [], readonly: [] };
  const accounts = [...message.accountKeys, ...writable, ...readonly];
  const describe = (input: Answer["transaction"]["message"]["instructions"][number]) => {
    const program = accountAt(accounts, input.programIdIndex);
    const named = input.accounts.map((position) => accountAt(accounts, position));
    const data = bs58.decodeUnsafe(input.data) ?? new Uint8Array();
    return describeInstruction({ program, accounts: named, data }, programId);
  };
  const inner = new Map((meta.innerInstructions ?? []).map((item) => [item.index, item.instructions]));
  const blockTime = answer.blockTime ?? null;
  const response = { signature, slot, txIndex: null, blockTime, failed: meta.err !== null };
  const record = () => toRecord({ accounts, blockTime, meta, instructions: message.instructions });
  const logs = meta.logMessages ?? null;
  const { events, readError: problem } = readTransaction({ ...response, logs, accounts, record }, programId);
  return {
    signature,
    slot,
    blockTime,
    error: meta.err,
    fee: meta.fee,
    computeUnits: meta.computeUnitsConsumed ?? null,
    signers: message.accountKeys.slice(0, message.header.numRequiredSignatures),
    instructions: message.instructions.map((item, at) => ({
      ...describe(item),
      inner: (inner.get(at) ?? []).map(describe),
    })),
    events,
    readError: problem,
    logs,
  };
}

function accountAt(accounts: readonly string[], position: number): string {
  const account = accounts[position];
  if (account === undefined) throw new InvalidRpcResponseError("An instruction refers to a missing account.");
  return account;
}
