import { setTimeout as sleep } from "node:timers/promises";

/** The end of one connection, and whether its subscription had begun. */
export type ConnectionEnd = { subscribed: boolean; problem: string };

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

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
    const ceiling = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
    await sleep(ceiling * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
}
