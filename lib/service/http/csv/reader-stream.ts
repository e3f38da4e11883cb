type Bytes = Uint8Array<ArrayBuffer>;

/** How long a reader may keep its answer waiting in all, before what it took has to have earned it. */
const PATIENCE_MS = 20_000;
/** Bytes a second that it has to take beyond that. */
const LEAST_RATE = 65_536;

export type ReaderPace = { patienceMs?: number; leastRate?: number };

/**
 * Chunks as a response body, each made when it is asked for. It ends with its reader, and fails for one that is too slow:
 * its place is wanted by others.
 */
export function readerStream(
  chunks: AsyncGenerator<Bytes>,
  { patienceMs = PATIENCE_MS, leastRate = LEAST_RATE }: ReaderPace = {},
): ReadableStream<Bytes> {
  let [waitedMs, bytes, since] = [0, 0, 0];
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(timer);
    return chunks.return(undefined);
  };
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        clearTimeout(timer);
        if (since > 0) waitedMs += performance.now() - since;
        const { done, value } = await chunks.next();
        if (done) return controller.close();
        bytes += value.byteLength;
        controller.enqueue(value);
        since = performance.now();
        const left = patienceMs + (bytes * 1000) / leastRate - waitedMs;
        timer = setTimeout(
          () => {
            controller.error(new ReaderTooSlow());
            void stop();
          },
          Math.max(0, left),
        );
      },
      async cancel() {
        await stop();
      },
    },
    // Nothing is made for an answer that nobody reads.
    { highWaterMark: 0 },
  );
}

class ReaderTooSlow extends Error {
  override readonly name = "ReaderTooSlow";

  constructor() {
    super("The answer was broken off: its reader took it too slowly.");
  }
}
