import nacl from "tweetnacl";
import * as z from "zod";

const keyFile = z.array(z.int().min(0).max(255)).length(nacl.sign.secretKeyLength);

/**
 * Returns the secret key in the text of a solana-keygen key file: a JSON list of 64 bytes, the seed and the public key.
 * Returns null for any other text.
 */
export function parseKeyFile(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(keyFile.parse(JSON.parse(text)));
  } catch {
    return null;
  }
}

/** Returns the key pair of a secret key of 64 bytes, or null if its public key does not match its seed. */
export function toKeyPair(secretKey: Uint8Array): nacl.SignKeyPair | null {
  const pair = nacl.sign.keyPair.fromSeed(secretKey.subarray(0, nacl.sign.seedLength));
  return nacl.verify(pair.secretKey, secretKey) ? pair : null;
}

/** Returns whether a file mode gives no permission to the group and to others. */
export const isOwnerOnly = (mode: number): boolean => (mode & 0o077) === 0;
