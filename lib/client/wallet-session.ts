import { z } from "zod";
import { walletAuthorization, walletMessageBytes } from "@/lib/auth/wallet-message";

/** A wallet that signs messages: its address in base58, and ed25519 over the bytes given. */
export type MessageSigner = {
  address: string;
  signMessage(message: Uint8Array): Promise<Uint8Array> | Uint8Array;
};

export const nonceView = z.object({ nonce: z.string(), expiresAt: z.number(), serverTime: z.number() });

/** The Authorization header for one request: nonces are spent at first use. Source: spec 5, wallet flow. */
export async function signedHeader(
  signer: MessageSigner,
  { nonce, serverTime }: z.infer<typeof nonceView>,
): Promise<string> {
  const message = walletMessageBytes({ nonce, timestamp: serverTime, wallet: signer.address });
  return walletAuthorization(await signer.signMessage(message), message);
}
