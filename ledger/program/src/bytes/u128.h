/* 64 × 64 → 128 bit multiplication and the matching division, for which the target has no instructions. */
#pragma once
#include "../machine/sol.h"

/* floor(a * b / divisor). The caller guarantees b < divisor, so the quotient is below a and fits. */
NOINLINE u64 mul_div(u64 a, u64 b, u64 divisor) {
  u64 a_low = a & 0xffffffff, a_high = a >> 32;
  u64 b_low = b & 0xffffffff, b_high = b >> 32;
  u64 low_low = a_low * b_low, low_high = a_low * b_high, high_low = a_high * b_low;
  u64 middle = (low_low >> 32) + (low_high & 0xffffffff) + (high_low & 0xffffffff);
  u64 low = (middle << 32) | (low_low & 0xffffffff);
  u64 remainder = a_high * b_high + (low_high >> 32) + (high_low >> 32) + (middle >> 32);
  if (remainder == 0)
    return low / divisor;

  /* Long division, one bit of the low word at a time; the remainder may need a 65th bit temporarily. */
  u64 quotient = 0;
  for (u32 i = 0; i < 64; i++) {
    u64 carry = remainder >> 63;
    remainder = (remainder << 1) | (low >> 63);
    low <<= 1;
    quotient <<= 1;
    if (carry || remainder >= divisor) {
      remainder -= divisor;
      quotient |= 1;
    }
  }
  return quotient;
}
