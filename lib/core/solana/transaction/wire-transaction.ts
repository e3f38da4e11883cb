import { equalBytes } from "@/lib/core/solana/hex";
import { ByteReader, MalformedTransactionError, UnsanitaryTransaction } from "./byte-reader";
import { CONFIG_BITS, MAX_V1_TRANSACTION_BYTES, VERSION_FLAG } from "./version-1";

export type TransactionVersion = "legacy" | 0 | 1;

type WireInstruction = { programIdIndex: number; accounts: Uint8Array; data: Uint8Array };

export type AddressTableLookup = {
  accountKey: Uint8Array;
  writableIndexes: Uint8Array;
  readonlyIndexes: Uint8Array;
};

/** Limits that a version-1 message states in its own fields instead of compute-budget instructions. */
export type TransactionConfig = {
  priorityFee: bigint | null;
  computeUnitLimit: number | null;
  loadedAccountsDataSizeLimit: number | null;
  heapSize: number | null;
};

export type WireTransaction = {
  version: TransactionVersion;
  raw: Uint8Array;
  signatures: Uint8Array[];
  requiredSignatures: number;
  readonlySigned: number;
  readonlyUnsigned: number;
  staticKeys: Uint8Array[];
  recentBlockhash: Uint8Array;
  instructions: WireInstruction[];
  lookups: AddressTableLookup[];
  config: TransactionConfig | null;
};

/** Latest transaction version that this project reads. Nodes refuse to return a later one than requested. */
export const MAX_TRANSACTION_VERSION = 1;

/** Maximum size of a legacy or version-0 transaction, signatures included: one network packet. */
export const MAX_PACKET_BYTES = 1232;

/** Returns the maximum size of a transaction of a version, signatures included. */
export const getMaxBytes = (version: TransactionVersion): number =>
  version === 1 ? MAX_V1_TRANSACTION_BYTES : MAX_PACKET_BYTES;

/** Maximum length of a transaction of any version in base64. */
export const MAX_TRANSACTION_BASE64 = Math.ceil(MAX_V1_TRANSACTION_BYTES / 3) * 4;

const isVersion1 = (raw: Uint8Array): boolean => raw[0] === (VERSION_FLAG | 1);

/**
 * Returns the largest size of a transaction: one network packet, or for version 1 that version's larger
 * limit.
 */
export const maxTransactionBytes = (raw: Uint8Array): number => getMaxBytes(isVersion1(raw) ? 1 : "legacy");

/**
 * Reads a signed transaction, legacy, version 0 or version 1.
 *
 * The reader is strict, because the virtual machine aborts the process on bytes that it cannot read. Accepted
 * bytes are canonical and complete, and their indexes are consistent.
 *
 * @throws MalformedTransactionError when the bytes are not exactly one transaction
 * @throws UnsanitaryTransaction when its header and indexes contradict each other
 */
export function readTransaction(raw: Uint8Array): WireTransaction {
  const transaction = isVersion1(raw) ? readVersion1(raw) : readLegacyOrVersion0(raw);
  checkConsistency(transaction);
  return transaction;
}

function readLegacyOrVersion0(raw: Uint8Array): WireTransaction {
  if (raw.length > maxTransactionBytes(raw)) throw new MalformedTransactionError("transaction too large");
  const reader = new ByteReader(raw);
  const signatures = reader.list(reader.compactLength(), () => reader.take(64));
  const versionOrHeader = reader.u8();
  const versioned = (versionOrHeader & VERSION_FLAG) !== 0;
  if (versioned) requireVersion0(versionOrHeader & ~VERSION_FLAG);
  const header = readHeader(reader, versioned ? reader.u8() : versionOrHeader);
  const staticKeys = reader.list(reader.compactLength(), () => reader.take(32));
  const recentBlockhash = reader.take(32);
  const instructions = reader.list(reader.compactLength(), () => ({
    programIdIndex: reader.u8(),
    accounts: reader.take(reader.compactLength()),
    data: reader.take(reader.compactLength()),
  }));
  const lookups = versioned ? reader.list(reader.compactLength(), () => readLookup(reader)) : [];
  if (reader.remaining > 0) throw new MalformedTransactionError("trailing bytes");
  const message = { ...header, staticKeys, recentBlockhash, instructions, lookups };
  return { version: versioned ? 0 : "legacy", raw, signatures, ...message, config: null };
}

function requireVersion0(version: number): void {
  if (version === 0) return;
  // The first byte of an off-chain message, which must never be read as a transaction.
  if (version === 0x7f) throw new MalformedTransactionError("off-chain messages are not accepted");
  const expected = "a valid transaction message version";
  throw new MalformedTransactionError(`invalid value: integer \`${version}\`, expected ${expected}`);
}

/** Reads the number of signing keys, and of read-only keys among the signing and the other ones. */
const readHeader = (reader: ByteReader, requiredSignatures: number) => ({
  requiredSignatures,
  readonlySigned: reader.u8(),
  readonlyUnsigned: reader.u8(),
});

function readLookup(reader: ByteReader): AddressTableLookup {
  return {
    accountKey: reader.take(32),
    writableIndexes: reader.take(reader.compactLength()),
    readonlyIndexes: reader.take(reader.compactLength()),
  };
}

