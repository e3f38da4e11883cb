import { createHash } from "node:crypto";
import bs58 from "bs58";
import { bytesKey } from "./bytes-key";

/** The number of blocks for which a blockhash is valid. */
export const BLOCKHASH_WINDOW = 150;
const SLOT_HASHES = 512;

type SkippedRange = { first: number; count: number };

/** The storage of slot times beyond the process; 0 marks a slot without a block. */
export type SlotTimesFile = { load(): Uint32Array; append(times: Uint32Array): void };

/**
 * The ledger's calendar: the slots with a block, and each block's time, height and hash.
 *
 * Slot 0 is the genesis; the last slot is open, the others are closed permanently. Each slot takes four
 * bytes.
 */
export class Slots {
  private times: Uint32Array;
  private readonly skipped: SkippedRange[] = [];
  private readonly forks: number[] = [];
  private openSlot: number;
  private openTime: number;

  constructor(
    private readonly seed: Uint8Array,
    private readonly now: () => number,
    private readonly file: SlotTimesFile | null,
  ) {
    const stored = file?.load() ?? new Uint32Array();
    this.times = stored.length > 0 ? stored : new Uint32Array(1024);
    this.openSlot = stored.length;
    this.readStored();
    this.openTime = this.now();
    if (this.openSlot === 0) this.close();
    else this.refreshTime();
  }

  get open(): number {
    return this.openSlot;
  }

  /** Sets an empty open block to the current time; the first transaction in it fixes its time. */
  refreshTime(): number {
    this.openTime = Math.max(this.now(), this.lastBlockTime);
    return this.openTime;
  }

  /** Returns the unix seconds of the last closed block. */
  get lastBlockTime(): number {
    return this.times[this.lastBlockAt(this.openSlot - 1)] ?? 0;
  }

  /** Closes the open slot as a block and opens the next. */
  close(): void {
    this.write([this.openTime]);
    this.refreshTime();
  }

  /** Adds a block from the history that the calendar lacks, as after a power failure. */
  catchUp(slot: number, time: number): void {
    if (slot > this.openSlot) this.skip(slot - this.openSlot - 1);
    if (slot !== this.openSlot) return;
    this.openTime = time;
    this.close();
  }

  /** Adds `count` slots without a block, as when their leaders failed. The open slot is closed first. */
  skip(count: number): void {
    const first = this.openSlot + 1;
    this.write([this.openTime, ...new Array<number>(count).fill(0)]);
    for (let skipped = 0; skipped < count; skipped++) this.noteSkipped(first + skipped);
    this.refreshTime();
  }

  /** Returns the unix seconds of a slot's block, or null when the slot was skipped or is in the future. */
  time(slot: number): number | null {
    if (slot === this.openSlot) return this.openTime;
    if (slot < 0 || slot > this.openSlot) return null;
    return this.times[slot] || null;
  }

  isSkipped(slot: number): boolean {
    return slot < this.openSlot && this.times[slot] === 0;
  }

  /** Returns the nearest slot at or below `slot` that has a block. */
  lastBlockAt(slot: number): number {
    let found = Math.max(0, slot);
    while (found > 0 && this.isSkipped(found)) found--;
    return found;
  }

  /** Returns the number of blocks up to and including `slot`, without the genesis. */
  height(slot: number): number {
    let height = slot;
    for (const { first, count } of this.skipped) {
      if (first > slot) break;
      height -= Math.min(count, slot - first + 1);
    }
    return height;
  }

  /**
   * Returns the blockhash of a closed slot. The hash is derived from the ledger's seed and from the forks
   * that abandoned an earlier block of the slot, so no hash is stored.
   */
  blockhash(slot: number): string {
    const number = Buffer.alloc(8);
    number.writeBigUInt64LE(BigInt(slot));
    const hash = createHash("sha256").update(this.seed).update(number);
    const forks = this.forks.filter((lastRetained) => lastRetained < slot).length;
    if (forks > 0) hash.update(`fork ${forks}`);
    return bs58.encode(hash.digest());
  }

  /** Changes the blockhashes of the slots after `lastRetained`, because a fork has abandoned their blocks. */
  fork(lastRetained: number): void {
    this.forks.push(lastRetained);
  }

  /**
   * Returns the slots before `slot` with their hashes, newest first, as many as the SlotHashes sysvar holds.
   */
  hashesBefore(slot: number): { slot: bigint; hash: string }[] {
    const hashes = [];
    for (let past = slot - 1; past >= 0 && hashes.length < SLOT_HASHES; past--) {
      if (!this.isSkipped(past)) hashes.push({ slot: BigInt(past), hash: this.blockhash(past) });
    }
    return hashes;
  }

  /**
   * Reads the skipped slots of the stored calendar. Block times never decrease. Earlier versions let the
   * clock pass 2106 and stored the low 32 bits. A time smaller than the previous one is therefore replaced by
   * the previous one.
   */
  private readStored(): void {
    let last = this.times[0] ?? 0;
    for (let slot = 1; slot < this.openSlot; slot++) {
      const time = this.times[slot] ?? 0;
      if (time === 0) this.noteSkipped(slot);
      else if (time < last) this.times[slot] = last;
      else last = time;
    }
  }

  private noteSkipped(slot: number): void {
    const last = this.skipped[this.skipped.length - 1];
    if (last !== undefined && last.first + last.count === slot) last.count++;
    else this.skipped.push({ first: slot, count: 1 });
  }

  private write(times: number[]): void {
    // First, because a slot that the file lacks must stay open.
    this.file?.append(Uint32Array.from(times));
    const needed = this.openSlot + times.length;
    if (needed > this.times.length) {
      const grown = new Uint32Array(Math.max(needed, this.times.length * 2));
      grown.set(this.times);
      this.times = grown;
    }
    this.times.set(times, this.openSlot);
    this.openSlot = needed;
  }
}

/** The blockhashes that a transaction may still name, with the height of each block. */
export class RecentBlockhashes {
  private readonly heights = new Map<string, { slot: number; height: number }>();

  constructor(private readonly slots: Slots) {
    const last = slots.open - 1;
    for (let slot = Math.max(0, last - 2 * BLOCKHASH_WINDOW); slot <= last; slot++) this.add(slot);
  }

  /** Adds a slot that was just closed. */
  add(slot: number): void {
    if (this.slots.isSkipped(slot)) return;
    const hash = bytesKey(bs58.decode(this.slots.blockhash(slot)));
    this.heights.set(hash, { slot, height: this.slots.height(slot) });
    const oldest = this.slots.height(slot) - 2 * BLOCKHASH_WINDOW;
    for (const [known, { height }] of this.heights) {
      if (height >= oldest) break;
      this.heights.delete(known);
    }
  }

  /** Replaces the hashes of the slots after `lastRetained`, which a fork has abandoned. */
  replaceAfter(lastRetained: number): void {
    for (const [hash, { slot }] of this.heights) if (slot > lastRetained) this.heights.delete(hash);
    for (let slot = lastRetained + 1; slot < this.slots.open; slot++) this.add(slot);
  }

  /** Returns whether the block of `atSlot` still accepts a transaction that names `blockhash`. */
  isValid(blockhash: Uint8Array, atSlot: number): boolean {
    const known = this.heights.get(bytesKey(blockhash));
    if (known === undefined || known.slot > atSlot) return false;
    return this.slots.height(atSlot) - known.height <= BLOCKHASH_WINDOW;
  }
}
