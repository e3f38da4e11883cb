/**
 * Thrown when bytes are not a transaction; the message is that of a node's deserializer where the node has
 * one.
 */
export class MalformedTransactionError extends Error {}

/** Thrown when a transaction can be decoded, but its header and indexes contradict each other. */
export class UnsanitaryTransaction extends MalformedTransactionError {}

const END_OF_INPUT = "io error: failed to fill whole buffer";

/** A cursor over untrusted bytes; every read past the end throws MalformedTransactionError. */
export class ByteReader {
  private offset = 0;
  private readonly view: DataView;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get remaining(): number {
    return this.bytes.length - this.offset;
  }

  take(length: number): Uint8Array {
    const start = this.advance(length);
    return this.bytes.subarray(start, start + length);
  }

  u8(): number {
    return this.view.getUint8(this.advance(1));
  }

  u16(): number {
    return this.view.getUint16(this.advance(2), true);
  }

  u32(): number {
    return this.view.getUint32(this.advance(4), true);
  }

  u64(): bigint {
    return this.view.getBigUint64(this.advance(8), true);
  }

  /** Reads a compact-u16 length; refuses encodings longer than needed, as the runtime does. */
  compactLength(): number {
    let value = 0;
    for (let position = 0; position < 3; position++) {
      const byte = this.u8();
      if (byte === 0 && position > 0) {
        throw new MalformedTransactionError("invalid value: alias encoding, expected strict form encoding");
      }
      const isLast = (byte & 0x80) === 0;
      value |= (byte & 0x7f) << (position * 7);
      if (isLast && value <= 0xffff) return value;
      if (isLast) {
        const range = "a value in the range [0, 65535]";
        throw new MalformedTransactionError(`invalid value: integer \`${value}\`, expected ${range}`);
      }
    }
    const [found, expected] = ["continue signal on byte-three", "a terminal signal on or before byte-three"];
    throw new MalformedTransactionError(`invalid value: ${found}, expected ${expected}`);
  }

  /** Reads `count` items; the count is bounded by the input because every item takes at least one byte. */
  list<Item>(count: number, read: () => Item): Item[] {
    if (count > this.remaining) throw new MalformedTransactionError(END_OF_INPUT);
    return Array.from({ length: count }, read);
  }

  private advance(length: number): number {
    if (length > this.remaining) throw new MalformedTransactionError(END_OF_INPUT);
    const at = this.offset;
    this.offset += length;
    return at;
  }
}