function readVersion1(raw: Uint8Array): WireTransaction {
  if (raw.length > maxTransactionBytes(raw)) throw new MalformedTransactionError("transaction too large");
  const reader = new ByteReader(raw);
  reader.u8();
  const header = readHeader(reader, reader.u8());
  const { requiredSignatures } = header;
  const configMask = reader.u32();
  const recentBlockhash = reader.take(32);
  const instructionCount = reader.u8();
  const keyCount = reader.u8();
  if (requiredSignatures > 12 || keyCount > 64 || instructionCount > 64) {
    throw new MalformedTransactionError("too many signatures, accounts or instructions");
  }
  const staticKeys = reader.list(keyCount, () => reader.take(32));
  const config = readConfig(reader, configMask);
  const headers = reader.list(instructionCount, () => ({
    programIdIndex: reader.u8(),
    accountCount: reader.u8(),
    dataLength: reader.u16(),
  }));
  const instructions = headers.map(({ programIdIndex, accountCount, dataLength }) => ({
    programIdIndex,
    accounts: reader.take(accountCount),
    data: reader.take(dataLength),
  }));
  const signatures = Array.from({ length: requiredSignatures }, () => reader.take(64));
  if (reader.remaining > 0) throw new MalformedTransactionError("trailing bytes");
  const message = { ...header, staticKeys, recentBlockhash, instructions };
  return { version: 1, raw, signatures, ...message, lookups: [], config };
}

const KNOWN_CONFIG_BITS = Object.values(CONFIG_BITS).reduce((all: number, bits) => all | bits, 0);

function readConfig(reader: ByteReader, mask: number): TransactionConfig {
  const feeBits = mask & CONFIG_BITS.priorityFee;
  if ((mask & ~KNOWN_CONFIG_BITS) !== 0 || (feeBits !== 0 && feeBits !== CONFIG_BITS.priorityFee)) {
    throw new MalformedTransactionError("unknown transaction configuration");
  }
  return {
    priorityFee: feeBits === 0 ? null : reader.u64(),
    computeUnitLimit: mask & CONFIG_BITS.computeUnitLimit ? reader.u32() : null,
    loadedAccountsDataSizeLimit: mask & CONFIG_BITS.loadedAccountsDataSizeLimit ? reader.u32() : null,
    heapSize: mask & CONFIG_BITS.heapSize ? reader.u32() : null,
  };
}

function checkConsistency(transaction: WireTransaction): void {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, staticKeys, signatures, lookups } =
    transaction;
  const loaded = lookups.reduce(
    (sum, lookup) => sum + lookup.writableIndexes.length + lookup.readonlyIndexes.length,
    0,
  );
  const keyCount = staticKeys.length + loaded;
  const consistent =
    requiredSignatures > 0 &&
    requiredSignatures === signatures.length &&
    requiredSignatures + readonlyUnsigned <= staticKeys.length &&
    readonlySigned < requiredSignatures &&
    keyCount <= 256 &&
    lookups.every((lookup) => lookup.writableIndexes.length + lookup.readonlyIndexes.length > 0) &&
    transaction.instructions.every(
      ({ programIdIndex, accounts }) =>
        programIdIndex > 0 &&
        programIdIndex < staticKeys.length &&
        accounts.every((index) => index < keyCount),
    );
  if (!consistent) throw new UnsanitaryTransaction("index out of bounds");
}

/** Returns whether the static key at `index` may be written, by the message header alone. */
export function isStaticKeyWritable(transaction: WireTransaction, index: number): boolean {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, staticKeys } = transaction;
  return index < requiredSignatures
    ? index < requiredSignatures - readonlySigned
    : index < staticKeys.length - readonlyUnsigned;
}

/** Returns the account keys that a transaction may write. `loaded.writable` are those of its lookup tables. */
export function writableKeys(transaction: WireTransaction, loaded: { writable: Uint8Array[] }): Uint8Array[] {
  const { staticKeys } = transaction;
  return [...staticKeys.filter((_, index) => isStaticKeyWritable(transaction, index)), ...loaded.writable];
}

/** Returns the transaction's identity: its first signature, 64 bytes. */
export function transactionSignature(transaction: WireTransaction): Uint8Array {
  const signature = transaction.signatures[0];
  if (signature === undefined) throw new MalformedTransactionError("no signature");
  return signature;
}

const SIGNATURE_BYTES = 64;

/** Returns the part of a transaction that its signers sign, and the position of the first signature. */
export function splitMessage({ version, raw, signatures }: WireTransaction): {
  message: Uint8Array;
  start: number;
} {
  const bytes = SIGNATURE_BYTES * signatures.length;
  if (version === 1) return { message: raw.subarray(0, raw.length - bytes), start: raw.length - bytes };
  const start = signatures.length < VERSION_FLAG ? 1 : 2;
  return { message: raw.subarray(start + bytes), start };
}

/**
 * Returns a transaction with one more signature, and keeps the others.
 * @throws MalformedTransactionError when the bytes are not exactly one transaction
 * @throws RangeError when the key is not a signer of the transaction
 */
export function signTransaction(
  raw: Uint8Array,
  key: Uint8Array,
  sign: (message: Uint8Array) => Uint8Array,
): Uint8Array {
  const transaction = readTransaction(raw);
  const signers = transaction.staticKeys.slice(0, transaction.requiredSignatures);
  const position = signers.findIndex((signer) => equalBytes(signer, key));
  if (position < 0) throw new RangeError("The key is not a signer of the transaction.");
  const { message, start } = splitMessage(transaction);
  const signed = Uint8Array.from(raw);
  signed.set(sign(message), start + SIGNATURE_BYTES * position);
  return signed;
}
