/**
 * The proof of a wallet that signs transactions only: a transaction that carries the signed message in a memo and that
 * no ledger ever takes. Written once for the server that checks it and the browser that has it signed.
 * Source: docs/wallet-proof.md.
 */
import { addressBytes, MEMO_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { equalBytes } from "@/lib/core/solana/hex";

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;

/** One signer, who is writable as the payer of fees; of the two accounts the last, the program, is read only. */
const HEADER = [1, 0, 1, 2];
/** One instruction: of the program at 1, naming the account at 0, which must sign. */
const INSTRUCTION = [1, 1, 1, 0];
/** All zeros: no block ever has this hash, so no node takes the transaction, whoever sends it. */
const NO_BLOCKHASH = new Uint8Array(KEY_BYTES);
const MESSAGE_AT = 1 + SIGNATURE_BYTES;
const MEMO_AT = HEADER.length + 2 * KEY_BYTES + NO_BLOCKHASH.length + INSTRUCTION.length;

/** Largest memo whose transaction fits one network packet. */
const MAX_MEMO_BYTES = 1232 - MESSAGE_AT - MEMO_AT - 2;

/** The message that is signed: a legacy one, since hardware wallets show these, with the memo and nothing else. */
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
 * The transaction in wire format for `wallet` to sign, its signature still zeros.
 *
 * @throws RangeError when the memo is too long for a transaction
 */
export function proofTransaction(wallet: string, memo: Uint8Array): Uint8Array {
  if (memo.length > MAX_MEMO_BYTES) throw new RangeError("The message is too long for a transaction's memo.");
  return Uint8Array.from([1, ...new Uint8Array(SIGNATURE_BYTES), ...proofMessage(wallet, memo)]);
}

/** What a transaction that may be a proof holds, as far as its lengths fit; the rest is for `isProofMessage`. */
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

/** Whether `signed` is, to the byte, the one message that proves `wallet` with this memo. */
export const isProofMessage = (signed: Uint8Array, wallet: string, memo: Uint8Array): boolean =>
  equalBytes(signed, proofMessage(wallet, memo));

/** Whether a wallet gave back the transaction that it was given, with a signature in it and nothing else changed. */
export const isSignedProof = (returned: Uint8Array, given: Uint8Array): boolean =>
  returned[0] === 1 &&
  equalBytes(returned.subarray(MESSAGE_AT), given.subarray(MESSAGE_AT)) &&
  returned.subarray(1, MESSAGE_AT).some((byte) => byte !== 0);

/** The ledger's length prefix, for lengths below 2^14. */
const compactLength = (length: number) => (length < 0x80 ? [length] : [(length & 0x7f) | 0x80, length >> 7]);
