const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BASE = ALPHABET.length;
const ZERO_DIGIT = "1".charCodeAt(0);
const ADDRESS_BYTES = 32;
const LONGEST_ADDRESS = 44;

// Groups of 4 digits (23.5 bits) times limbs of 24 bits, 11 of each: every sum is below 2^51, exact in a
// double.
const GROUP_DIGITS = 4;
const GROUPS = 11;
const LIMB = 2 ** 24;
const LIMB_INVERSE = 2 ** -24;

const DIGITS = new Int32Array(128).fill(-1);
for (let digit = 0; digit < ALPHABET.length; digit++) DIGITS[ALPHABET.charCodeAt(digit)] = digit;

/** The value of two digits by their two 7-bit character codes; negative if either is not a digit. */
const PAIRS = new Int16Array(128 * 128).fill(-1);
for (let pair = 0; pair < BASE * BASE; pair++) {
  const high = ALPHABET.charCodeAt(Math.floor(pair / BASE));
  PAIRS[(high << 7) | ALPHABET.charCodeAt(pair % BASE)] = pair;
}

/** Limb j (lowest is 0) of 58^(4i) at index j × 11 + i. It is 0 for j > i. */
const POWERS = new Float64Array(GROUPS * GROUPS);
for (let group = 0; group < GROUPS; group++) {
  let power = BigInt(BASE) ** BigInt(GROUP_DIGITS * group);
  for (let limb = 0; power > 0n; limb++, power /= BigInt(LIMB)) {
    POWERS[limb * GROUPS + group] = Number(power % BigInt(LIMB));
  }
}

const groups = new Float64Array(GROUPS);

/** Reads digits into `groups`, lowest group first; false for a character outside the alphabet. */
function readGroups(text: string): boolean {
  const { length } = text;
  groups.fill(0);
  // Collects sign bits instead of returning at the first invalid character, because most texts are valid.
  let errors = 0;
  let at = length % GROUP_DIGITS;
  let group = (length - at) / GROUP_DIGITS;
  let head = 0;
  for (let i = 0; i < at; i++) {
    const code = text.charCodeAt(i);
    const digit = DIGITS[code & 127] as number;
    errors |= digit | -(code >> 7);
    head = head * BASE + digit;
  }
  if (at > 0) groups[group] = head;
  for (; at < length; at += GROUP_DIGITS) {
    const a = text.charCodeAt(at);
    const b = text.charCodeAt(at + 1);
    const c = text.charCodeAt(at + 2);
    const d = text.charCodeAt(at + 3);
    const high = PAIRS[((a << 7) | b) & 0x3fff] as number;
    const low = PAIRS[((c << 7) | d) & 0x3fff] as number;
    errors |= high | low | -((a | b | c | d) >> 7);
    groups[--group] = high * BASE * BASE + low;
  }
  return errors >= 0;
}

/** Writes the number in `groups` as 32 big-endian bytes; false if it needs more. */
function writeBytes(out: Uint8Array, offset: number): boolean {
  let carry = 0;
  let last = offset + ADDRESS_BYTES - 1;
  for (let limb = 0; limb < GROUPS - 1; limb++) {
    const row = limb * GROUPS;
    let sum = carry;
    for (let group = limb; group < GROUPS; group++) {
      sum += (groups[group] as number) * (POWERS[row + group] as number);
    }
    carry = Math.floor(sum * LIMB_INVERSE);
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
 * Decodes a base58 address into 32 bytes at `offset` of `out`. Returns false if the address is invalid; the
 * content of `out` is then undefined there. Optimized for lists of a million addresses, for which a general
 * decoder would be the main cost.
 */
export function writeAddress(address: string, out: Uint8Array, offset: number): boolean {
  if (address.length < ADDRESS_BYTES || address.length > LONGEST_ADDRESS) return false;
  if (!readGroups(address) || !writeBytes(out, offset)) return false;
  // The number of leading "1" characters must equal the number of leading zero bytes.
  let ones = 0;
  while (ones < address.length && address.charCodeAt(ones) === ZERO_DIGIT) ones++;
  let zeros = 0;
  while (zeros < ADDRESS_BYTES && out[offset + zeros] === 0) zeros++;
  return ones === zeros;
}

// Divides limbs of 16 bits by 58^5: a remainder combined with the next limb is below 2^46.
const SHORT_LIMBS = ADDRESS_BYTES / 2;
const FIVE_DIGITS = BASE ** 5;
const limbs = new Float64Array(SHORT_LIMBS);
const CODES = Uint8Array.from(ALPHABET, (digit) => digit.charCodeAt(0));
const text = new Uint8Array(LONGEST_ADDRESS + 1);

/** Encodes the 32 bytes at `offset` as base58, with the same optimization as `writeAddress`. */
export function readAddress(bytes: Uint8Array, offset: number): string {
  for (let limb = 0; limb < SHORT_LIMBS; limb++) {
    limbs[limb] = ((bytes[offset + 2 * limb] as number) << 8) | (bytes[offset + 2 * limb + 1] as number);
  }
  let at = text.length;
  for (let first = 0; at > 0; ) {
    while (first < SHORT_LIMBS && limbs[first] === 0) first++;
    let rest = 0;
    for (let limb = first; limb < SHORT_LIMBS; limb++) {
      const value = rest * 65_536 + (limbs[limb] as number);
      const quotient = Math.floor(value / FIVE_DIGITS);
      limbs[limb] = quotient;
      rest = value - quotient * FIVE_DIGITS;
    }
    for (let digit = 0; digit < 5; digit++) {
      text[--at] = CODES[rest % BASE] as number;
      rest = Math.floor(rest / BASE);
    }
  }
  let zeros = 0;
  while (zeros < ADDRESS_BYTES && bytes[offset + zeros] === 0) zeros++;
  let ones = 0;
  while (ones < text.length && text[ones] === ZERO_DIGIT) ones++;
  return String.fromCharCode.apply(null, text.subarray(ones - zeros) as unknown as number[]);
}
