import { addressBytes } from "@/lib/core/solana/addresses";
import { bytesKey } from "../bank/bytes-key";
import type { WireTransaction } from "../bank/transactions/wire-transaction";

export const MEMO_PROGRAM_IDS = [
  "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
];
const MEMO_PROGRAMS = new Set(MEMO_PROGRAM_IDS.map((id) => bytesKey(addressBytes(id))));

/** The memos of a transaction as a node joins them: each with its length in bytes, or null when there are none. */
export function readMemo(transaction: WireTransaction): string | null {
  const memos = transaction.instructions
    .filter(({ programIdIndex }) =>
      MEMO_PROGRAMS.has(bytesKey(transaction.staticKeys[programIdIndex] ?? new Uint8Array())),
    )
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString("utf8")}`);
  return memos.length === 0 ? null : memos.join("; ");
}
