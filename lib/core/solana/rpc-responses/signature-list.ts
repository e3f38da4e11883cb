import * as z from "zod";
import { i64, transactionError, u64 } from "./response-json";

export type SignatureEntry = {
  signature: string;
  slot: bigint;
  blockTime: bigint | null;
  failed: boolean;
  finalized: boolean;
  /** Position in the block, if the node returns it. */
  transactionIndex: number | null;
};

export const signature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/, "not a signature");

/** A block contains thousands of transactions; the database column holds 31 bits. */
export const transactionIndex = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)
  .nullish();

export const signaturesAnswer = z.array(
  z.object({
    signature,
    slot: u64,
    err: transactionError,
    blockTime: i64.nullish(),
    confirmationStatus: z.string().nullish(),
    transactionIndex,
  }),
);

type SignaturesAnswer = z.output<typeof signaturesAnswer>;

/** Returns the entries of a list in order, without the duplicates that some nodes return. */
export function toEntries(list: SignaturesAnswer): SignatureEntry[] {
  const entries = new Map<string, SignatureEntry>();
  for (const entry of list) if (!entries.has(entry.signature)) entries.set(entry.signature, toEntry(entry));
  return [...entries.values()];
}

const toEntry = (entry: SignaturesAnswer[number]): SignatureEntry => ({
  signature: entry.signature,
  slot: entry.slot,
  blockTime: entry.blockTime ?? null,
  failed: entry.err !== null,
  finalized: entry.confirmationStatus === "finalized",
  transactionIndex: entry.transactionIndex ?? null,
});
