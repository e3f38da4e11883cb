import { PublicKey } from "@solana/web3.js";
import type { AddressTableLookup, WireTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import type { LoadedAddresses } from "../../history/transaction-record";
import { bytesKey } from "../bytes-key";
import type { AccountState } from "../engine";

const TABLE_HEADER_BYTES = 56;
const ADDRESS_BYTES = 32;

const LOOKUP_TABLE_PROGRAM = bytesKey(new PublicKey("AddressLookupTab1e1111111111111111111111111").toBytes());
const SLOT_HASHES_SYSVAR = bytesKey(new PublicKey("SysvarS1otHashes111111111111111111111111111").toBytes());

export type LookupTable = {
  deactivationSlot: bigint;
  lastExtendedSlot: bigint;
  lastExtendedSlotStartIndex: number;
  authority: Uint8Array | null;
  addresses: Uint8Array[];
};

const INITIALIZED = 1;

/** Returns the lookup table in an account, or null. */
export function readLookupTable({ data, owner }: AccountState): LookupTable | null {
  if (bytesKey(owner) !== LOOKUP_TABLE_PROGRAM || data.length < TABLE_HEADER_BYTES) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (view.getUint32(0, true) !== INITIALIZED) return null;
  const count = Math.floor((data.length - TABLE_HEADER_BYTES) / ADDRESS_BYTES);
  return {
    deactivationSlot: view.getBigUint64(4, true),
    lastExtendedSlot: view.getBigUint64(12, true),
    lastExtendedSlotStartIndex: view.getUint8(20),
    authority: view.getUint8(21) === 0 ? null : data.subarray(22, 22 + ADDRESS_BYTES),
    addresses: Array.from({ length: count }, (_, index) => addressAt(data, index)),
  };
}

/**
 * Returns whether the transaction reads the recent slot hashes: it creates, deactivates or uses a lookup
 * table.
 */
export function readsSlotHashes(transaction: WireTransaction): boolean {
  return (
    transaction.lookups.length > 0 ||
    transaction.staticKeys.some((key) => [LOOKUP_TABLE_PROGRAM, SLOT_HASHES_SYSVAR].includes(bytesKey(key)))
  );
}

/**
 * Returns the addresses that a transaction in `slot` loads from lookup tables, or a node's error if they
 * cannot be loaded.
 */
export function loadAddresses(
  lookups: AddressTableLookup[],
  slot: number,
  accountAt: (address: Uint8Array) => AccountState | null,
): LoadedAddresses | string {
  const loaded: LoadedAddresses = { writable: [], readonly: [] };
  for (const lookup of lookups) {
    const table = accountAt(lookup.accountKey);
    if (table === null) return "AddressLookupTableNotFound";
    if (bytesKey(table.owner) !== LOOKUP_TABLE_PROGRAM) return "InvalidAddressLookupTableOwner";
    if (table.data.length < TABLE_HEADER_BYTES) return "InvalidAddressLookupTableData";
    const count = activeAddresses(table.data, slot);
    const writable = pick(table.data, count, lookup.writableIndexes);
    const readonly = pick(table.data, count, lookup.readonlyIndexes);
    if (writable === null || readonly === null) return "InvalidAddressLookupTableIndex";
    loaded.writable.push(...writable);
    loaded.readonly.push(...readonly);
  }
  return loaded;
}

/** Returns the number of usable addresses: those added in a slot can be used from the next slot on. */
function activeAddresses(table: Uint8Array, slot: number): number {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  const lastExtendedSlot = view.getBigUint64(12, true);
  return BigInt(slot) > lastExtendedSlot
    ? Math.floor((table.length - TABLE_HEADER_BYTES) / ADDRESS_BYTES)
    : view.getUint8(20);
}

function pick(table: Uint8Array, count: number, indexes: Uint8Array): Uint8Array[] | null {
  if (indexes.some((index) => index >= count)) return null;
  return Array.from(indexes, (index) => addressAt(table, index));
}

function addressAt(table: Uint8Array, index: number): Uint8Array {
  const start = TABLE_HEADER_BYTES + index * ADDRESS_BYTES;
  return table.slice(start, start + ADDRESS_BYTES);
}
