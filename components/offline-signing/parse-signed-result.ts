import bs58 from "bs58";
import nacl from "tweetnacl";
import type { Translator } from "@/lib/core/i18n/translator";
import { messageSigners } from "@/lib/core/offline/describe-message";
import { fromBase64, readExport } from "@/lib/core/offline/export-file";
import { joinWire, splitWire, type WireParts } from "@/lib/core/offline/wire-parts";
import { addressBytes } from "@/lib/core/solana/addresses";
import { equalBytes } from "@/lib/core/solana/hex";

/** The imported result: a signed transaction, or the signature of a transaction to look up. */
export type SignedResult = { signed: Uint8Array } | { signature: string };

const SIGNATURE_BYTES = 64;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The exported transaction and its vesting program. */
type Exported = { wire: Uint8Array; programId: string };

/**
 * Parses the imported result for an exported transaction: the file of `npm run sign`, the signed transaction
 * in base64 or base58, or a signature.
 *
 * @throws RangeError with a sentence for the user
 */
export function readAnswer(t: Translator, text: string, { wire, programId }: Exported): SignedResult {
  const input = text.trim();
  if (input === "")
    throw new RangeError(t("Paste the signed transaction or its signature, or choose the file."));
  const exported = splitWire(wire);
  const parts = parseParts(t, input, programId);
  if ("message" in parts) return { signed: completed(t, parts, exported) };
  // If the pasted signature is the only missing one, the transaction is complete and this page can send it.
  const whole = { signatures: [parts.signature], message: exported.message };
  const [signer = ""] = messageSigners(exported.message);
  const isWhole = exported.signatures.length === 1 && isBy(signer, parts.signature, exported.message);
  return isWhole ? { signed: joinWire(whole) } : { signature: bs58.encode(parts.signature) };
}

function parseParts(t: Translator, input: string, programId: string): WireParts | { signature: Uint8Array } {
  if (input.startsWith("{")) return readExport(input, programId, t).parts;
  const bytes = bs58.decodeUnsafe(input);
  if (bytes?.length === SIGNATURE_BYTES) return { signature: bytes };
  const wire = BASE64.test(input) && input.length % 4 === 0 ? fromBase64(input) : bytes;
  if (wire?.length === SIGNATURE_BYTES) return { signature: wire };
  if (!wire) throw new RangeError(t("This is not base64, base58 or a file from npm run sign."));
  return isSplit(bytes) ?? splitWire(wire);
}

/** Text in base58 can also be valid base64. */
function isSplit(bytes: Uint8Array | undefined): WireParts | null {
  try {
    return bytes ? splitWire(bytes) : null;
  } catch {
    return null;
  }
}

/**
 * Returns the transaction after it verifies all signatures.
 * @throws RangeError
 */
function completed(t: Translator, { signatures, message }: WireParts, exported: WireParts): Uint8Array {
  if (!equalBytes(message, exported.message)) {
    throw new RangeError(
      t(
        "This is not the exported transaction. A wallet may have changed it. Export it again and sign it unchanged.",
      ),
    );
  }
  const signers = messageSigners(message);
  const missing = signers.filter((_, at) => !signatures[at]);
  if (missing.length > 0) {
    const all = missing.reduce((first, next) => t("{first} and {next}", { first, next }));
    throw new RangeError(t("The transaction still needs the signature of {signers}.", { signers: all }));
  }
  for (const [at, signer] of signers.entries()) {
    const signature = signatures[at];
    if (!signature || !isBy(signer, signature, message))
      throw new RangeError(t("The signature of {signer} does not match this transaction.", { signer }));
  }
  return joinWire({ signatures, message });
}

const isBy = (signer: string, signature: Uint8Array, message: Uint8Array) =>
  nacl.sign.detached.verify(message, signature, addressBytes(signer));
