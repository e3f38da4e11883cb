import bs58 from "bs58";
import { isStaticKeyWritable, type WireTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import { uiTokenAmount } from "../../bank/transactions/token-accounts";
import {
  accountKeys,
  type TokenBalance,
  type TransactionOutcome,
  type TransactionRecord,
} from "../../history/transaction-record";
import { parseInstruction } from "../parse/parse-instruction";
import { RPC_CODES, RpcError } from "../rpc-error";
import { u64Json } from "./json";

export type TransactionEncoding = "base58" | "base64" | "binary" | "json" | "jsonParsed";

/**
 * Refuses a version that the caller does not support.
 *
 * @throws RpcError -32015 when the version is above `maxSupported`, or not legacy and none was given
 */
export function checkVersion(wire: WireTransaction, maxSupported: number | undefined): void {
  if (wire.version === "legacy" || (maxSupported !== undefined && wire.version <= maxSupported)) return;
  const message = `Transaction version (${wire.version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${wire.version}`;
  throw new RpcError(RPC_CODES.unsupportedTransactionVersion, message);
}

export function encodeTransaction(record: TransactionRecord, encoding: TransactionEncoding) {
  const { wire } = record;
  switch (encoding) {
    case "base64":
      return [Buffer.from(wire.raw).toString("base64"), "base64"];
    case "base58":
      return [bs58.encode(wire.raw), "base58"];
    case "binary":
      return bs58.encode(wire.raw);
    case "json":
      return { message: jsonMessage(wire), signatures: wire.signatures.map((bytes) => bs58.encode(bytes)) };
    case "jsonParsed":
      return {
        message: parsedMessage(record),
        signatures: wire.signatures.map((bytes) => bs58.encode(bytes)),
      };
  }
}

export function encodeMeta(record: TransactionRecord, parsed: boolean) {
  const { outcome, loaded } = record;
  return {
    err: outcome.err,
    status: outcome.err === null ? { Ok: null } : { Err: outcome.err },
    fee: u64Json(outcome.fee),
    ...encodeBalances(outcome),
    innerInstructions: encodeInnerInstructions(outcome.innerInstructions, accountKeys(record), parsed),
    logMessages: outcome.logs,
    rewards: [],
    computeUnitsConsumed: outcome.computeUnits,
    ...(!parsed && { loadedAddresses: encodeLoadedAddresses(loaded) }),
    ...(outcome.returnData && { returnData: encodeReturnData(outcome.returnData) }),
  };
}

export function encodeBalances(outcome: TransactionOutcome) {
  return {
    preBalances: outcome.preBalances.map(u64Json),
    postBalances: outcome.postBalances.map(u64Json),
    preTokenBalances: outcome.preTokenBalances.map(encodeTokenBalance),
    postTokenBalances: outcome.postTokenBalances.map(encodeTokenBalance),
  };
}

export function encodeLoadedAddresses(loaded: TransactionRecord["loaded"]) {
  return {
    writable: loaded.writable.map((key) => bs58.encode(key)),
    readonly: loaded.readonly.map((key) => bs58.encode(key)),
  };
}

export function encodeReturnData({ programId, data }: NonNullable<TransactionOutcome["returnData"]>) {
  return { programId: bs58.encode(programId), data: [Buffer.from(data).toString("base64"), "base64"] };
}

export function encodeInnerInstructions(
  groups: TransactionOutcome["innerInstructions"],
  keys: Uint8Array[],
  parsed: boolean,
) {
  return groups.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map(({ programIdIndex, accounts, data, stackHeight }) => {
      const bytes = Buffer.from(data, "base64");
      return parsed
        ? parseInstruction({ programIdIndex, accounts, data: bytes }, keys, stackHeight)
        : { programIdIndex, accounts, data: bs58.encode(bytes), stackHeight };
    }),
  }));
}

/** Returns the account list of `jsonParsed`, and of blocks with accounts only. */
export function encodeAccountKeys({ wire, loaded }: Pick<TransactionRecord, "wire" | "loaded">) {
  const entry = (source: string) => (writable: boolean) => (key: Uint8Array) => ({
    pubkey: bs58.encode(key),
    signer: false,
    source,
    writable,
  });
  const fromTable = entry("lookupTable");
  return [
    ...wire.staticKeys.map((key, index) => ({
      pubkey: bs58.encode(key),
      signer: index < wire.requiredSignatures,
      source: "transaction",
      writable: isStaticKeyWritable(wire, index),
    })),
    ...loaded.writable.map(fromTable(true)),
    ...loaded.readonly.map(fromTable(false)),
  ];
}

function jsonMessage(wire: WireTransaction) {
  return {
    header: {
      numRequiredSignatures: wire.requiredSignatures,
      numReadonlySignedAccounts: wire.readonlySigned,
      numReadonlyUnsignedAccounts: wire.readonlyUnsigned,
    },
    accountKeys: wire.staticKeys.map((key) => bs58.encode(key)),
    recentBlockhash: bs58.encode(wire.recentBlockhash),
    instructions: wire.instructions.map(({ programIdIndex, accounts, data }) => ({
      programIdIndex,
      accounts: [...accounts],
      data: bs58.encode(data),
      stackHeight: 1,
    })),
    ...versionFields(wire),
  };
}

function parsedMessage(record: TransactionRecord) {
  const { wire } = record;
  const keys = accountKeys(record);
  return {
    accountKeys: encodeAccountKeys(record),
    recentBlockhash: bs58.encode(wire.recentBlockhash),
    instructions: wire.instructions.map((instruction) =>
      parseInstruction({ ...instruction, accounts: [...instruction.accounts] }, keys, 1),
    ),
    ...versionFields(wire),
  };
}

function versionFields(wire: WireTransaction) {
  if (wire.version === 0) {
    return {
      addressTableLookups: wire.lookups.map(({ accountKey, writableIndexes, readonlyIndexes }) => ({
        accountKey: bs58.encode(accountKey),
        writableIndexes: [...writableIndexes],
        readonlyIndexes: [...readonlyIndexes],
      })),
    };
  }
  if (wire.config === null) return {};
  const { priorityFee } = wire.config;
  return {
    transactionConfig: { ...wire.config, priorityFee: priorityFee === null ? null : u64Json(priorityFee) },
  };
}

function encodeTokenBalance({ amount, decimals, ...balance }: TokenBalance) {
  return { ...balance, uiTokenAmount: uiTokenAmount(BigInt(amount), decimals) };
}
