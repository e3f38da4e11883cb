import { buildEnvelopes, type Enveloped, readEnvelope } from "./off-chain-message";
import { readSignInMessage } from "./sign-in-message";
import { isProofMessage, splitProof } from "./wallet-transaction";

/**
 * The signed message of wallet authentication, shared by the server that verifies it and the browser that
 * signs it. Source: spec 5.
 */

/** Optional fields that bind the message to one request; each present field is enforced. */
export type SignedRequest = {
  /** The service's host, with its port unless that is the default of the scheme. */
  domain?: string | undefined;
  method?: string | undefined;
  /** The path of the request, with the query. */
  path?: string | undefined;
  /** Hash of the body's bytes as sent, in lower-case hex; without a body, the hash of no bytes. */
  bodySha256?: string | undefined;
};

/** The message that a wallet signs: the JSON of exactly these fields. */
export type WalletMessage = SignedRequest & {
  nonce: string;
  /** Milliseconds since the epoch, by the server's clock. */
  timestamp: number;
  /** Base58 public key. */
  wallet: string;
};

const MAX_TOKEN_CHARACTERS = 4096;
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Returns the UTF-8 bytes to sign. */
export const walletMessageBytes = (message: WalletMessage): Uint8Array => {
  const { nonce, timestamp, wallet, domain, method, path, bodySha256 } = message;
  return new TextEncoder().encode(
    JSON.stringify({ nonce, timestamp, wallet, domain, method, path, bodySha256 }),
  );
};

/** Returns the value of the `Authorization` header for a signature of `message`. */
export const walletAuthorization = (signature: Uint8Array, message: Uint8Array): string =>
  `Bearer ${toBase64Url(signature)}.${toBase64Url(message)}`;

/**
 * Returns the value of the `Authorization` header for a signed proof transaction, for wallets that cannot
 * sign messages.
 */
export const transactionAuthorization = (transaction: Uint8Array): string =>
  `SolanaTransaction ${toBase64Url(transaction)}`;

/**
 * The content of a credential of either scheme; the format and signature of the message are not verified yet.
 */
export type WalletCredential = {
  /** The JSON of the message, or the text of a sign-in message. */
  message: Uint8Array;
  signature: Uint8Array;
  /**
   * Returns the bytes that the wallet may have signed for this message: the message, its envelope, or the
   * transaction around it. Returns none if the credential names another wallet or contains more than the
   * message.
   */
  signedBy(message: Pick<WalletMessage, "wallet" | "domain">): Uint8Array[];
};

/**
 * Parses `Bearer <signature>.<message>` or `SolanaTransaction <transaction>`; null for any other text. Each
 * part is base64url or base64, with or without padding.
 */
export function readAuthorization(header: string | null): WalletCredential | null {
  const [, scheme = "", token = ""] = /^(\w+) +(\S+)$/.exec(header ?? "") ?? [];
  if (token.length > MAX_TOKEN_CHARACTERS) return null;
  if (/^Bearer$/i.test(scheme)) return readSignedMessage(token);
  return /^SolanaTransaction$/i.test(scheme) ? readSignedTransaction(token) : null;
}

function readSignedMessage(token: string): WalletCredential | null {
  const [signature, sent, ...rest] = token.split(".").map(fromBase64);
  if (!signature || !sent || rest.length > 0) return null;
  const enveloped = readEnvelope(sent);
  if (!enveloped)
    return { message: sent, signature, signedBy: ({ wallet }) => [sent, ...buildEnvelopes(sent, wallet)] };
  return {
    message: enveloped.message,
    signature,
    signedBy: (message) => (isEnvelopeFor(enveloped, message) ? [sent] : []),
  };
}

/** An envelope may name any application if the message itself names the service. */
const isEnvelopeFor = (
  { signer, hasApplication }: Enveloped,
  { wallet, domain }: Pick<WalletMessage, "wallet" | "domain">,
): boolean => (signer === null || signer === wallet) && (!hasApplication || domain !== undefined);

function readSignedTransaction(token: string): WalletCredential | null {
  const transaction = fromBase64(token);
  const parts = transaction && splitProof(transaction);
  if (!parts) return null;
  const { memo, signature, signed } = parts;
  return {
    message: memo,
    signature,
    signedBy: ({ wallet }) => (isProofMessage(signed, wallet, memo) ? [signed] : []),
  };
}

/** A message with a nonce; its other fields may be invalid. */
export type ClaimedMessage = {
  nonce: string;
  /** The message if its format is valid; null otherwise. */
  message: TimedMessage | null;
};

/** `notBefore` and `expirationTime` are optional limits in the message itself, in milliseconds. */
export type TimedMessage = WalletMessage & { notBefore?: number; expirationTime?: number };

/** Parses a message, JSON or sign-in text; null if it has no nonce to consume. */
export function readClaim(bytes: Uint8Array): ClaimedMessage | null {
  const text = decoded(bytes);
  if (text === null) return null;
  const signIn = readSignInMessage(text);
  if (!signIn) return readJsonClaim(text);
  const { nonce, issuedAt: timestamp, ...others } = signIn;
  return { nonce, message: { nonce, timestamp, ...others } };
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function readJsonClaim(text: string): ClaimedMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const fields: Record<string, unknown> = { ...value };
  const { nonce } = fields;
  return typeof nonce === "string" ? { nonce, message: toWalletMessage(fields) } : null;
}

const isOptionalText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === "string";

/**
 * Returns the message if it has the three required fields, each field has the right type, and no unknown
 * field exists; null otherwise.
 */
function toWalletMessage(fields: Readonly<Record<string, unknown>>): WalletMessage | null {
  const { nonce, timestamp, wallet, domain, method, path, bodySha256, ...others } = fields;
  if (typeof nonce !== "string" || typeof timestamp !== "number" || typeof wallet !== "string") return null;
  if (!Number.isFinite(timestamp) || Object.keys(others).length > 0) return null;
  if (!isOptionalText(domain) || !isOptionalText(method)) return null;
  if (!isOptionalText(path) || !isOptionalText(bodySha256)) return null;
  return { nonce, timestamp, wallet, domain, method, path, bodySha256 };
}

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array | null {
  const digits = text.replace(/=+$/, "");
  if (!BASE64.test(text) || digits.length % 4 === 1) return null;
  const binary = atob(digits.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
