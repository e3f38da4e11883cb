import { randomBytes } from "node:crypto";
import type { Services } from "@/lib/service/services";

/** Lifetime of a nonce and of a signed message. Source: spec 8. */
export const NONCE_SECONDS = 300;

/** 32 random bytes in base64url. */
const NONCE_SHAPE = /^[A-Za-z0-9_-]{43}$/;

const keyOf = (nonce: string) => `nonce:${nonce}`;

/** Makes and stores a one-time nonce; `expiresAt` is in unix milliseconds. */
export async function issueNonce({ kv, nowMs }: Pick<Services, "kv" | "nowMs">) {
  const nonce = randomBytes(32).toString("base64url");
  const serverTime = nowMs();
  await kv.put(keyOf(nonce), "1", NONCE_SECONDS);
  return { nonce, expiresAt: serverTime + NONCE_SECONDS * 1000, serverTime };
}

/** Spends a nonce: true for the first caller with one that was issued and has not expired. */
export async function consumeNonce({ kv }: Pick<Services, "kv">, nonce: string): Promise<boolean> {
  return NONCE_SHAPE.test(nonce) && (await kv.take(keyOf(nonce))) !== null;
}
