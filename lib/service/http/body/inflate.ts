import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The inflated bytes of a gzip stream, member after member. `DecompressionStream` cannot replace zlib's own stream: Node
 * writes another chunk to one that was cancelled between two chunks, and throws an error that nothing can catch.
 */
export function inflate(source: AsyncIterable<Bytes>): AsyncIterable<Bytes> {
  // The reader of the chunks receives every failure.
  return pipeline(Readable.from(source), createGunzip(), () => undefined);
}
