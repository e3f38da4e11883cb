import { createHash, type Hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { ByteReader } from "@/lib/core/solana/transaction/byte-reader";
import type { Bank } from "../bank/bank";
import type { AccountState } from "../bank/engine";
import type { DataFolder } from "./data-folder";

const FILE = "snapshot.bin";
const FORMAT = 2;
const HASH_BYTES = 32;
const HEAD_BYTES = 5;
const FIXED_ACCOUNT_BYTES = 32 + 32 + 8 + 1 + 4;
const CHUNK_BYTES = 1024 * 1024;

export type Snapshot = { slot: number; accounts: { address: Uint8Array; account: AccountState }[] };

/**
 * Writes the accounts at the newest final slot, which no fork can change; a restart begins there and replays
 * the rest from the history. The machine's own snapshot fails above about 43,000 accounts, so it is not used.
 */
export function writeSnapshot(folder: DataFolder, bank: Bank): void {
  const hash = createHash("sha256");
  folder.replace(FILE, withHash(hash, chunks(bank)));
}

/** Returns the last snapshot, or null without a whole one. */
export function readSnapshot(folder: DataFolder): Snapshot | null {
  const path = folder.file(FILE);
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  if (bytes.length < HEAD_BYTES + HASH_BYTES) return null;
  const body = bytes.subarray(0, bytes.length - HASH_BYTES);
  const hash = createHash("sha256").update(body).digest();
  if (Buffer.compare(hash, bytes.subarray(body.length)) !== 0) return null;
  const reader = new ByteReader(body);
  if (reader.u8() !== FORMAT) return null;
  const slot = reader.u32();
  const accounts = [];
  while (reader.remaining > 0) accounts.push(readAccount(reader));
  return { slot, accounts };
}

function readAccount(reader: ByteReader): Snapshot["accounts"][number] {
  const address = reader.take(32);
  const owner = reader.take(32);
  const lamports = reader.u64();
  const executable = reader.u8() === 1;
  return { address, account: { owner, lamports, executable, data: reader.take(reader.u32()) } };
}

function* withHash(hash: Hash, parts: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const part of parts) {
    hash.update(part);
    yield part;
  }
  yield hash.digest();
}

function* chunks(bank: Bank): Generator<Uint8Array> {
  const slot = bank.slotAt("finalized");
  const head = Buffer.alloc(HEAD_BYTES);
  head[0] = FORMAT;
  head.writeUInt32LE(slot, 1);
  let parts: Uint8Array[] = [head];
  let size = HEAD_BYTES;
  for (const address of bank.knownAccounts) {
    const account = bank.accountAt(address, slot);
    if (account === null) continue;
    const written = writeAccount(address, account);
    parts.push(written);
    size += written.length;
    if (size < CHUNK_BYTES) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
  yield Buffer.concat(parts);
}

function writeAccount(address: Uint8Array, account: AccountState): Uint8Array {
  const out = Buffer.alloc(FIXED_ACCOUNT_BYTES + account.data.length);
  out.set(address, 0);
  out.set(account.owner, 32);
  out.writeBigUInt64LE(account.lamports, 64);
  out[72] = account.executable ? 1 : 0;
  out.writeUInt32LE(account.data.length, 73);
  out.set(account.data, FIXED_ACCOUNT_BYTES);
  return out;
}
