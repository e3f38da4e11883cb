import { createHash, randomBytes } from "node:crypto";
import { equalSecrets } from "@/lib/service/auth/equal-secrets";

/** The format of an invite's token: the row number, a dot, and 32 random bytes in base64url. */
export const INVITE_TOKEN = /^[1-9]\d{0,4}\.[A-Za-z0-9_-]{43}$/;

/** Returns a new token for a row, and its hash, which is the part that the service stores. */
export function newInvite(row: number): { token: string; inviteHash: string } {
  const token = `${row}.${randomBytes(32).toString("base64url")}`;
  return { token, inviteHash: computeHash(token) };
}

/** Returns the row that a token names, and a function that compares hashes in constant time. */
export function readInvite(token: string): { row: number; matches: (inviteHash: string) => boolean } {
  const hash = computeHash(token);
  return {
    row: Number(token.split(".", 1)[0]),
    matches: (inviteHash) => equalSecrets(hash, inviteHash),
  };
}

const computeHash = (token: string): string => createHash("sha256").update(token).digest("base64url");
