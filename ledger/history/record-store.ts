/** An append-only sequence of byte records, each found again by the position that append returned. */
export type RecordStore = {
  append(payload: Uint8Array): number;
  read(position: number): Uint8Array;
  /** Every whole record in order; called once, before the first append. */
  scan(): Iterable<{ position: number; payload: Uint8Array }>;
  /** Waits until what was appended survives a power cut. */
  sync(): Promise<void>;
  close(): void;
};

/** Records kept in memory, for ledgers that live as long as the process. */
export class MemoryRecordStore implements RecordStore {
  private readonly records: Uint8Array[] = [];

  append(payload: Uint8Array): number {
    return this.records.push(payload) - 1;
  }

  read(position: number): Uint8Array {
    const record = this.records[position];
    if (record === undefined) throw new RangeError(`no record at position ${position}`);
    return record;
  }

  scan(): Iterable<never> {
    return [];
  }

  async sync(): Promise<void> {}

  close(): void {
    this.records.length = 0;
  }
}
