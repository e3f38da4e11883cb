/** For what works for seconds, and for minutes where others take most of the machine; all else has 30 s to hang. */
export const LONG = { timeout: 180_000 };

/** For what comes sooner or later: on a busy machine later, and never only where it is broken. */
export const PATIENT = { timeout: 25_000, interval: 20 };
