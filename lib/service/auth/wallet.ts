import { randomFillSync } from "node:crypto";
import nacl from "tweetnacl";
import { readAuthorization, readClaim, type TimedMessage } from "@/lib/core/auth/wallet-message";
import { addressBytes, isAddress } from "@/lib/core/solana/addresses";
import { toHex } from "@/lib/core/solana/hex";
import type { Services } from "@/lib/service/services";
import { isBound, isForRequest, unauthorized } from "./signed-request";

/**
 * The bytes that a wallet signed (the message, its envelope or a transaction), the 64 bytes of its signature,
 * and whether the message names the whole request.
 */
export type SignedProof = { signed: Uint8Array; signature: Uint8Array; isBound: boolean };

/** The wallet that signed a request, and the digest of its body if the signed message contains one. */
export type Signer = { wallet: string; bodySha256: string | null; proof: SignedProof };

/**
 * Returns the wallet that signed the request. Throws a 401 error that does not reveal the failed step.
 * Consumes the nonce before all other checks, so each token can be tried once. A second valid form of the
 * same signature is therefore useless. Source: spec 5, wallet flow, step 5.
 */
export async function requireWallet(
  request: Request,
  services: Pick<Services, "kv" | "nowMs" | "env">,
): Promise<Signer> {
  const credential = readAuthorization(request.headers.get("authorization"));
  const claim = credential && readClaim(credential.message);
  if (!credential || !claim || !(await consumeNonce(services, claim.nonce))) throw unauthorized();
  const { message } = claim;
  if (!message || !isTimely(message, services.nowMs())) throw unauthorized();
  if (!isForRequest(message, request, services.env)) throw unauthorized();
  const publicKey = decodeKey(message.wallet);
  const { signature } = credential;
  if (!publicKey || signature.length !== nacl.sign.signatureLength) throw unauthorized();
  const signed = credential
    .signedBy(message)
    .find((bytes) => nacl.sign.detached.verify(bytes, signature, publicKey));
  if (!signed) throw unauthorized();
  const proof = { signed, signature, isBound: isBound(message) };
  return { wallet: message.wallet, bodySha256: message.bodySha256 ?? null, proof };
}

const isTimely = ({ timestamp, notBefore, expirationTime }: TimedMessage, nowMs: number) =>
  timestamp <= nowMs &&
  nowMs - timestamp <= NONCE_SECONDS * 1000 &&
  (notBefore === undefined || notBefore <= nowMs) &&
  (expirationTime === undefined || nowMs < expirationTime);

function decodeKey(wallet: string): Uint8Array | null {
  if (!isAddress(wallet)) return null;
  const key = addressBytes(wallet);
  return isSmallOrderPoint(key) ? null : key;
}

/** Lifetime of a nonce and of a signed message. Source: spec 8. */
const NONCE_SECONDS = 300;

/** 32 random bytes in base64url. */
const NONCE_SHAPE = /^[A-Za-z0-9_-]{43}$/;

const NONCE_BYTES = 32;
/** Random bytes for many nonces, because one system call takes as long for one nonce as for many. */
const random = Buffer.alloc(NONCE_BYTES * 64);
let used = random.length;

function makeNonce(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const nonce = random.toString("base64url", used, used + NONCE_BYTES);
  // Issued bytes are erased from memory.
  random.fill(0, used, used + NONCE_BYTES);
  used += NONCE_BYTES;
  // Sign-in messages allow only letters and digits. One nonce in four contains no other character.
  return /[-_]/.test(nonce) ? makeNonce() : nonce;
}

const getKey = (nonce: string) => `nonce:${nonce}`;

/** Creates and stores a one-time nonce; `expiresAt` is in unix milliseconds. */
export async function issueNonce({ kv, nowMs }: Pick<Services, "kv" | "nowMs">): Promise<Issued> {
  const nonce = makeNonce();
  const serverTime = nowMs();
  await kv.put(getKey(nonce), "1", NONCE_SECONDS);
  return { nonce, expiresAt: serverTime + NONCE_SECONDS * 1000, serverTime };
}

type Issued = { nonce: string; expiresAt: number; serverTime: number };

/** Consumes a nonce. Returns true for the first caller with an issued nonce that has not expired. */
async function consumeNonce({ kv }: Pick<Services, "kv">, nonce: string): Promise<boolean> {
  return NONCE_SHAPE.test(nonce) && (await kv.take(getKey(nonce))) !== null;
}

/**
 * Encodings of the small-order points on Ed25519, sign bit cleared, canonical or not. Anyone can forge a
 * valid signature for such a "public key", so these keys prove no identity. The first one is all zeros, the
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

/** Returns whether `key` (32 bytes) is a point for which signatures can be forged. */
function isSmallOrderPoint(key: Uint8Array): boolean {
  const masked = Uint8Array.from(key);
  masked[31] = (masked[31] ?? 0) & 0x7f;
  return SMALL_ORDER.has(toHex(masked));
}
