import { randomInt } from "node:crypto";

const NONE = -1;

/**
 * A map from byte keys to small non-negative integers, stored outside the heap: 12 bytes per slot of the
 * table.
 *
 * Only a salted 64-bit hash distinguishes keys, so a caller that cannot tolerate a collision compares the
 * found entry with the requested key.
 */
export class HashIndex {
  private readonly salt = randomInt(2 ** 32);
  private low = new Uint32Array(1024);
  private high = new Uint32Array(1024);
  private values = new Int32Array(1024).fill(NONE);
  private used = 0;

  get(key: Uint8Array): number | null {
    const value = this.values[this.find(this.hash(key))];
    return value === undefined || value === NONE ? null : value;
  }

  set(key: Uint8Array, value: number): void {
    if (this.used * 2 >= this.values.length) this.grow();
    this.put(this.hash(key), value);
  }

  private put(hash: { low: number; high: number }, value: number): void {
    const at = this.find(hash);
    if (this.values[at] === NONE) this.used++;
    this.low[at] = hash.low;
    this.high[at] = hash.high;
    this.values[at] = value;
  }

  private find({ low, high }: { low: number; high: number }): number {
    const mask = this.values.length - 1;
    let at = low & mask;
    while (this.values[at] !== NONE && (this.low[at] !== low || this.high[at] !== high)) at = (at + 1) & mask;
    return at;
  }

  private grow(): void {
    const { low, high, values } = this;
    this.low = new Uint32Array(values.length * 2);
    this.high = new Uint32Array(values.length * 2);
    this.values = new Int32Array(values.length * 2).fill(NONE);
    this.used = 0;
    for (const [from, value] of values.entries()) {
      if (value !== NONE) this.put({ low: low[from] ?? 0, high: high[from] ?? 0 }, value);
    }
  }

  private hash(key: Uint8Array): { low: number; high: number } {
    let low = this.salt;
    let high = ~this.salt;
    for (const byte of key) {
      low = Math.imul(low ^ byte, 0x01000193);
      high = Math.imul(high ^ byte, 0x85ebca6b);
      high = (high << 13) | (high >>> 19);
    }
    return { low: mix(low), high: mix(high) };
  }
}

function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x7feb352d);
  mixed ^= mixed >>> 15;
  return mixed >>> 0;
}
