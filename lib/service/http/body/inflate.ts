import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The inflated bytes of a gzip stream, member after member. Node's own bridge (`DecompressionStream`) is none that may be
 * left: one that is cancelled between two chunks is given the next, and throws where nobody can catch it.
 */
export function inflate(source: ReadableStream<Bytes>): ReadableStream<Bytes> {
  // Whoever reads is told of every failure.
  const inflated = pipeline(Readable.from(chunksOf(source)), createGunzip(), () => undefined);
  const chunks: AsyncIterator<Buffer<ArrayBuffer>> = inflated[Symbol.asyncIterator]();
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(new Uint8Array(value));
      },
      async cancel() {
        inflated.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

async function* chunksOf(source: ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  yield* source;
}
