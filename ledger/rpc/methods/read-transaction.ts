import { MalformedTransactionError, UnsanitaryTransaction } from "@/lib/core/solana/transaction/byte-reader";
import {
  maxTransactionBytes,
  readTransaction,
  type WireTransaction,
} from "@/lib/core/solana/transaction/wire-transaction";
import { computeBudgetError } from "../../bank/transactions/compute-budget";
import { type TransactionErrorJson, transactionErrorText } from "../../bank/transactions/transaction-error";
import { type Decoded, decodeBase58, decodeBase64 } from "../encode/decode-text";
import { optional, transactionEncoding } from "../params";
import { invalidParams, type RpcError } from "../rpc-error";

/** The type names in a node's messages. */
const TRANSACTION = "solana_transaction::versioned::VersionedTransaction";
const MESSAGE = "solana_message::versions::VersionedMessage";

/** The maximum text length of a transaction that is not of version 1, and of any transaction. */
const MAX_TEXT = { base58: 1683, base64: 1644 } as const;
const MAX_ANY_TEXT = 8192;

type Encoding = keyof typeof MAX_TEXT;

/** The encoding of a transaction in a request: base58 or base64. */
export const wireEncoding = optional(
  transactionEncoding.transform((encoding, context): Encoding | undefined => {
    if (encoding === "binary") return "base58";
    if (encoding !== "json" && encoding !== "jsonParsed") return encoding;
    context.addIssue(`unsupported encoding: ${encoding}. Supported encodings: base58, base64`);
    return undefined;
  }),
);

/** Reads a transaction as a node does. @throws RpcError -32602 in the node's words */
export function decodeTransaction(text: string, encoding: Encoding | undefined): WireTransaction {
  const transaction = readOrRefuse(
    decode(text, encoding ?? "base58", TRANSACTION),
    TRANSACTION,
    "transaction",
  );
  const error = computeBudgetError(transaction);
  if (error !== null) throw invalidTransaction(error);
  return transaction;
}

/** Reads a message without its signatures, by inserting empty ones where the wire format has them. */
export function decodeMessage(text: string): WireTransaction {
  const message = decode(text, "base64", MESSAGE);
  const [first = 0, second = 0] = message;
  const count = (first & 0x80) === 0 ? first : second;
  const signatures = Buffer.alloc(64 * count);
  const isVersion1 = first === 0x81;
  const raw = isVersion1
    ? Buffer.concat([message, signatures])
    : Buffer.concat([Buffer.from([count & 0x7f]), signatures, message]);
  return readOrRefuse(raw, MESSAGE, "transaction message");
}

export const invalidTransaction = (error: TransactionErrorJson): RpcError =>
  invalidParams(`invalid transaction: ${transactionErrorText(error)}`);

function decode(text: string, encoding: Encoding, type: string): Uint8Array {
  const decoded: Decoded =
    text.length > MAX_ANY_TEXT
      ? { error: "" }
      : encoding === "base64"
        ? decodeBase64(text)
        : decodeBase58(text);
  const bytes = "bytes" in decoded ? decoded.bytes : null;
  const max = maxTransactionBytes(bytes ?? new Uint8Array());
  const packet = maxTransactionBytes(new Uint8Array());
  if (text.length > MAX_TEXT[encoding] && max === packet) {
    const limits = `(max: encoded/raw ${MAX_TEXT[encoding]}/${packet})`;
    throw invalidParams(`${encoding} encoded ${type} too large: ${text.length} bytes ${limits}`);
  }
  if ("error" in decoded) throw invalidParams(`invalid ${encoding} encoding: ${decoded.error}`);
  if (decoded.bytes.length <= max) return decoded.bytes;
  throw invalidParams(`decoded ${type} too large: ${decoded.bytes.length} bytes (max: ${max} bytes)`);
}

function readOrRefuse(bytes: Uint8Array, type: string, kind: string): WireTransaction {
  try {
    return readTransaction(bytes);
  } catch (error) {
    if (error instanceof UnsanitaryTransaction) {
      const text = type === MESSAGE ? error.message : transactionErrorText("SanitizeFailure");
      throw invalidParams(`invalid ${kind}: ${text}`);
    }
    if (!(error instanceof MalformedTransactionError)) throw error;
    throw invalidParams(`failed to deserialize ${type}: ${error.message}`);
  }
}
