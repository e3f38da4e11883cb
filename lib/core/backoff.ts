/**
 * Returns a pause in milliseconds for exponential backoff: `firstMs`, doubled `doublings` times, at most `maxMs`.
 * Jitter reduces the pause by up to half, so that clients that failed at the same moment do not retry together.
 */
export function backoffMs(doublings: number, { firstMs, maxMs }: { firstMs: number; maxMs: number }): number {
  return Math.min(maxMs, firstMs * 2 ** doublings) * (0.5 + Math.random() / 2);
}
