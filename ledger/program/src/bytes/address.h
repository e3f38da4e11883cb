/* Addresses in their text form, for log lines. */
#pragma once
#include "bytes.h"

/* 32 bytes take at most 44 digits of base 58. */
#define ADDRESS_DIGITS 44
/* Room for the text of a line before its address. */
#define ADDRESS_LABEL_BYTES 64

static const char BASE58[] = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/* Writes an address in base 58 and returns the end of it. */
NOINLINE char *append_address(char *at, const u8 *key) {
  u8 digits[ADDRESS_DIGITS]; /* least first */
  u64 count = 0, zeros = 0;
  while (zeros < 32 && key[zeros] == 0)
    zeros++;
  for (u64 i = zeros; i < 32; i++) {
    u32 carry = key[i];
    for (u64 j = 0; j < count; j++) {
      carry += (u32)digits[j] << 8;
      digits[j] = (u8)(carry % 58);
      carry /= 58;
    }
    for (; carry > 0; carry /= 58)
      digits[count++] = (u8)(carry % 58);
  }
  while (zeros-- > 0)
    *at++ = BASE58[0];
  while (count-- > 0)
    *at++ = BASE58[digits[count]];
  return at;
}

NOINLINE void log_address(const Bytes *label, const u8 *key) {
  char line[ADDRESS_LABEL_BYTES + ADDRESS_DIGITS];
  sol_memcpy_(line, label->at, label->len);
  char *end = append_address(line + label->len, key);
  sol_log_(line, (u64)(end - line));
}
