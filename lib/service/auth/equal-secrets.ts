import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Returns whether two texts are equal. Compares digests in constant time, so that timing reveals neither the content nor
 * the length of the secret.
 */
export const equalSecrets = (secret: string, expected: string): boolean =>
  timingSafeEqual(digest(secret), digest(expected));

const digest = (text: string) => createHash("sha256").update(text).digest();
