import nacl from "tweetnacl";
import { ApiError } from "@/lib/http/errors";
import type { Services } from "@/lib/services";
import { addressBytes, isAddress } from "@/lib/solana/addresses";
import { consumeNonce, NONCE_SECONDS } from "./nonce";
import { isSmallOrderPoint } from "./public-key";
import { readAuthorization, readNonce, toWalletMessage, type WalletMessage } from "./wallet-message";

const unauthorized = () =>
  new ApiError(
    "UNAUTHORIZED",
    "Sign a fresh nonce with your wallet and send Authorization: Bearer <signature>.<message>.",
    undefined,
    { "www-authenticate": 'Bearer realm="wallet", SolanaTransaction realm="wallet"' },
  );

/**
 * The wallet that signed the request, or a 401 that says nothing about which step failed. The nonce is spent before
 * anything else is judged, so each token gets one try; that also makes a second valid form of the same signature
 * worthless. Source: spec 5, wallet flow, step 5.
 */
export async function requireWallet(
  request: Request,
  services: Pick<Services, "kv" | "nowMs">,
): Promise<string> {
  const credential = readAuthorization(request.headers.get("authorization"));
  const claimed = credential && readNonce(credential.message);
  if (!credential || !claimed || !(await consumeNonce(services, claimed.nonce))) throw unauthorized();
  const message = toWalletMessage(claimed.fields);
  if (!message || !isTimely(message, services.nowMs())) throw unauthorized();
  const publicKey = decodeKey(message.wallet);
  const { signature, signed } = credential;
  if (!publicKey || !credential.isFor(message.wallet)) throw unauthorized();
  if (signature.length !== nacl.sign.signatureLength) throw unauthorized();
  if (!nacl.sign.detached.verify(signed, signature, publicKey)) throw unauthorized();
  return message.wallet;
}

const isTimely = ({ timestamp }: WalletMessage, nowMs: number) =>
  timestamp <= nowMs && nowMs - timestamp <= NONCE_SECONDS * 1000;

function decodeKey(wallet: string): Uint8Array | null {
  if (!isAddress(wallet)) return null;
  const key = addressBytes(wallet);
  return isSmallOrderPoint(key) ? null : key;
}
