import type { NonceView } from "@/lib/contract/nonce";
import { buildEnvelopes } from "@/lib/core/auth/off-chain-message";
import {
  type SignedRequest,
  transactionAuthorization,
  walletAuthorization,
  walletMessageBytes,
} from "@/lib/core/auth/wallet-message";
import { isSignedProof, proofTransaction } from "@/lib/core/auth/wallet-transaction";
import { message } from "@/lib/core/i18n/translator";
import { addressBytes } from "@/lib/core/solana/addresses";
import type { TransactionVersion } from "@/lib/core/solana/transaction/wire-transaction";

/**
 * A wallet that can sign: its base58 address and at least one signing method. Transactions are in wire
 * format.
 */
export type RequestSigner = {
  address: string;
  /** Returns the Ed25519 signature of the given bytes. */
  signMessage?: ((message: Uint8Array) => Promise<Uint8Array> | Uint8Array) | undefined;
  signTransaction?: ((wireTransaction: Uint8Array) => Promise<Uint8Array> | Uint8Array) | undefined;
  /** The versions that `signTransaction` accepts; only legacy transactions if absent. */
  transactionVersions?: readonly TransactionVersion[] | undefined;
};

/**
 * Returns the Authorization header for one request, because a nonce is valid once. A wallet that cannot sign
 * messages signs a transaction that no network accepts. The signed message names `request`, so the header is
 * valid for this request only. Source: spec 5, wallet flow; docs/wallet-proof.md.
 */
export async function signedHeader(
  signer: RequestSigner,
  { nonce, serverTime }: NonceView,
  request: SignedRequest,
): Promise<string> {
  const proof = walletMessageBytes({ nonce, timestamp: serverTime, wallet: signer.address, ...request });
  if (!signer.signMessage) return transactionHeader(signer, proof);
  let signature: Uint8Array;
  try {
    signature = await signer.signMessage(proof);
  } catch (error) {
    if (!signer.signTransaction || !isUnsupported(error)) throw error;
    return transactionHeader(signer, proof);
  }
  const signed = await signedBytes(proof, signer.address, signature);
  if (signed) return walletAuthorization(signature, signed);
  if (signer.signTransaction) return transactionHeader(signer, proof);
  throw new Error(
    message("The wallet signed a different message than requested. Use another wallet for this."),
  );
}

/**
 * Returns the bytes that the wallet signed: the message, or an envelope of exactly this message; null for
 * anything else. Where the platform cannot verify Ed25519 (browsers before 2025, pages without HTTPS), only
 * the service verifies the signature.
 */
async function signedBytes(
  proof: Uint8Array,
  wallet: string,
  signature: Uint8Array,
): Promise<Uint8Array | null> {
  const verify = await getVerifier(wallet);
  if (!verify) return proof;
  for (const signed of [proof, ...buildEnvelopes(proof, wallet)]) {
    if (await verify(signature, signed)) return signed;
  }
  return null;
}

const ED25519 = "Ed25519";

async function getVerifier(wallet: string) {
  try {
    const { subtle } = globalThis.crypto;
    const key = await subtle.importKey("raw", new Uint8Array(addressBytes(wallet)), ED25519, false, [
      "verify",
    ]);
    return (signature: Uint8Array, signed: Uint8Array) =>
      subtle.verify(ED25519, key, new Uint8Array(signature), new Uint8Array(signed));
  } catch {
    return null;
  }
}

async function transactionHeader(signer: RequestSigner, proved: Uint8Array): Promise<string> {
  if (!signer.signTransaction) {
    throw new Error(message("This wallet cannot sign messages or transactions. Use another wallet."));
  }
  const transaction = proofTransaction(signer.address, proved);
  const returned = await signer.signTransaction(transaction);
  if (isSignedProof(returned, transaction)) return transactionAuthorization(returned);
  throw new Error(
    message(
      "The wallet changed the transaction that proves your identity, so it was not sent. Use another wallet for this.",
    ),
  );
}

/**
 * "Method not found" of JSON-RPC, and "unsupported method" of EIP-1193, whose codes Solana wallets adopted.
 */
const UNSUPPORTED_CODES: readonly unknown[] = [-32601, 4200];
/** Errors of the wallet adapter for a wallet that can sign messages, but not with this account. */
const UNSUPPORTED_NAMES = ["WalletConfigError", "WalletAccountError"];
const UNSUPPORTED_WORDS = /not (yet )?support|unsupported|not implemented/i;

/** Returns whether an error means that this account cannot sign messages, as with some hardware wallets. */
function isUnsupported(failure: unknown): boolean {
  if (typeof failure !== "object" || failure === null) return false;
  if ("code" in failure && UNSUPPORTED_CODES.includes(failure.code)) return true;
  if (failure instanceof Error) {
    if (UNSUPPORTED_NAMES.includes(failure.name) || UNSUPPORTED_WORDS.test(failure.message)) return true;
  }
  return ["error", "cause"].some((inner) => isUnsupported(Reflect.get(failure, inner)));
}
