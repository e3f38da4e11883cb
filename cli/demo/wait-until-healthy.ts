const POLL_MS = 250;
const TIMEOUT_MS = 120_000;

/** The response of /api/health; null while no process listens. */
export type Health = { ok: boolean; text: string } | null;

export type HealthWait = {
  fetchHealth: () => Promise<Health>;
  /** Returns whether the start has made progress since the last call. */
  isWorking: () => boolean;
  timeoutMs?: number;
};

/**
 * Waits until a service is healthy: as long as its start makes progress, then for two minutes. Resolves with undefined, or
 * with the reason for which waiting longer is of no use.
 */
export async function waitUntilHealthy(wait: HealthWait): Promise<string | undefined> {
  const { fetchHealth: request, isWorking, timeoutMs = TIMEOUT_MS } = wait;
  let progressMs = performance.now();
  let hasAnswered = false;
  for (;;) {
    const health = await request();
    if (health?.ok) return undefined;
    // A service that responds has started. It becomes healthy soon, or its health reports the error.
    const isFirstAnswer = health !== null && !hasAnswered;
    hasAnswered ||= health !== null;
    if (isFirstAnswer || (!hasAnswered && isWorking())) progressMs = performance.now();
    if (performance.now() - progressMs > timeoutMs) {
      const seconds = timeoutMs / 1000;
      return health
        ? `The service has not been healthy for ${seconds} s: ${health.text}`
        : `The service has been idle for ${seconds} s and does not respond.`;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
