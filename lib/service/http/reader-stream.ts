import type { Bytes } from "./body/body";

/** Total time that a client may keep the response waiting before the minimum rate applies. */
const TIMEOUT_MS = 20_000;
/** Minimum rate in bytes per second after that time. */
const MIN_BYTES_PER_SECOND = 65_536;

/**
 * Returns chunks as a response body, each created when the client reads it. The stream ends when the client
 * disconnects, and fails if the client is too slow. `onEnd` is called once.
 */
export function readerStream(
  chunks: AsyncGenerator<Bytes>,
  { timeoutMs = TIMEOUT_MS, minRate = MIN_BYTES_PER_SECOND, onEnd = () => {} } = {},
): ReadableStream<Bytes> {
  let [leftMs, startMs] = [timeoutMs, 0];
  let timer: NodeJS.Timeout | undefined;
  const stop = async () => {
    clearTimeout(timer);
    onEnd();
    await chunks.return(undefined);
  };
  const waitForReader = (controller: ReadableStreamDefaultController<Bytes>) => {
    startMs = performance.now();
    const giveUp = () => {
      controller.error(new Error("The response was aborted because its client read it too slowly."));
      void stop();
    };
    timer = setTimeout(giveUp, Math.max(0, leftMs));
  };
  return new ReadableStream<Bytes>(
    {
      start: waitForReader,
      async pull(controller) {
        clearTimeout(timer);
        leftMs -= performance.now() - startMs;
        const { done, value } = await chunks.next().catch((error: unknown) => {
          onEnd();
          throw error;
        });
        if (done) {
          onEnd();
          return controller.close();
        }
        leftMs += (value.byteLength * 1000) / minRate;
        controller.enqueue(value);
        waitForReader(controller);
      },
      cancel: stop,
    },
    // A chunk is created only when it is read.
    { highWaterMark: 0 },
  );
}
