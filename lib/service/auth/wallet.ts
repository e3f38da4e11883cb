import nacl from "tweetnacl";
import {
  readAuthorization,
  readNonce,
  toWalletMessage,
  type WalletMessage,
} from "@/lib/core/auth/wallet-message";
import { addressBytes, isAddress } from "@/lib/core/solana/addresses";
import type { Services } from "@/lib/service/services";
import { consumeNonce, NONCE_SECONDS } from "./nonce";
import { isSmallOrderPoint } from "./public-key";
import { isForRequest, unauthorized } from "./signed-request";

/** Who signed a request, and the digest that its body must have where the signed message states one. */
export type Signer = { wallet: string; bodySha256: string | null };

/**
 * The wallet that signed the request, or a 401 that says nothing about which step failed. The nonce is spent before
 * anything else is judged, so each token gets one try; that also makes a second valid form of the same signature
 * worthless. Source: spec 5, wallet flow, step 5.
 */
export async function requireWallet(
  request: Request,
  services: Pick<Services, "kv" | "nowMs" | "env">,
): Promise<Signer> {
  const credential = readAuthorization(request.headers.get("authorization"));
  const claimed = credential && readNonce(credential.message);
  if (!credential || !claimed || !(await consumeNonce(services, claimed.nonce))) throw unauthorized();
  const message = toWalletMessage(claimed.fields);
  if (!message || !isTimely(message, services.nowMs())) throw unauthorized();
  if (!isForRequest(message, request, services.env)) throw unauthorized();
  const publicKey = decodeKey(message.wallet);
  const { signature, signed } = credential;
  if (!publicKey || !credential.isFor(message.wallet)) throw unauthorized();
  if (signature.length !== nacl.sign.signatureLength) throw unauthorized();
  if (!nacl.sign.detached.verify(signed, signature, publicKey)) throw unauthorized();
  return { wallet: message.wallet, bodySha256: message.bodySha256 ?? null };
}

const isTimely = ({ timestamp }: WalletMessage, nowMs: number) =>
  timestamp <= nowMs && nowMs - timestamp <= NONCE_SECONDS * 1000;

function decodeKey(wallet: string): Uint8Array | null {
  if (!isAddress(wallet)) return null;
  const key = addressBytes(wallet);
  return isSmallOrderPoint(key) ? null : key;
}
