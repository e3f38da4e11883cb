import bs58 from "bs58";
import * as z from "zod";
import { type ChainTransaction, readTransaction } from "@/lib/core/solana/read-transaction";
import { i64, u64 } from "@/lib/core/solana/rpc-responses/response-json";
import { signature } from "@/lib/core/solana/rpc-responses/signature-list";

/** The database column holds 31 bits. */
const MAX_INDEX = 2 ** 31 - 1;

const base58 = z.instanceof(Uint8Array).transform((bytes) => bs58.encode(bytes));
const address = base58.pipe(z.string().min(32));

const transactionUpdate = z.object({
  slot: u64,
  transaction: z.object({
    signature: base58.pipe(signature),
    index: u64.transform(Number).refine((index) => index <= MAX_INDEX, "not an index in a block"),
    transaction: z.object({ message: z.object({ accountKeys: z.array(address).min(1) }) }),
    meta: z.object({
      err: z.object({}).nullable(),
      logMessages: z.array(z.string()),
      logMessagesNone: z.boolean(),
      loadedWritableAddresses: z.array(address),
      loadedReadonlyAddresses: z.array(address),
    }),
  }),
});

const blockUpdate = z.object({
  slot: u64,
  blockhash: z.string(),
  parentSlot: u64,
  blockTime: z.object({ timestamp: i64 }).nullable(),
});

const slotUpdate = z.object({ slot: u64, status: z.string() });

/** A message of the subscription; others, such as pongs, have no known kind. */
export const geyserUpdate = z.union([
  z.object({ transaction: transactionUpdate }),
  z.object({ blockMeta: blockUpdate }),
  z.object({ slot: slotUpdate }),
  z.object({ ping: z.object({}) }),
  z.object({ pong: z.object({}) }),
]);

export type TransactionUpdate = z.output<typeof transactionUpdate>;
export type BlockUpdate = z.output<typeof blockUpdate>;

/** Returns a transaction in the format of the index. `blockTime` is in unix seconds. */
export function readUpdate(
  { slot, transaction }: TransactionUpdate,
  { blockTime, programId }: { blockTime: bigint; programId: string },
): ChainTransaction & { blockTime: bigint } {
  const { signature, index, meta } = transaction;
  const loaded = [...meta.loadedWritableAddresses, ...meta.loadedReadonlyAddresses];
  const described = {
    ...{ signature, slot, txIndex: index, blockTime },
    failed: meta.err !== null,
    logs: meta.logMessagesNone ? null : meta.logMessages,
    accounts: [...transaction.transaction.message.accountKeys, ...loaded],
  };
  return { ...readTransaction(described, programId), blockTime };
}
