import bs58 from "bs58";
import * as z from "zod";
import { transactionSignature } from "@/lib/core/solana/transaction/wire-transaction";
import type { Bank } from "../../bank/bank";
import type { TransactionRecord } from "../../history/transaction-record";
import { checkVersion, encodeAccountKeys, encodeMeta } from "../encode/encode-transaction";
import { contextSlot, type Method, method } from "../method";
import { config, optional, slotNumber, transactionEncoding } from "../params";
import { invalidParams, RPC_CODES, RpcError } from "../rpc-error";
import { encodingOr, finalCommitment, supportedVersion, transactionWithMeta } from "./history";

const MAX_RANGE = 500_000;

const blockConfig = encodingOr({
  commitment: finalCommitment,
  encoding: transactionEncoding,
  maxSupportedTransactionVersion: supportedVersion,
  rewards: optional(z.boolean()),
  transactionDetails: optional(z.enum(["full", "accounts", "signatures", "none"])),
});
type BlockConfig = z.output<typeof blockConfig>;

const finalConfig = config({ commitment: finalCommitment });
// getBlocks also accepts its configuration as the second parameter, without an end slot.
const endSlot = z.union([optional(slotNumber), finalConfig]);

export function blockMethods(bank: Bank): Record<string, Method> {
  return {
    getBlock: method(z.tuple([slotNumber, blockConfig]), ([slot, options]) => {
      requireBlock(bank, slot, contextSlot(bank, options));
      return encodeBlock(bank, slot, options);
    }),
    getBlockTime: method(z.tuple([slotNumber]), ([slot]) => {
      requireBlock(bank, slot, bank.slotAt("confirmed"));
      return bank.slots.time(slot);
    }),
    getBlocks: method(z.tuple([slotNumber, endSlot, finalConfig]), ([start, end, options]) => {
      const commitment = (typeof end === "object" ? end.commitment : undefined) ?? options.commitment;
      const highest = contextSlot(bank, { commitment });
      const last = Math.min(typeof end === "number" ? end : start + MAX_RANGE, highest);
      if (typeof end === "number" && end - start > MAX_RANGE) {
        throw invalidParams(`Slot range too large; max ${MAX_RANGE}`);
      }
      return blocksBetween(bank, start, last, MAX_RANGE);
    }),
    getBlocksWithLimit: method(
      z.tuple([slotNumber, z.int().min(0), finalConfig]),
      ([start, limit, options]) => {
        if (limit > MAX_RANGE) throw invalidParams(`Limit too large; max ${MAX_RANGE}`);
        return blocksBetween(bank, start, contextSlot(bank, options), limit);
      },
    ),
  };
}

function requireBlock(bank: Bank, slot: number, highest: number): void {
  if (slot > highest) {
    throw new RpcError(RPC_CODES.blockNotAvailable, `Block not available for slot ${slot}`);
  }
  if (bank.slots.isSkipped(slot)) {
    const message = `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`;
    throw new RpcError(RPC_CODES.slotSkipped, message);
  }
}

function blocksBetween(bank: Bank, first: number, last: number, limit: number): number[] {
  const found = [];
  for (let slot = first; slot <= last && found.length < limit; slot++) {
    if (!bank.slots.isSkipped(slot)) found.push(slot);
  }
  return found;
}

function encodeBlock(bank: Bank, slot: number, options: BlockConfig) {
  const { slots, history } = bank;
  const parentSlot = slots.lastBlockAt(slot - 1);
  const { start, end } = history.rangeOfSlots(slot, slot);
  const records = Array.from({ length: end - start }, (_, index) => history.at(start + index));
  return {
    blockhash: slots.blockhash(slot),
    previousBlockhash: slots.blockhash(parentSlot),
    parentSlot,
    ...encodeContents(records, options),
    ...(options.rewards !== false && { rewards: [] }),
    blockTime: slots.time(slot),
    blockHeight: slots.height(slot),
  };
}

function encodeContents(records: TransactionRecord[], options: BlockConfig) {
  const supported = options.maxSupportedTransactionVersion;
  switch (options.transactionDetails ?? "full") {
    case "none":
      return {};
    case "signatures":
      return { signatures: records.map(({ wire }) => bs58.encode(transactionSignature(wire))) };
    case "accounts":
      return { transactions: records.map((record) => encodeAccountsOnly(record, supported)) };
    default:
      return {
        transactions: records.map((record) => {
          checkVersion(record.wire, supported);
          return transactionWithMeta(record, options.encoding ?? "json", supported !== undefined);
        }),
      };
  }
}

function encodeAccountsOnly(record: TransactionRecord, supported: number | undefined) {
  checkVersion(record.wire, supported);
  const { err, status, fee, preBalances, postBalances, preTokenBalances, postTokenBalances } = encodeMeta(
    record,
    true,
  );
  return {
    transaction: {
      accountKeys: encodeAccountKeys(record),
      signatures: record.wire.signatures.map((bytes) => bs58.encode(bytes)),
    },
    meta: { err, status, fee, preBalances, postBalances, preTokenBalances, postTokenBalances },
    ...(supported !== undefined && { version: record.wire.version }),
  };
}
