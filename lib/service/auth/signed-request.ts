import { createHash } from "node:crypto";
import type { WalletMessage } from "@/lib/core/auth/wallet-message";
import { ApiError } from "@/lib/core/errors";
import type { Env } from "@/lib/service/env";
import { isOwnDomain } from "@/lib/service/setup/known-hosts";

/** The single error of the wallet flow, which does not reveal the failed check. */
export const unauthorized = () =>
  new ApiError(
    "UNAUTHORIZED",
    "Sign a fresh nonce with your wallet and send Authorization: Bearer <signature>.<message>.",
    undefined,
    { "www-authenticate": 'Bearer realm="wallet", SolanaTransaction realm="wallet"' },
  );

/** Returns whether a message names domain, method, path and body of its request. */
export const isBound = ({ domain, method, path, bodySha256 }: WalletMessage): boolean =>
  [domain, method, path, bodySha256].every((field) => field !== undefined);

/**
 * Returns whether the request fields of a signed message match this request. Mode `bound` requires all
 * fields.
 */
export function isForRequest(message: WalletMessage, request: Request, env: Env): boolean {
  const { domain, method, path } = message;
  if (env.WALLET_MESSAGE === "bound" && !isBound(message)) return false;
  return (
    (domain === undefined || isOwnDomain(domain, env)) &&
    (method === undefined || method === request.method) &&
    (path === undefined || isSameTarget(path, new URL(request.url)))
  );
}

/** Compares decoded parameters, because routers encode a space in two ways. */
function isSameTarget(path: string, url: URL): boolean {
  const base = "http://service";
  if (!path.startsWith("/") || !URL.canParse(path, base)) return false;
  const signed = new URL(path, base);
  const parameters = ({ searchParams }: URL) => JSON.stringify([...searchParams]);
  return signed.origin === base && signed.pathname === url.pathname && parameters(signed) === parameters(url);
}

const EMPTY_SHA256 = createHash("sha256").digest("hex");

/** Rejects a request without a body if the wallet signed the digest of a body. */
export function requireNoBody(bodySha256: string | null): void {
  if (bodySha256 !== null && bodySha256 !== EMPTY_SHA256) throw unauthorized();
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Passes a body through unchanged. Throws the wallet's 401 error at the end if the body does not match the
 * signed digest.
 */
export async function* requireSigned(
  body: AsyncIterable<Bytes>,
  bodySha256: string | null,
): AsyncGenerator<Bytes> {
  const hash = createHash("sha256");
  for await (const chunk of body) {
    if (bodySha256 !== null) hash.update(chunk);
    yield chunk;
  }
  if (bodySha256 !== null && hash.digest("hex") !== bodySha256) throw unauthorized();
}
