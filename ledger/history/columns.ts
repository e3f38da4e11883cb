/** A growing list of numbers outside the heap. */
export class NumberColumn {
  private values = new Float64Array(1024);
  private count = 0;

  get length(): number {
    return this.count;
  }

  push(value: number): void {
    if (this.count === this.values.length) {
      const grown = new Float64Array(this.values.length * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.count++] = value;
  }

  at(index: number): number {
    const value = index < this.count ? this.values[index] : undefined;
    if (value === undefined) throw new RangeError(`no entry ${index}`);
    return value;
  }

  truncate(length: number): void {
    this.count = length;
  }

  /** Returns the first index whose value is at least `value`, in a column that never decreases. */
  lowerBound(value: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A growing list of byte strings of one width. */
export class BytesColumn {
  private bytes: Uint8Array;
  private count = 0;

  constructor(private readonly width: number) {
    this.bytes = new Uint8Array(width * 1024);
  }

  get length(): number {
    return this.count;
  }

  push(value: Uint8Array): void {
    const start = this.count * this.width;
    if (start === this.bytes.length) {
      const grown = new Uint8Array(this.bytes.length * 2);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    this.bytes.set(value, start);
    this.count++;
  }

  at(index: number): Uint8Array {
    if (index >= this.count) throw new RangeError(`no entry ${index}`);
    return this.bytes.slice(index * this.width, (index + 1) * this.width);
  }

  truncate(length: number): void {
    this.count = length;
  }
}
