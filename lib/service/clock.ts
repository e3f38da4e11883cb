/** Where time comes from, so that a test can hold it still. */
export type Clock = {
  /** Unix seconds. */
  now(): bigint;
  /** Unix milliseconds. */
  nowMs(): number;
};

export const systemClock: Clock = {
  now: () => BigInt(Math.floor(Date.now() / 1000)),
  nowMs: () => Date.now(),
};

/** A clock that stands at `ms` (unix milliseconds). */
export const fixedClock = (ms: number): Clock => ({
  now: () => BigInt(Math.floor(ms / 1000)),
  nowMs: () => ms,
});
