import * as z from "zod";
import { ByteReader } from "@/lib/core/solana/transaction/byte-reader";
import { readTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import type { TransactionErrorJson } from "../bank/transactions/transaction-error";
import type { TransactionOutcome, TransactionRecord } from "./transaction-record";

const TRANSACTION = 1;
const REWIND = 2;
const FIXED_BYTES = 15;

const decimal = z.string().regex(/^\d+$/).transform(BigInt);
const bytes = z.base64().transform((text) => new Uint8Array(Buffer.from(text, "base64")));
const tokenBalance = z.object({
  accountIndex: z.number(),
  mint: z.string(),
  owner: z.string(),
  programId: z.string(),
  amount: z.string(),
  decimals: z.number(),
});
const instructionError = z.union([z.string(), z.object({ Custom: z.number() })]);
const accountIndex = z.object({ account_index: z.number() });
const transactionError: z.ZodType<TransactionErrorJson> = z.union([
  z.string(),
  z.object({ InstructionError: z.tuple([z.number(), instructionError]) }),
  z.object({ DuplicateInstruction: z.number() }),
  z.object({ InsufficientFundsForRent: accountIndex }),
  z.object({ ProgramExecutionTemporarilyRestricted: accountIndex }),
]);
const outcomeSchema = z.object({
  logs: z.array(z.string()),
  computeUnits: z.number(),
  innerInstructions: z.array(
    z.object({
      index: z.number(),
      instructions: z.array(
        z.object({
          programIdIndex: z.number(),
          accounts: z.array(z.number()),
          data: z.string(),
          stackHeight: z.number(),
        }),
      ),
    }),
  ),
  returnData: z.object({ programId: bytes, data: bytes }).nullable(),
  fee: decimal,
  preBalances: z.array(decimal),
  postBalances: z.array(decimal),
  preTokenBalances: z.array(tokenBalance),
  postTokenBalances: z.array(tokenBalance),
});

export function encodeRewind(toSlot: number): Uint8Array {
  const out = Buffer.alloc(5);
  out[0] = REWIND;
  out.writeUInt32LE(toSlot, 1);
  return out;
}

/** Encodes a binary head with the fields of lists, then the rest of the outcome as JSON. */
export function encodeRecord(record: TransactionRecord): Uint8Array {
  const { wire, loaded } = record;
  const head = Buffer.alloc(FIXED_BYTES);
  head[0] = TRANSACTION;
  head.writeUInt32LE(record.slot, 1);
  head.writeUInt32LE(record.blockTime, 5);
  head.writeUInt32LE(record.index, 9);
  head.writeUInt16LE(wire.raw.length, 13);
  const counts = Buffer.from([loaded.writable.length, loaded.readonly.length]);
  const { err, ...outcome } = record.outcome;
  const error = Buffer.from(err === null ? "" : JSON.stringify(err));
  const errorLength = Buffer.alloc(2);
  errorLength.writeUInt16LE(error.length);
  return Buffer.concat([
    head,
    wire.raw,
    counts,
    ...loaded.writable,
    ...loaded.readonly,
    errorLength,
    error,
    Buffer.from(encodeOutcome(outcome)),
  ]);
}

function encodeOutcome(outcome: Omit<TransactionOutcome, "err">): string {
  const { returnData } = outcome;
  return JSON.stringify({
    ...outcome,
    fee: outcome.fee.toString(),
    preBalances: outcome.preBalances.map(String),
    postBalances: outcome.postBalances.map(String),
    returnData: returnData && {
      programId: Buffer.from(returnData.programId).toString("base64"),
      data: Buffer.from(returnData.data).toString("base64"),
    },
  });
}

/** The fields of a transaction in lists. */
export type RecordHead = Omit<TransactionRecord, "outcome"> & { err: TransactionErrorJson | null };

export type EntryHead =
  | { kind: "transaction"; head: RecordHead; outcome: Uint8Array }
  | { kind: "rewind"; toSlot: number };

/** Decodes an entry without the larger part of the outcome. */
export function decodeHead(payload: Uint8Array): EntryHead {
  const reader = new ByteReader(payload);
  if (reader.u8() === REWIND) return { kind: "rewind", toSlot: reader.u32() };
  const slot = reader.u32();
  const blockTime = reader.u32();
  const index = reader.u32();
  const wire = readTransaction(reader.take(reader.u16()));
  const writable = reader.u8();
  const readonly = reader.u8();
  const loaded = {
    writable: reader.list(writable, () => reader.take(32)),
    readonly: reader.list(readonly, () => reader.take(32)),
  };
  const error = Buffer.from(reader.take(reader.u16())).toString("utf8");
  const err = error === "" ? null : transactionError.parse(JSON.parse(error));
  const outcome = reader.take(reader.remaining);
  return { kind: "transaction", head: { wire, loaded, slot, blockTime, index, err }, outcome };
}

/** Decodes the whole record of a transaction's entry. */
export function decodeRecord({
  head,
  outcome,
}: {
  head: RecordHead;
  outcome: Uint8Array;
}): TransactionRecord {
  const { err, ...record } = head;
  const rest = outcomeSchema.parse(JSON.parse(Buffer.from(outcome).toString("utf8")));
  return { ...record, outcome: { err, ...rest } };
}
