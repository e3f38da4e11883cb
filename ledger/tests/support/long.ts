/** For tests that take seconds, or minutes on a busy machine; all others time out after a minute. */
export const LONG = { timeout: 180_000 };

/** For conditions that become true eventually: later on a busy machine, and never only in a failure. */
export const PATIENT = { timeout: 25_000, interval: 20 };
