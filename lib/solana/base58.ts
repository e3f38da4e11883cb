const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const ADDRESS_BYTES = 32;
const LONGEST_ADDRESS = 44;

// Ten limbs of 26 bits hold 260 bits; a limb times 58^4 plus carry stays below 2^53, so doubles are exact.
const LIMBS = 10;
const LIMB_BITS = 26;
const LIMB = 2 ** LIMB_BITS;
const CHARACTERS_A_STEP = 4;

const DIGITS = new Int8Array(128).fill(-1);
for (let digit = 0; digit < ALPHABET.length; digit++) DIGITS[ALPHABET.charCodeAt(digit)] = digit;

const limbs = new Float64Array(LIMBS);

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (DIGITS[code] ?? -1) : -1;
}

function multiplyAdd(factor: number, addend: number): void {
  let carry = addend;
  for (let i = 0; i < LIMBS; i++) {
    const product = (limbs[i] ?? 0) * factor + carry;
    carry = Math.floor(product / LIMB);
    limbs[i] = product - carry * LIMB;
  }
}

function readNumber(text: string): boolean {
  limbs.fill(0);
  for (let at = 0; at < text.length; at += CHARACTERS_A_STEP) {
    const end = Math.min(at + CHARACTERS_A_STEP, text.length);
    let factor = 1;
    let value = 0;
    for (let i = at; i < end; i++) {
      const digit = digitAt(text, i);
      if (digit < 0) return false;
      factor *= 58;
      value = value * 58 + digit;
    }
    multiplyAdd(factor, value);
  }
  return true;
}

function writeNumber(out: Uint8Array, offset: number): boolean {
  let pending = 0;
  let bits = 0;
  let limb = 0;
  for (let at = offset + ADDRESS_BYTES - 1; at >= offset; at--) {
    if (bits < 8) {
      pending += (limbs[limb++] ?? 0) * 2 ** bits;
      bits += LIMB_BITS;
    }
    out[at] = pending % 256;
    pending = Math.floor(pending / 256);
    bits -= 8;
  }
  // What the 256 bits leave over is a number too large for an address.
  for (; limb < LIMBS; limb++) pending += limbs[limb] ?? 0;
  return pending === 0;
}

/**
 * Writes the 32 bytes that a base58 address names at `offset` of `out`; false when it names no 32 bytes, `out` is
 * then undefined there. Written for address lists of a million rows, where a general decoder is the main cost.
 */
export function writeAddress(address: string, out: Uint8Array, offset: number): boolean {
  if (address.length < ADDRESS_BYTES || address.length > LONGEST_ADDRESS) return false;
  if (!readNumber(address) || !writeNumber(out, offset)) return false;
  // One leading "1" stands for each leading zero byte, no more and no less.
  let ones = 0;
  while (ones < address.length && address.charCodeAt(ones) === 49) ones++;
  let zeros = 0;
  while (zeros < ADDRESS_BYTES && out[offset + zeros] === 0) zeros++;
  return ones === zeros;
}
