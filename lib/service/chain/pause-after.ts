import type { EndpointFault } from "./endpoint";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** An endpoint that asks for an hour or a year is asked again after this all the same. */
const LONGEST_ASKED_PAUSE_MS = 60_000;

/**
 * Milliseconds to leave an endpoint alone: as long as it asks within reason, else twice as long each time, with chance
 * so that callers part.
 */
export function pauseAfter({ retryAfterMs }: Pick<EndpointFault, "retryAfterMs">, failures: number): number {
  if (retryAfterMs !== null) return Math.min(retryAfterMs, LONGEST_ASKED_PAUSE_MS);
  const ceiling = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  return ceiling * (0.5 + Math.random() / 2);
}
