import { Message } from "@solana/web3.js";
import { message } from "@/lib/core/i18n/translator";
import { equalBytes } from "@/lib/core/solana/hex";
import { MAX_PACKET_BYTES } from "@/lib/core/solana/transaction/wire-transaction";

const SIGNATURE_BYTES = 64;
/** Set on messages of a later version, which may refer to accounts that only the network can resolve. */
const VERSIONED = 0x80;

const WORDS = {
  tooLarge: message("The data exceeds the maximum size of a transaction."),
  versioned: message("The transaction is a versioned one, but exports contain legacy transactions."),
  none: message("The data is not a transaction."),
  holdsMore: message("The transaction contains extra data that cannot be read."),
};

/**
 * A transaction in transit: its signatures so far, in the order of the message's signers, and the message to
 * sign.
 */
export type WireParts = { signatures: readonly (Uint8Array | null)[]; message: Uint8Array };

/**
 * Splits a legacy transaction in wire format. A signature of zeros, as in an unsigned transaction, becomes
 * null.
 * @throws RangeError when the bytes are not a complete legacy transaction, or when more bytes follow
 */
export function splitWire(wire: Uint8Array): WireParts {
  if (wire.length > MAX_PACKET_BYTES) throw new RangeError(WORDS.tooLarge);
  const count = wire[0] ?? 0;
  const message = wire.subarray(1 + count * SIGNATURE_BYTES);
  const first = message[0] ?? 0;
  if (first >= VERSIONED) throw new RangeError(WORDS.versioned);
  if (count === 0 || first !== count) throw new RangeError(WORDS.none);
  checkWhole(message);
  const signatures = Array.from({ length: count }, (_, at) => {
    const signature = wire.subarray(1 + at * SIGNATURE_BYTES, 1 + (at + 1) * SIGNATURE_BYTES);
    return signature.some((byte) => byte !== 0) ? signature : null;
  });
  return { signatures, message };
}

export function joinWire({ signatures, message }: WireParts): Uint8Array {
  const wire = new Uint8Array(1 + signatures.length * SIGNATURE_BYTES + message.length);
  wire[0] = signatures.length;
  for (const [at, signature] of signatures.entries())
    if (signature) wire.set(signature, 1 + at * SIGNATURE_BYTES);
  wire.set(message, 1 + signatures.length * SIGNATURE_BYTES);
  return wire;
}

/** Checks that parsing a message covers all of its bytes, so that nothing unseen is signed. */
function checkWhole(message: Uint8Array): void {
  let read: Message;
  let again: Uint8Array;
  try {
    read = Message.from(message);
    again = read.serialize();
  } catch {
    throw new RangeError(WORDS.none);
  }
  if (!equalBytes(again, message)) throw new RangeError(WORDS.holdsMore);
  if (!isConsistent(read)) throw new RangeError(WORDS.none);
}

/**
 * Returns whether a message contains every account that it refers to exactly once. A node rejects any other
 * message.
 */
function isConsistent({ header, accountKeys, instructions }: Message): boolean {
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header;
  const { length } = accountKeys;
  return (
    new Set(accountKeys.map((key) => key.toBase58())).size === length &&
    numReadonlySignedAccounts < numRequiredSignatures &&
    numRequiredSignatures + numReadonlyUnsignedAccounts <= length &&
    instructions.every(({ programIdIndex, accounts }) =>
      [programIdIndex, ...accounts].every((index) => index < length),
    )
  );
}
