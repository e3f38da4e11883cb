import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import bs58 from "bs58";

/** DER in front of a raw 32-byte ed25519 seed. Source: RFC 8410. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/**
 * Recipient `number` of the example files. Anyone can compute these keys: they let a demo on the local ledger claim as
 * a recipient, and must never receive anything of value.
 */
export function exampleRecipient(number: number): { address: string; secretKey: Uint8Array } {
  const seed = createHash("sha256").update(`vesting-index example recipient ${number}`).digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" });
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  const publicKey = spki.subarray(spki.length - 32);
  return { address: bs58.encode(publicKey), secretKey: new Uint8Array([...seed, ...publicKey]) };
}
