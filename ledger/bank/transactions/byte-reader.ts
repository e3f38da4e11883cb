/** Thrown when bytes from a client are not a well-formed transaction. */
export class MalformedTransaction extends Error {}

/** A cursor over untrusted bytes; every read past the end throws MalformedTransaction. */
export class ByteReader {
  private offset = 0;
  private readonly view: DataView;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get remaining(): number {
    return this.bytes.length - this.offset;
  }

  get position(): number {
    return this.offset;
  }

  take(length: number): Uint8Array {
    if (length > this.remaining) throw new MalformedTransaction("unexpected end of input");
    const taken = this.bytes.subarray(this.offset, this.offset + length);
    this.offset += length;
    return taken;
  }

  u8(): number {
    this.need(1);
    return this.view.getUint8(this.advance(1));
  }

  u16(): number {
    this.need(2);
    return this.view.getUint16(this.advance(2), true);
  }

  u32(): number {
    this.need(4);
    return this.view.getUint32(this.advance(4), true);
  }

  u64(): bigint {
    this.need(8);
    return this.view.getBigUint64(this.advance(8), true);
  }

  /** A compact-u16 length; encodings longer than needed are refused, as the runtime refuses them. */
  compactLength(): number {
    let value = 0;
    for (let place = 0; place < 3; place++) {
      const byte = this.u8();
      if (byte === 0 && place > 0) throw new MalformedTransaction("length has a needless byte");
      if (place === 2 && byte > 3) throw new MalformedTransaction("length exceeds 16 bits");
      value |= (byte & 0x7f) << (place * 7);
      if ((byte & 0x80) === 0) return value;
    }
    throw new MalformedTransaction("length is too long");
  }

  /** Reads `count` items; the count is bounded by the input because every item takes at least one byte. */
  list<Item>(count: number, read: () => Item): Item[] {
    if (count > this.remaining) throw new MalformedTransaction("unexpected end of input");
    return Array.from({ length: count }, read);
  }

  private need(length: number): void {
    if (length > this.remaining) throw new MalformedTransaction("unexpected end of input");
  }

  private advance(length: number): number {
    const at = this.offset;
    this.offset += length;
    return at;
  }
}
