import { transactionSignature } from "@/lib/core/solana/transaction/wire-transaction";
import { BytesColumn, NumberColumn } from "./columns";
import { HashIndex } from "./hash-index";
import {
  decodeHead,
  decodeRecord,
  type EntryHead,
  encodeRecord,
  encodeRewind,
  type RecordHead,
} from "./record-codec";
import { accountKeys, type RecordStore, type TransactionRecord } from "./transaction-record";

// The index by address numbers postings from 1, so that 0 means that none is left.
const NO_POSTING = 0;

/**
 * All landed transactions in ledger order. An ordinal is a transaction's position in that order.
 *
 * The store holds the records. Memory holds a compact index: for each transaction its signature, slot and
 * position, and for each of its accounts one posting that points to the account's previous one.
 */
export class History {
  private readonly signatures = new BytesColumn(64);
  private readonly slots = new NumberColumn();
  private readonly positions = new NumberColumn();
  private readonly firstPostings = new NumberColumn();
  private readonly bySignature = new HashIndex();
  private readonly byAddress = new HashIndex();
  private readonly postingOrdinals = new NumberColumn();
  private readonly previousPostings = new NumberColumn();
  /** The last slot that each fork kept, in the order of the forks. */
  readonly forks: number[] = [];

  constructor(private readonly store: RecordStore) {
    for (const { position, payload } of store.scan()) {
      const entry = decodeHead(payload);
      if (entry.kind === "transaction") this.index(entry.head, position);
      else {
        this.forks.push(entry.toSlot);
        this.dropAfter(entry.toSlot);
      }
    }
  }

  get length(): number {
    return this.slots.length;
  }

  append(record: TransactionRecord): void {
    this.index(record, this.store.append(encodeRecord(record)));
  }

  /** Abandons every transaction after `slot`. */
  rewind(slot: number): void {
    this.store.append(encodeRewind(slot));
    this.forks.push(slot);
    this.dropAfter(slot);
  }

  getOrdinal(signature: Uint8Array): number | null {
    const ordinal = this.bySignature.get(signature);
    if (ordinal === null || ordinal >= this.length) return null;
    return Buffer.compare(this.signatures.at(ordinal), signature) === 0 ? ordinal : null;
  }

  at(ordinal: number): TransactionRecord {
    return decodeRecord(this.entryAt(ordinal));
  }

  /** Reads the part of a transaction that lists show, in a fraction of the time. */
  headAt(ordinal: number): RecordHead {
    return this.entryAt(ordinal).head;
  }

  find(signature: Uint8Array): TransactionRecord | null {
    const ordinal = this.getOrdinal(signature);
    return ordinal === null ? null : this.at(ordinal);
  }

  getSlot(ordinal: number): number {
    return this.slots.at(ordinal);
  }

  /** Returns the ordinals of slots `first` to `last`, both included, as a half-open range. */
  rangeOfSlots(first: number, last: number): { start: number; end: number } {
    return { start: this.slots.lowerBound(first), end: this.slots.lowerBound(last + 1) };
  }

  /** Yields the transactions that name `address`, newest first. */
  *getOrdinals(address: Uint8Array): Generator<number> {
    let posting = this.byAddress.get(address) ?? NO_POSTING;
    while (posting !== NO_POSTING) {
      yield this.postingOrdinals.at(posting - 1);
      posting = this.previousPostings.at(posting - 1);
    }
  }

  sync(): Promise<void> {
    return this.store.sync();
  }

  syncNow(): void {
    this.store.syncNow();
  }

  close(): void {
    this.store.close();
  }

  private entryAt(ordinal: number): EntryHead & { kind: "transaction" } {
    const entry = decodeHead(this.store.read(this.positions.at(ordinal)));
    if (entry.kind === "transaction") return entry;
    throw new Error(`Entry ${ordinal} of the history is not a transaction.`);
  }

  private index(record: Omit<TransactionRecord, "outcome">, position: number): void {
    const ordinal = this.length;
    const signature = transactionSignature(record.wire);
    this.signatures.push(signature);
    this.slots.push(record.slot);
    this.positions.push(position);
    this.firstPostings.push(this.postingOrdinals.length);
    this.bySignature.set(signature, ordinal);
    for (const key of accountKeys(record)) {
      const previous = this.byAddress.get(key) ?? NO_POSTING;
      if (previous !== NO_POSTING && this.postingOrdinals.at(previous - 1) === ordinal) continue;
      this.postingOrdinals.push(ordinal);
      this.previousPostings.push(previous);
      this.byAddress.set(key, this.postingOrdinals.length);
    }
  }

  private dropAfter(slot: number): void {
    const retained = this.slots.lowerBound(slot + 1);
    for (let ordinal = this.length - 1; ordinal >= retained; ordinal--) this.unindex(ordinal);
  }

  private unindex(ordinal: number): void {
    const first = this.firstPostings.at(ordinal);
    // Removes each account's newest posting, because postings are only ever added at the end.
    for (const key of accountKeys(this.headAt(ordinal))) {
      const posting = this.byAddress.get(key);
      if (posting !== null && posting > first) this.byAddress.set(key, this.previousPostings.at(posting - 1));
    }
    this.postingOrdinals.truncate(first);
    this.previousPostings.truncate(first);
    for (const column of [this.signatures, this.slots, this.positions, this.firstPostings]) {
      column.truncate(ordinal);
    }
  }
}
