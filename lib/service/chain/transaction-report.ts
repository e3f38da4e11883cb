import * as z from "zod";
import { transactionError, u64 } from "@/lib/core/solana/rpc-responses/response-json";
import { MAX_TRANSACTION_VERSION } from "@/lib/core/solana/transaction/wire-transaction";
import type { CallOptions, EndpointAnswers, RpcClient } from "./rpc-client";
import { getValues } from "./rpc-outcome";

/**
 * The report of one endpoint about a transaction.
 * - `present`: the final chain contains the transaction, at the given slot
 * - `absent`: the final block at the indexed slot lacks the transaction
 * - `unknown`: the endpoint has pruned that slot, or belongs to another network
 * - `silent`: the endpoint does not respond
 */
export type TransactionReport = { host: string } & (
  | { state: "present"; slot: bigint; failed: boolean }
  | { state: "absent" }
  | { state: "unknown" | "silent" }
);

const FINALIZED = {
  commitment: "finalized",
  maxSupportedTransactionVersion: MAX_TRANSACTION_VERSION,
} as const;
/** Maximum distance in slots between a skipped slot and the next block. */
const MAX_SKIPPED_SLOTS = 64n;

const transactionAnswer = z
  .object({ slot: u64, meta: z.object({ err: transactionError }).nullable() })
  .nullable();
const blockAnswer = z.object({ parentSlot: u64, signatures: z.array(z.string()).optional() }).nullable();

type Transaction = { signature: string; slot: bigint };

/**
 * Reads the reports of all endpoints. A slot without a block counts as lacking the transaction only if the
 * parent of the next final block is an earlier slot. "Not available" alone may also mean that the node has
 * pruned the slot.
 */
export async function readReports(
  rpc: RpcClient,
  transaction: Transaction,
  options: CallOptions,
): Promise<TransactionReport[]> {
  const { signature, slot } = transaction;
  const found = await rpc.callEach(
    [{ method: "getTransaction", params: [signature, { ...FINALIZED, encoding: "json" }] }],
    transactionAnswer,
    options,
  );
  const blocks = await readBlocks(rpc, slot, options);
  const skipped = blocks.some(({ answers }) => answers && !getValues(answers)[0])
    ? await readSkipped(rpc, slot, options)
    : new Set<number>();
  return found.map(({ host, answers, isForeign }, position) => {
    const known = getValues(answers)[0];
    if (known?.meta) return { host, state: "present", slot: known.slot, failed: known.meta.err !== null };
    const inBlock = blocks[position]?.answers ?? null;
    if (!isForeign && (answers === null || inBlock === null)) return { host, state: "silent" };
    // A transaction in a format that this version cannot read is still present.
    if (known === undefined) return { host, state: "unknown" };
    const block = getValues(inBlock)[0];
    if (block?.signatures?.includes(signature)) return { host, state: "present", slot, failed: false };
    const lacks = block?.signatures !== undefined || skipped.has(position);
    return { host, state: lacks ? "absent" : "unknown" };
  });
}

const readBlocks = (rpc: RpcClient, slot: bigint, options: CallOptions, details = "signatures") =>
  rpc.callEach(
    [
      {
        method: "getBlock",
        params: [Number(slot), { ...FINALIZED, transactionDetails: details, rewards: false }],
      },
    ],
    blockAnswer,
    options,
  );

/** Returns the positions of the endpoints whose final chain skips a slot. */
async function readSkipped(rpc: RpcClient, slot: bigint, options: CallOptions): Promise<Set<number>> {
  const range = [Number(slot), Number(slot + MAX_SKIPPED_SLOTS), { commitment: "finalized" }];
  const lists: EndpointAnswers<bigint[]>[] = await rpc.callEach(
    [{ method: "getBlocks", params: range }],
    z.array(u64),
    options,
  );
  const next = lists.map(({ answers }) => getValues(answers)[0]?.[0]);
  const skipped = new Set<number>();
  for (const following of new Set(next)) {
    if (following === undefined || following <= slot) continue;
    const blocks = await readBlocks(rpc, following, options, "none");
    for (const [position, { answers }] of blocks.entries()) {
      const parent = getValues(answers)[0]?.parentSlot;
      if (next[position] === following && parent !== undefined && parent < slot) skipped.add(position);
    }
  }
  return skipped;
}
