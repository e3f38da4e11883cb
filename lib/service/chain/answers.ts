import { z } from "zod";
import { decodeVestingTree, type VestingTree } from "@/lib/core/solana/accounts";
import { isAddress } from "@/lib/core/solana/addresses";
import { i64, u64 } from "./answer-json";
import { LedgerAnswerInvalid } from "./errors";

/** The shapes of the answers that the service reads. Everything in them is untrusted until it has passed here. */

const address = z.string().refine(isAddress, "not an address");
const signature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/, "not a signature");
const blockhash = address;
const context = z.object({ slot: u64 });
/** A block's transactions are counted in thousands; columns hold 31 bits. */
const transactionIndex = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)
  .nullish();
const transactionError = z.union([z.string(), z.record(z.string(), z.unknown())]).nullable();

export const slotAnswer = u64;
export const genesisAnswer = blockhash;
export const healthAnswer = z.literal("ok");

export const signaturesAnswer = z.array(
  z.object({
    signature,
    slot: u64,
    err: transactionError,
    blockTime: i64.nullish(),
    confirmationStatus: z.string().nullish(),
    transactionIndex,
  }),
);

export const accountsAnswer = z.object({
  context,
  value: z.array(
    z
      .object({
        owner: address,
        lamports: u64,
        data: z.tuple([z.base64(), z.literal("base64")]),
      })
      .nullable(),
  ),
});

export const blockhashAnswer = z.object({
  context,
  value: z.object({ blockhash, lastValidBlockHeight: u64 }),
});

export const simulationAnswer = z.object({
  context,
  value: z.object({
    err: transactionError,
    logs: z.array(z.string()).nullable(),
    unitsConsumed: u64.nullish(),
  }),
});

export const statusesAnswer = z.object({
  context,
  value: z.array(
    z.object({ slot: u64, err: transactionError, confirmationStatus: z.string().nullish() }).nullable(),
  ),
});

export const blockSignaturesAnswer = z.object({ signatures: z.array(signature) }).nullable();

export const transactionAnswer = z
  .object({
    slot: u64,
    blockTime: i64.nullish(),
    transactionIndex,
    version: z.union([z.literal("legacy"), z.int().min(0)]).optional(),
    transaction: z.object({
      signatures: z.array(signature).min(1),
      message: z.object({ accountKeys: z.array(address) }),
    }),
    meta: z
      .object({
        err: transactionError,
        logMessages: z.array(z.string()).nullish(),
        loadedAddresses: z.object({ writable: z.array(address), readonly: z.array(address) }).nullish(),
      })
      .nullable(),
  })
  .nullable();

export type Commitment = "confirmed" | "finalized";

export type SignatureEntry = {
  signature: string;
  slot: bigint;
  blockTime: bigint | null;
  failed: boolean;
  finalized: boolean;
  /** Position in the block, where the node tells it. */
  transactionIndex: number | null;
};

export type LedgerAccount = { owner: string; lamports: bigint; data: Uint8Array };

export type SimulationResult = {
  err: string | Record<string, unknown> | null;
  logs: string[];
  unitsConsumed: bigint | null;
};

/** Joins the parts of a long account list; the slot is the oldest that any part was read at. */
export function joinAccounts(
  parts: readonly z.output<typeof accountsAnswer>[],
  wanted: number,
): { slot: bigint; accounts: (LedgerAccount | null)[] } {
  const accounts = parts.flatMap(({ value }) => value);
  if (accounts.length !== wanted) {
    throw new LedgerAnswerInvalid("The ledger gave another number of accounts than was asked for.");
  }
  let slot = parts[0]?.context.slot ?? 0n;
  for (const { context } of parts) if (context.slot < slot) slot = context.slot;
  return { slot, accounts: accounts.map((account) => account && readAccount(account)) };
}

/** The vesting tree that an account of the program holds; null for any other account. */
export function readTree(account: LedgerAccount | null, programId: string): VestingTree | null {
  if (account?.owner !== programId) return null;
  try {
    return decodeVestingTree(account.data);
  } catch (error) {
    // Another account of the program, such as a claim record, is no tree.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type AccountAnswer = NonNullable<z.output<typeof accountsAnswer>["value"][number]>;

function readAccount({ owner, lamports, data }: AccountAnswer): LedgerAccount {
  return { owner, lamports, data: new Uint8Array(Buffer.from(data[0], "base64")) };
}

/** A transaction as far as the service reads it. */
export type LedgerTransaction = {
  signature: string;
  slot: bigint;
  /** Unix seconds. */
  blockTime: bigint | null;
  /** Position in the block, where the node tells it. */
  transactionIndex: number | null;
  version: "legacy" | number;
  failed: boolean;
  /** Null when the node keeps no logs. */
  logs: string[] | null;
  /** Every account that the transaction names, those from lookup tables included. */
  accounts: string[];
};

/** Null while the node has not written all of it. */
export function readTransaction(answer: z.output<typeof transactionAnswer>): LedgerTransaction | null {
  const signature = answer?.transaction.signatures[0];
  if (!answer?.meta || signature === undefined) return null;
  const { meta, transaction } = answer;
  const { writable, readonly } = meta.loadedAddresses ?? { writable: [], readonly: [] };
  return {
    signature,
    slot: answer.slot,
    blockTime: answer.blockTime ?? null,
    transactionIndex: answer.transactionIndex ?? null,
    version: answer.version ?? "legacy",
    failed: meta.err !== null,
    logs: meta.logMessages ?? null,
    accounts: [...transaction.message.accountKeys, ...writable, ...readonly],
  };
}
