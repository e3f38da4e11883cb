/** The largest u64, and the limits of i64: the ranges of the program's 64-bit fields. */
export const U64_MAX = 2n ** 64n - 1n;
export const I64_MIN = -(2n ** 63n);
export const I64_MAX = 2n ** 63n - 1n;
