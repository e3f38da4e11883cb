import bs58 from "bs58";
import * as z from "zod";
import type {
  BalanceChange,
  RecordedInstruction,
  TransactionRecord,
} from "@/lib/core/solana/reconstruct/transaction-record";
import { u64 } from "./response-json";

/** Exceeds the instructions that fit into any transaction, inner instructions included. */
const MAX_INSTRUCTIONS = 512;
export const MAX_ACCOUNTS = 256;

export const accountIndex = z
  .int()
  .min(0)
  .max(MAX_ACCOUNTS - 1);

const instruction = z.object({
  programIdIndex: accountIndex,
  accounts: z.array(accountIndex).max(MAX_ACCOUNTS),
  data: z.string().max(16_384),
  stackHeight: z.int().min(1).max(64).nullish(),
});

/** Instructions in the format of `encoding: "json"`. */
export const instructionList = z.array(instruction).max(MAX_INSTRUCTIONS);
const innerInstructionList = z
  .array(z.object({ index: accountIndex, instructions: instructionList }))
  .max(MAX_INSTRUCTIONS);

const balances = z.array(u64).max(MAX_ACCOUNTS);
const tokenBalances = z
  .array(z.object({ accountIndex, uiTokenAmount: z.object({ amount: u64 }) }))
  .max(MAX_ACCOUNTS);

/**
 * The parts of a transaction's `meta` from which events can be reconstructed. Nodes may omit each of them.
 */
export const recordedMeta = {
  fee: u64.nullish(),
  innerInstructions: innerInstructionList.nullish(),
  preBalances: balances.nullish(),
  postBalances: balances.nullish(),
  preTokenBalances: tokenBalances.nullish(),
  postTokenBalances: tokenBalances.nullish(),
};

const meta = z.object(recordedMeta);

type RecordedAnswer = {
  accounts: readonly string[];
  blockTime: bigint | null;
  instructions: z.output<typeof instructionList> | null | undefined;
  meta: z.output<typeof meta>;
};

/** Returns null if the node omits instructions or balances, or returns inconsistent values. */
export function toRecord({
  accounts,
  blockTime,
  instructions,
  meta,
}: RecordedAnswer): TransactionRecord | null {
  const { fee, innerInstructions: inner, preBalances: before, postBalances: after } = meta;
  const feePayer = accounts[0];
  if (!instructions || !inner || !before || !after || feePayer === undefined) return null;
  if (before.length !== accounts.length || after.length !== accounts.length) return null;
  const read = (list: z.output<typeof instructionList>) => list.map((item) => toInstruction(item, accounts));
  const groups = new Map(inner.map((group) => [group.index, read(group.instructions)]));
  const outer = read(instructions);
  const whole = [...outer, ...[...groups.values()].flat()];
  if (whole.includes(null) || [...groups.keys()].some((index) => index >= outer.length)) return null;
  return {
    instructions: outer.flatMap((item, at) => {
      const invoked = (groups.get(at) ?? []).filter((step) => step !== null);
      return item === null ? [] : [{ ...item, stackHeight: 1, inner: invoked }];
    }),
    blockTime,
    feePayer,
    fee: fee ?? null,
    lamports: new Map(
      accounts.map((account, at) => [account, { before: before[at] ?? 0n, after: after[at] ?? 0n }]),
    ),
    tokens: tokenChanges(meta, accounts),
  };
}

function toInstruction(
  { programIdIndex, accounts: positions, data, stackHeight }: z.output<typeof instruction>,
  accounts: readonly string[],
): RecordedInstruction | null {
  const program = accounts[programIdIndex];
  const named = positions.flatMap((position) => accounts[position] ?? []);
  const bytes = bs58.decodeUnsafe(data);
  if (program === undefined || named.length !== positions.length || bytes === undefined) return null;
  return { program, accounts: named, data: bytes, stackHeight: stackHeight ?? null };
}

function tokenChanges(
  { preTokenBalances, postTokenBalances }: z.output<typeof meta>,
  accounts: readonly string[],
): Map<string, BalanceChange> {
  const changes = new Map<string, BalanceChange>();
  const set = (side: keyof BalanceChange, list: z.output<typeof tokenBalances>) => {
    for (const { accountIndex: at, uiTokenAmount } of list) {
      const account = accounts[at];
      if (account === undefined) continue;
      changes.set(account, { before: 0n, after: 0n, ...changes.get(account), [side]: uiTokenAmount.amount });
    }
  };
  set("before", preTokenBalances ?? []);
  set("after", postTokenBalances ?? []);
  return changes;
}
