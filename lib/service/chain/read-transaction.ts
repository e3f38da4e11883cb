import type { z } from "zod";
import type { transactionAnswer } from "./answers";

/** A transaction as far as the service reads it. */
export type LedgerTransaction = {
  signature: string;
  slot: bigint;
  /** Unix seconds. */
  blockTime: bigint | null;
  /** Position in the block, where the node tells it. */
  transactionIndex: number | null;
  version: "legacy" | number;
  failed: boolean;
  /** Null when the node keeps no logs. */
  logs: string[] | null;
  /** Every account that the transaction names, those from lookup tables included. */
  accounts: string[];
};

/** Null while the node has not written all of it. */
export function readTransaction(answer: z.output<typeof transactionAnswer>): LedgerTransaction | null {
  const signature = answer?.transaction.signatures[0];
  if (!answer?.meta || signature === undefined) return null;
  const { meta, transaction } = answer;
  const { writable, readonly } = meta.loadedAddresses ?? { writable: [], readonly: [] };
  return {
    signature,
    slot: answer.slot,
    blockTime: answer.blockTime ?? null,
    transactionIndex: answer.transactionIndex ?? null,
    version: answer.version ?? "legacy",
    failed: meta.err !== null,
    logs: meta.logMessages ?? null,
    accounts: [...transaction.message.accountKeys, ...writable, ...readonly],
  };
}
