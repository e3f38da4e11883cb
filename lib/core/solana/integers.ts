/** The largest u64, and the ends of i64: what the program's 64-bit fields hold. */
export const U64_MAX = 2n ** 64n - 1n;
export const I64_MIN = -(2n ** 63n);
export const I64_MAX = 2n ** 63n - 1n;
