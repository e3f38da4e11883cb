import { z } from "zod";
import { ByteReader } from "../bank/byte-reader";
import type { TransactionErrorJson } from "../bank/transaction-error";
import { readTransaction } from "../bank/wire-transaction";
import type { TransactionOutcome, TransactionRecord } from "./transaction-record";

/** An entry of the history log: a transaction, or the mark that blocks after `toSlot` were abandoned. */
export type LogEntry =
  | { kind: "transaction"; record: TransactionRecord }
  | { kind: "rewind"; toSlot: number };

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
  err: transactionError.nullable(),
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

/** A binary head with what the index needs, then the outcome as JSON. */
export function encodeRecord(record: TransactionRecord): Uint8Array {
  const { wire, loaded } = record;
  const head = Buffer.alloc(FIXED_BYTES);
  head[0] = TRANSACTION;
  head.writeUInt32LE(record.slot, 1);
  head.writeUInt32LE(record.blockTime, 5);
  head.writeUInt32LE(record.index, 9);
  head.writeUInt16LE(wire.raw.length, 13);
  const counts = Buffer.from([loaded.writable.length, loaded.readonly.length]);
  return Buffer.concat([
    head,
    wire.raw,
    counts,
    ...loaded.writable,
    ...loaded.readonly,
    Buffer.from(encodeOutcome(record.outcome)),
  ]);
}

function encodeOutcome(outcome: TransactionOutcome): string {
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

/** What the index needs of an entry, read without touching the outcome. */
export type EntryHead =
  | { kind: "transaction"; record: Omit<TransactionRecord, "outcome">; outcome: Uint8Array }
  | { kind: "rewind"; toSlot: number };

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
  const outcome = reader.take(reader.remaining);
  return { kind: "transaction", record: { wire, loaded, slot, blockTime, index }, outcome };
}

export function decodeEntry(payload: Uint8Array): LogEntry {
  const head = decodeHead(payload);
  if (head.kind === "rewind") return head;
  const outcome = outcomeSchema.parse(JSON.parse(Buffer.from(head.outcome).toString("utf8")));
  return { kind: "transaction", record: { ...head.record, outcome } };
}
