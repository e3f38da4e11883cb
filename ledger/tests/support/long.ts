/** For what works for seconds, and for minutes where others take most of the machine; all else has 30 s to hang. */
export const LONG = { timeout: 180_000 };
