/** Returns the smaller of two integers, since `Math.min` rejects bigints. */
export const minBigInt = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Returns the larger of two integers, since `Math.max` rejects bigints. */
export const maxBigInt = (a: bigint, b: bigint): bigint => (a > b ? a : b);
