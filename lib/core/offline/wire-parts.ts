import { message } from "@/lib/core/i18n/translator";
import { MalformedTransactionError } from "@/lib/core/solana/transaction/byte-reader";
import { VERSION_FLAG } from "@/lib/core/solana/transaction/version-1";
import {
  maxTransactionBytes,
  readTransaction,
  splitMessage,
  type WireTransaction,
} from "@/lib/core/solana/transaction/wire-transaction";

const SIGNATURE_BYTES = 64;

const WORDS = {
  tooLarge: message("The data exceeds the maximum size of a transaction."),
  none: message("The data is not a transaction."),
};

/**
 * A transaction in transit: its signatures so far, in the order of the message's signers, and the message to
 * sign.
 */
export type WireParts = { signatures: readonly (Uint8Array | null)[]; message: Uint8Array };

/**
 * Splits a transaction of any version in wire format. A signature of zeros, as in an unsigned transaction,
 * becomes null.
 * @throws RangeError when the bytes are not a complete transaction, or when more bytes follow
 */
export function splitWire(wire: Uint8Array): WireParts {
  if (wire.length > maxTransactionBytes(wire)) throw new RangeError(WORDS.tooLarge);
  const transaction = readWire(wire);
  const signatures = transaction.signatures.map((signature) =>
    signature.some((byte) => byte !== 0) ? signature : null,
  );
  return { signatures, message: splitMessage(transaction).message };
}

export function joinWire({ signatures, message }: WireParts): Uint8Array {
  const bytes = new Uint8Array(SIGNATURE_BYTES * signatures.length);
  for (const [at, signature] of signatures.entries())
    if (signature) bytes.set(signature, at * SIGNATURE_BYTES);
  // Version 1 has its signatures at the end, without their number.
  const isVersion1 = message[0] === (VERSION_FLAG | 1);
  return Uint8Array.from(isVersion1 ? [...message, ...bytes] : [signatures.length, ...bytes, ...message]);
}

/**
 * Parses a message of any version. The signatures of the result are zeros.
 * @throws RangeError when the bytes are not a complete message
 */
export function readMessage(message: Uint8Array): WireTransaction {
  const [first = 0, second = 0] = message;
  const signerCount = (first & VERSION_FLAG) === 0 ? first : second;
  return readWire(joinWire({ signatures: Array(signerCount).fill(null), message }));
}

/** Reads all bytes of a transaction, so that nothing unseen is signed. */
function readWire(wire: Uint8Array): WireTransaction {
  try {
    return readTransaction(wire);
  } catch (error) {
    if (error instanceof MalformedTransactionError) throw new RangeError(WORDS.none);
    throw error;
  }
}
