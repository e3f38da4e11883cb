import { ApiError } from "@/lib/core/errors";
import { withTimeout } from "@/lib/service/clock";

type Bytes = Uint8Array<ArrayBuffer>;

/** Total time that a body may keep its reader waiting before the minimum rate applies. */
const TIMEOUT_MS = 10_000;
/** Minimum rate in bytes per second after that time. */
const MIN_BYTES_PER_SECOND = 8_192;

export type MinRate = { timeoutMs?: number; minRate?: number };

const tooSlow = () =>
  new ApiError("VALIDATION_ERROR", "The request body arrived too slowly. Send it faster.");

/**
 * Yields the chunks of a stream, and throws if the stream falls below the minimum rate. Only waiting time
 * counts, so the consumer may be slow. Does not cancel a stream that the consumer leaves early: Next's router
 * writes the rest of the body to it, which throws after a cancel.
 */
export async function* withMinRate(
  source: ReadableStream<Bytes>,
  { timeoutMs = TIMEOUT_MS, minRate = MIN_BYTES_PER_SECOND }: MinRate = {},
): AsyncGenerator<Bytes> {
  const reader = source.getReader();
  let [waitedMs, bytes] = [0, 0];
  for (;;) {
    const started = performance.now();
    const left = timeoutMs + (bytes * 1000) / minRate - waitedMs;
    const { done, value } = await withTimeout(Math.max(0, left), reader.read(), tooSlow);
    waitedMs += performance.now() - started;
    if (done) return;
    bytes += value.byteLength;
    yield value;
  }
}
