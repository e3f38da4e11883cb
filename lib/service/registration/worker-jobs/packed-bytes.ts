export type Bytes = Uint8Array<ArrayBuffer>;

const FIRST_CHUNK_BYTES = 16_384;
const LARGEST_CHUNK_BYTES = 1_048_576;

/** Collects pieces of bytes end to end in few buffers, which are never copied to grow; no piece is divided. */
export class PackedBytes {
  private readonly full: Bytes[] = [];
  private chunk: Bytes = new Uint8Array(0);
  private used = 0;
  /** Of all pieces. */
  length = 0;

  /** Room for a piece, filled with zeros: where it lies in the chunk. */
  reserve(length: number): { chunk: Bytes; at: number } {
    if (this.used + length > this.chunk.length) {
      if (this.used > 0) this.full.push(this.chunk.subarray(0, this.used));
      const next = Math.min(LARGEST_CHUNK_BYTES, Math.max(FIRST_CHUNK_BYTES, this.chunk.length * 2));
      this.chunk = new Uint8Array(Math.max(length, next));
      this.used = 0;
    }
    const at = this.used;
    this.used += length;
    this.length += length;
    return { chunk: this.chunk, at };
  }

  add(piece: Uint8Array): void {
    const { chunk, at } = this.reserve(piece.length);
    chunk.set(piece, at);
  }

  end(): Bytes[] {
    return this.used > 0 ? [...this.full, this.chunk.subarray(0, this.used)] : this.full;
  }
}

/** A stream whole, however small the pieces that it came in. */
export async function collectBytes(stream: ReadableStream<Bytes>): Promise<Bytes[]> {
  const packed = new PackedBytes();
  for await (const piece of stream) packed.add(piece);
  return packed.end();
}
