import bs58 from "bs58";
import * as z from "zod";
import { transactionSignature } from "@/lib/core/solana/transaction/wire-transaction";
import type { Bank } from "../../bank/bank";
import type { RecordHead } from "../../history/record-codec";
import type { TransactionRecord } from "../../history/transaction-record";
import { checkVersion, encodeMeta, encodeTransaction } from "../encode/encode-transaction";
import { contextSlot, type Method, method, withContext } from "../method";
import {
  address,
  config,
  contextConfig,
  limitedList,
  optional,
  signature,
  transactionEncoding,
} from "../params";
import { readMemo } from "../parse/parse-instruction";
import { invalidParams } from "../rpc-error";

const MAX_STATUSES = 256;
const MAX_SIGNATURES = 1000;
// The range of a node's status cache; older transactions are found only with searchTransactionHistory.
const STATUS_CACHE_SLOTS = 300;

export const supportedVersion = optional(z.int().min(0).max(255));

export const finalCommitment = optional(z.enum(["processed", "confirmed", "finalized"])).transform(
  (level, context) => {
    if (level !== "processed") return level;
    context.addIssue("Method does not support commitment below `confirmed`");
    return z.NEVER;
  },
);

/** A configuration, or the older form of an encoding alone. */
export const encodingOr = <Shape extends z.ZodRawShape & { encoding: typeof transactionEncoding }>(
  shape: Shape,
) => z.preprocess((value) => (typeof value === "string" ? { encoding: value } : value), config(shape));

const transactionConfig = encodingOr({
  commitment: finalCommitment,
  encoding: transactionEncoding,
  maxSupportedTransactionVersion: supportedVersion,
});

const signaturesConfig = config({
  commitment: finalCommitment,
  minContextSlot: contextConfig.minContextSlot,
  before: optional(signature),
  until: optional(signature),
  limit: optional(z.int()),
});

export function historyMethods(bank: Bank): Record<string, Method> {
  return {
    getTransaction: method(z.tuple([signature, transactionConfig]), ([bytes, options]) => {
      const record = bank.history.find(bytes);
      if (record === null || record.slot > contextSlot(bank, options)) return null;
      const supported = options.maxSupportedTransactionVersion;
      checkVersion(record.wire, supported);
      return {
        slot: record.slot,
        ...transactionWithMeta(record, options.encoding ?? "json", supported !== undefined),
        blockTime: record.blockTime,
      };
    }),
    getSignatureStatuses: method(
      z.tuple([
        limitedList(signature, MAX_STATUSES),
        config({ searchTransactionHistory: optional(z.boolean()) }),
      ]),
      ([signatures, options]) => {
        const slot = bank.slotAt("processed");
        const search = options.searchTransactionHistory ?? false;
        return withContext(
          slot,
          signatures.map((bytes) => signatureStatus(bank, bytes, search)),
        );
      },
    ),
    getSignaturesForAddress: method(z.tuple([address, signaturesConfig]), ([key, options]) =>
      signaturesForAddress(bank, key, options),
    ),
  };
}

/** Returns a transaction and its meta in the format of getTransaction and getBlock. */
export function transactionWithMeta(
  record: TransactionRecord,
  encoding: Parameters<typeof encodeTransaction>[1],
  withVersion: boolean,
) {
  return {
    transaction: encodeTransaction(record, encoding),
    meta: encodeMeta(record, encoding === "jsonParsed"),
    ...(withVersion && { version: record.wire.version }),
  };
}

function signatureStatus(bank: Bank, bytes: Uint8Array, searchHistory: boolean) {
  const ordinal = bank.history.getOrdinal(bytes);
  if (ordinal === null) return null;
  const slot = bank.history.getSlot(ordinal);
  if (!searchHistory && slot < bank.slots.open - STATUS_CACHE_SLOTS) return null;
  const { err } = bank.history.headAt(ordinal);
  const confirmationStatus = bank.getCommitment(slot);
  return {
    slot,
    confirmations: confirmationStatus === "finalized" ? null : bank.slots.open - slot,
    err,
    status: err === null ? { Ok: null } : { Err: err },
    confirmationStatus,
  };
}

function signaturesForAddress(bank: Bank, key: Uint8Array, options: z.output<typeof signaturesConfig>) {
  const limit = options.limit ?? MAX_SIGNATURES;
  if (limit < 1 || limit > MAX_SIGNATURES) {
    throw invalidParams(`Invalid limit; max ${MAX_SIGNATURES}`);
  }
  const highest = contextSlot(bank, options);
  const { history } = bank;
  const before = options.before && history.getOrdinal(options.before);
  if (before === null) return [];
  const after = (options.until && history.getOrdinal(options.until)) ?? -1;
  const end = Math.min(before ?? history.length, history.rangeOfSlots(0, highest).end);
  const found = [];
  for (const ordinal of history.getOrdinals(key)) {
    if (ordinal <= after || found.length === limit) break;
    if (ordinal < end) found.push(signatureInfo(bank, history.headAt(ordinal)));
  }
  return found;
}

function signatureInfo(bank: Bank, record: RecordHead) {
  return {
    signature: bs58.encode(transactionSignature(record.wire)),
    slot: record.slot,
    err: record.err,
    memo: readMemo(record.wire),
    blockTime: record.blockTime,
    confirmationStatus: bank.getCommitment(record.slot),
    transactionIndex: record.index,
  };
}
