import { setTimeout as sleep } from "node:timers/promises";
import { backoffMs } from "@/lib/core/backoff";

/** The end of one connection, and whether its subscription had begun. */
export type ConnectionEnd = { subscribed: boolean; problem: string };

const PAUSES = { firstMs: 250, maxMs: 30_000 };

/**
 * Connects again after every end of a connection, with exponential backoff and jitter, until the signal is
 * aborted. `connect` receives the number of the attempt.
 */
export async function connectWithRetry(
  signal: AbortSignal,
  connect: (attempt: number) => Promise<ConnectionEnd>,
  onEnd: (end: ConnectionEnd, attempt: number) => void,
): Promise<void> {
  let failures = 0;
  for (let attempt = 0; !signal.aborted; attempt++) {
    const end = await connect(attempt);
    if (signal.aborted) return;
    failures = end.subscribed ? 1 : failures + 1;
    onEnd(end, attempt);
    await sleep(backoffMs(failures - 1, PAUSES), undefined, { signal }).catch(() => undefined);
  }
}
