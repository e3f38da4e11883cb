import { toHex } from "@/lib/core/solana/hex";

/**
 * Encodings of the points of small order on ed25519, sign bit cleared, canonical or not. For such a "public key"
 * anyone can make a signature that verifies, so none of them can prove who a caller is. The first is all zeros, the
 * address of the system program and of the native mint.
 */
const SMALL_ORDER = new Set([
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]);

/** Whether `key` (32 bytes) is one of the points for which signatures can be forged. */
export function isSmallOrderPoint(key: Uint8Array): boolean {
  const masked = Uint8Array.from(key);
  masked[31] = (masked[31] ?? 0) & 0x7f;
  return SMALL_ORDER.has(toHex(masked));
}
