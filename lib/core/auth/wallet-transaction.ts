/**
 * The proof of a wallet that signs only transactions: a transaction that contains the message in a memo and
 * that no cluster ever accepts. The server that verifies the proof and the browser that requests it share
 * this module. Source: docs/wallet-proof.md.
 */
import { addressBytes, MEMO_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { equalBytes } from "@/lib/core/solana/hex";
import { MAX_PACKET_BYTES } from "@/lib/core/solana/transaction/wire-transaction";

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;

/** One signer, writable as the fee payer; the last of the two accounts, the program, is read-only. */
const HEADER = [1, 0, 1, 2];
/** One instruction: of the program at index 1, with the account at index 0 as a required signer. */
const INSTRUCTION = [1, 1, 1, 0];
/** All zeros: no block ever has this hash, so no node accepts the transaction, regardless of the sender. */
const NO_BLOCKHASH = new Uint8Array(KEY_BYTES);
const MESSAGE_AT = 1 + SIGNATURE_BYTES;
const MEMO_AT = HEADER.length + 2 * KEY_BYTES + NO_BLOCKHASH.length + INSTRUCTION.length;

/** Largest memo whose transaction fits into one network packet. */
const MAX_MEMO_BYTES = MAX_PACKET_BYTES - MESSAGE_AT - MEMO_AT - 2;

/**
 * Returns the message to sign. It is a legacy message, because hardware wallets display these, and contains
 * only the memo.
 */
function proofMessage(wallet: string, memo: Uint8Array): Uint8Array {
  return Uint8Array.from([
    ...HEADER,
    ...addressBytes(wallet),
    ...addressBytes(MEMO_PROGRAM_ID),
    ...NO_BLOCKHASH,
    ...INSTRUCTION,
    ...compactLength(memo.length),
    ...memo,
  ]);
}

/**
 * Returns the transaction in wire format for `wallet` to sign; its signature is still zeros.
 * @throws RangeError when the memo is too long for a transaction
 */
export function proofTransaction(wallet: string, memo: Uint8Array): Uint8Array {
  if (memo.length > MAX_MEMO_BYTES) throw new RangeError("The message is too long for a transaction's memo.");
  return Uint8Array.from([1, ...new Uint8Array(SIGNATURE_BYTES), ...proofMessage(wallet, memo)]);
}

/**
 * Splits a potential proof transaction by its lengths, or returns null; `isProofMessage` verifies the
 * content.
 */
export function splitProof(
  transaction: Uint8Array,
): { signature: Uint8Array; signed: Uint8Array; memo: Uint8Array } | null {
  const signed = transaction.subarray(MESSAGE_AT);
  const low = signed[MEMO_AT];
  if (transaction[0] !== 1 || low === undefined) return null;
  const memo = signed.subarray(MEMO_AT + (low < 0x80 ? 1 : 2));
  if (memo.length > MAX_MEMO_BYTES) return null;
  return { signature: transaction.subarray(1, MESSAGE_AT), signed, memo };
}

/** Returns whether `signed` is exactly the message that proves `wallet` with this memo. */
export const isProofMessage = (signed: Uint8Array, wallet: string, memo: Uint8Array): boolean =>
  equalBytes(signed, proofMessage(wallet, memo));

/** Returns whether a wallet returned the given transaction with a signature and no other change. */
export const isSignedProof = (returned: Uint8Array, input: Uint8Array): boolean =>
  returned[0] === 1 &&
  equalBytes(returned.subarray(MESSAGE_AT), input.subarray(MESSAGE_AT)) &&
  returned.subarray(1, MESSAGE_AT).some((byte) => byte !== 0);

/** Encodes a length as in Solana's compact-u16 format, for lengths below 2^14. */
const compactLength = (length: number) => (length < 0x80 ? [length] : [(length & 0x7f) | 0x80, length >> 7]);
