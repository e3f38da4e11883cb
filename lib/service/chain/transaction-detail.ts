import bs58 from "bs58";
import { z } from "zod";
import { type DescribedInstruction, describeInstruction } from "@/lib/core/solana/describe-instruction";
import { type LedgerTransaction, readTransaction } from "@/lib/core/solana/events";
import { address, i64, transactionError, u64 } from "./answer-json";
import { LedgerAnswerInvalid } from "./errors";

/** More than any transaction has room for, with what its programs call. */
const MOST_INSTRUCTIONS = 512;
const MOST_ACCOUNTS = 256;
/** More than a node keeps of a transaction's log. */
const MOST_LINES = 2_000;

const index = z
  .int()
  .min(0)
  .max(MOST_ACCOUNTS - 1);
const instruction = z.object({
  programIdIndex: index,
  accounts: z.array(index).max(MOST_ACCOUNTS),
  data: z.string().max(16_384),
});
const instructions = z.array(instruction).max(MOST_INSTRUCTIONS);
const addresses = z.array(address).max(MOST_ACCOUNTS);

export const detailAnswer = z
  .object({
    slot: u64,
    blockTime: i64.nullish(),
    transaction: z.object({
      signatures: z.array(z.string()).min(1).max(MOST_ACCOUNTS),
      message: z.object({
        accountKeys: addresses,
        header: z.object({ numRequiredSignatures: index }),
        instructions,
      }),
    }),
    meta: z
      .object({
        err: transactionError,
        fee: u64,
        computeUnitsConsumed: u64.nullish(),
        logMessages: z.array(z.string()).max(MOST_LINES).nullish(),
        loadedAddresses: z.object({ writable: addresses, readonly: addresses }).nullish(),
        innerInstructions: z.array(z.object({ index, instructions })).max(MOST_INSTRUCTIONS).nullish(),
      })
      .nullable(),
  })
  .nullable();

/** A transaction in words. Lamports, slots and unix seconds are bigint. */
export type TransactionDetail = {
  signature: string;
  slot: bigint;
  blockTime: bigint | null;
  /** As the node writes it; null when it succeeded. */
  error: string | Record<string, unknown> | null;
  fee: bigint;
  computeUnits: bigint | null;
  signers: string[];
  instructions: (DescribedInstruction & { inner: DescribedInstruction[] })[];
  events: LedgerTransaction["events"];
  /** Why the events could not be read. */
  fault: string | null;
  logs: string[] | null;
};

type Answer = NonNullable<z.output<typeof detailAnswer>>;

/** Null while the node has not written all of it. Throws LedgerAnswerInvalid when it is none that can be. */
export function toDetail(
  answer: Answer | null,
  { signature, programId }: { signature: string; programId: string },
): TransactionDetail | null {
  if (!answer?.meta) return null;
  const { transaction, meta, slot } = answer;
  if (transaction.signatures[0] !== signature) {
    throw new LedgerAnswerInvalid("The ledger gave another transaction than was asked for.");
  }
  const { message } = transaction;
  const { writable, readonly } = meta.loadedAddresses ?? { writable: [], readonly: [] };
  const accounts = [...message.accountKeys, ...writable, ...readonly];
  const describe = (of: Answer["transaction"]["message"]["instructions"][number]) => {
    const program = accountAt(accounts, of.programIdIndex);
    const named = of.accounts.map((place) => accountAt(accounts, place));
    const data = bs58.decodeUnsafe(of.data) ?? new Uint8Array();
    return describeInstruction({ program, accounts: named, data }, programId);
  };
  const inner = new Map((meta.innerInstructions ?? []).map((one) => [one.index, one.instructions]));
  const blockTime = answer.blockTime ?? null;
  const told = { signature, slot, txIndex: null, blockTime, failed: meta.err !== null };
  const { events, fault } = readTransaction({ ...told, logs: meta.logMessages ?? null, accounts }, programId);
  return {
    signature,
    slot,
    blockTime,
    error: meta.err,
    fee: meta.fee,
    computeUnits: meta.computeUnitsConsumed ?? null,
    signers: message.accountKeys.slice(0, message.header.numRequiredSignatures),
    instructions: message.instructions.map((one, at) => ({
      ...describe(one),
      inner: (inner.get(at) ?? []).map(describe),
    })),
    events,
    fault,
    logs: meta.logMessages ?? null,
  };
}

function accountAt(accounts: readonly string[], place: number): string {
  const account = accounts[place];
  if (account === undefined)
    throw new LedgerAnswerInvalid("An instruction names an account that is not there.");
  return account;
}
