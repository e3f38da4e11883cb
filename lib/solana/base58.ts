const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const ZERO_DIGIT = "1".charCodeAt(0);
const ADDRESS_BYTES = 32;
const LONGEST_ADDRESS = 44;

// Groups of 4 digits (23.5 bits) times limbs of 24 bits, 11 of each: every sum stays below 2^51, exact in a double.
const GROUP_DIGITS = 4;
const GROUPS = 11;
const LIMB = 2 ** 24;

const DIGITS = new Int32Array(128).fill(-1);
for (let digit = 0; digit < ALPHABET.length; digit++) DIGITS[ALPHABET.charCodeAt(digit)] = digit;

/** Limb j (lowest is 0) of 58^(4i) at j × 11 + i. It is 0 for j > i. */
const POWERS = new Float64Array(GROUPS * GROUPS);
for (let group = 0; group < GROUPS; group++) {
  let power = 58n ** BigInt(GROUP_DIGITS * group);
  for (let limb = 0; power > 0n; limb++, power /= BigInt(LIMB)) {
    POWERS[limb * GROUPS + group] = Number(power % BigInt(LIMB));
  }
}

const groups = new Float64Array(GROUPS);

/** Reads digits into `groups`, lowest group first; false at a character outside the alphabet. */
function readGroups(text: string): boolean {
  let at = 0;
  // Collects sign bits instead of leaving at the first bad character: the usual text has none.
  let faults = 0;
  for (let group = GROUPS - 1; group >= 0; group--) {
    const end = text.length - GROUP_DIGITS * group;
    let value = 0;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      const digit = DIGITS[code & 127] as number;
      faults |= digit | -(code >> 7);
      value = value * 58 + digit;
    }
    groups[group] = value;
  }
  return faults >= 0;
}

/** Writes the number in `groups` as 32 big-endian bytes; false when it needs more. */
function writeBytes(out: Uint8Array, offset: number): boolean {
  let carry = 0;
  let last = offset + ADDRESS_BYTES - 1;
  for (let limb = 0; limb < GROUPS - 1; limb++) {
    const row = limb * GROUPS;
    for (let group = limb; group < GROUPS; group++) {
      carry += (groups[group] as number) * (POWERS[row + group] as number);
    }
    const sum = carry;
    carry = Math.floor(sum / LIMB);
    const value = sum - carry * LIMB;
    out[last] = value;
    out[last - 1] = value >>> 8;
    out[last - 2] = value >>> 16;
    last -= 3;
  }
  const top = carry + (groups[GROUPS - 1] as number) * (POWERS[GROUPS * GROUPS - 1] as number);
  out[last] = top;
  out[last - 1] = top >>> 8;
  return top < 2 ** 16;
}

/**
 * Writes the 32 bytes that a base58 address names at `offset` of `out`; false when it names no 32 bytes, `out` is
 * then undefined there. Written for lists of a million addresses, where a general decoder is the main cost.
 */
export function writeAddress(address: string, out: Uint8Array, offset: number): boolean {
  if (address.length < ADDRESS_BYTES || address.length > LONGEST_ADDRESS) return false;
  if (!readGroups(address) || !writeBytes(out, offset)) return false;
  // One leading "1" stands for each leading zero byte, no more and no less.
  let ones = 0;
  while (ones < address.length && address.charCodeAt(ones) === ZERO_DIGIT) ones++;
  let zeros = 0;
  while (zeros < ADDRESS_BYTES && out[offset + zeros] === 0) zeros++;
  return ones === zeros;
}
