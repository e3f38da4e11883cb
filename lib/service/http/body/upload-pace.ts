import { ApiError } from "@/lib/core/errors";
import { withTimeout } from "@/lib/service/clock";

type Bytes = Uint8Array<ArrayBuffer>;

/** How long a body may keep its reader waiting in all, before its bytes have to have earned it. */
const PATIENCE_MS = 10_000;
/** Bytes a second that a body has to bring beyond that. */
const LEAST_RATE = 8_192;

export type LeastRate = { patienceMs?: number; leastRate?: number };

const tooSlow = () =>
  new ApiError("VALIDATION_ERROR", "Send the body faster: it came too slowly to wait for.");

/**
 * Yields a stream's chunks, and fails once it kept its reader waiting longer than its bytes were worth. Only waiting
 * counts, so a reader may take its time. A stream that is left early is not cancelled: Next's router pushes the rest of
 * the body into it, which throws once it is cancelled.
 */
export async function* withLeastRate(
  source: ReadableStream<Bytes>,
  { patienceMs = PATIENCE_MS, leastRate = LEAST_RATE }: LeastRate = {},
): AsyncGenerator<Bytes> {
  const reader = source.getReader();
  let [waitedMs, bytes] = [0, 0];
  for (;;) {
    const started = performance.now();
    const left = patienceMs + (bytes * 1000) / leastRate - waitedMs;
    const { done, value } = await withTimeout(Math.max(0, left), reader.read(), tooSlow);
    waitedMs += performance.now() - started;
    if (done) return;
    bytes += value.byteLength;
    yield value;
  }
}
