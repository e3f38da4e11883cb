/* Loads, stores and comparisons of whole words. Machine and build flags allow unaligned access. */
#pragma once
#include "../machine/sol.h"

typedef u64 __attribute__((may_alias, aligned(1))) Word;
typedef u32 __attribute__((may_alias, aligned(1))) HalfWord;

/* 32 bytes: an address, a hash, or a set of 256 bits. */
typedef u8 Key[32];

INLINE u64 load_u64(const void *at) { return *(const Word *)at; }
INLINE u32 load_u32(const void *at) { return *(const HalfWord *)at; }
INLINE void store_u64(void *at, u64 value) { *(Word *)at = value; }
INLINE void store_u32(void *at, u32 value) { *(HalfWord *)at = value; }

INLINE void copy_key(void *to, const void *from) {
  Word *out = to;
  const Word *in = from;
  out[0] = in[0];
  out[1] = in[1];
  out[2] = in[2];
  out[3] = in[3];
}

INLINE bool same_key(const void *a, const void *b) {
  const Word *x = a, *y = b;
  return x[0] == y[0] && x[1] == y[1] && x[2] == y[2] && x[3] == y[3];
}

INLINE bool is_zero_key(const void *key) {
  const Word *word = key;
  return (word[0] | word[1] | word[2] | word[3]) == 0;
}

/* Bit `index` of a 256-bit set. */
INLINE bool has_bit(const u8 *set, u8 index) { return set[index >> 3] >> (index & 7) & 1; }
INLINE void set_bit(u8 *set, u8 index) { set[index >> 3] |= (u8)(1 << (index & 7)); }

/* Returns false when the sum does not fit; `sum` is then undefined. */
INLINE bool add_u64(u64 a, u64 b, u64 *sum) {
  *sum = a + b;
  return *sum >= a;
}
INLINE u64 saturating_add(u64 a, u64 b) { return a + b < a ? ~0UL : a + b; }
INLINE u64 saturating_sub(u64 a, u64 b) { return a > b ? a - b : 0; }
