import bs58 from "bs58";
import nacl from "tweetnacl";
import { type CertificateView, certificateMessage } from "@/lib/contract/certificate";
import { addressBytes } from "@/lib/core/solana/addresses";

/** Returns whether a certificate's signature is its signer's; an unsigned certificate has none. */
export function verifySignature({
  certificate,
  signature,
}: CertificateView): "valid" | "invalid" | "unsigned" {
  if (signature === null) return "unsigned";
  const bytes = decodeSignature(signature.signature);
  if (bytes?.length !== nacl.sign.signatureLength) return "invalid";
  const isValid = nacl.sign.detached.verify(
    certificateMessage(certificate),
    bytes,
    addressBytes(signature.signer),
  );
  return isValid ? "valid" : "invalid";
}

function decodeSignature(text: string): Uint8Array | null {
  try {
    return bs58.decode(text);
  } catch {
    return null;
  }
}
