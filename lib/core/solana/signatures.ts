import bs58 from "bs58";

const SIGNATURE_BYTES = 64;
const LONGEST_SIGNATURE = 88;

/** Returns whether a text is the base58 form of exactly 64 bytes, the format of a transaction signature. */
export function isSignature(text: string): boolean {
  return text.length <= LONGEST_SIGNATURE && bs58.decodeUnsafe(text)?.length === SIGNATURE_BYTES;
}
