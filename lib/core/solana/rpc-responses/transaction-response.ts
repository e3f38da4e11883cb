import * as z from "zod";
import { type ChainTransaction, readTransaction } from "@/lib/core/solana/read-transaction";
import { instructionList, recordedMeta, toRecord } from "./recorded-transaction";
import { address, i64, transactionError, u64 } from "./response-json";
import { signature, transactionIndex } from "./signature-list";

/** The response of getTransaction with the encoding json. */
export const transactionAnswer = z
  .object({
    slot: u64,
    blockTime: i64.nullish(),
    transactionIndex,
    version: z.union([z.literal("legacy"), z.int().min(0)]).optional(),
    transaction: z.object({
      signatures: z.array(signature).min(1),
      message: z.object({ accountKeys: z.array(address), instructions: instructionList.nullish() }),
    }),
    meta: z
      .object({
        err: transactionError,
        logMessages: z.array(z.string()).nullish(),
        loadedAddresses: z.object({ writable: z.array(address), readonly: z.array(address) }).nullish(),
        ...recordedMeta,
      })
      .nullable(),
  })
  .nullable();

/** Returns null while the node has not written the whole transaction. */
export function readTransactionAnswer(
  answer: z.output<typeof transactionAnswer>,
  programId: string,
): ChainTransaction | null {
  const signature = answer?.transaction.signatures[0];
  if (!answer?.meta || signature === undefined) return null;
  const { meta, transaction } = answer;
  const { writable, readonly } = meta.loadedAddresses ?? { writable: [], readonly: [] };
  const accounts = [...transaction.message.accountKeys, ...writable, ...readonly];
  const blockTime = answer.blockTime ?? null;
  const response = {
    signature,
    slot: answer.slot,
    txIndex: answer.transactionIndex ?? null,
    blockTime,
    failed: meta.err !== null,
    logs: meta.logMessages ?? null,
    accounts,
    record: () => toRecord({ accounts, blockTime, meta, instructions: transaction.message.instructions }),
  };
  return readTransaction(response, programId);
}
