import { performance } from "node:perf_hooks";
import * as z from "zod";
import type { ChainTransaction } from "@/lib/core/solana/read-transaction";
import {
  readTransactionAnswer,
  transactionAnswer,
} from "@/lib/core/solana/rpc-responses/transaction-response";
import type { CallOptions, RpcClient } from "./rpc-client";

/** Slots from one to another, both included. */
export type SlotRange = { from: bigint; to: bigint };

type BulkQuery = {
  programId: string;
  signatures: readonly string[];
  slots: SlotRange;
  /** Commitment, encoding and maximum version, as in getTransaction. */
  config: object;
};

const METHOD = "getTransactionsForAddress";
/** Maximum whole transactions in one response. Source: Helius, documentation of the method. */
const PAGE_LIMIT = 100;
/**
 * A page costs as much as many single transactions, so smaller requests do not use it, and a page with fewer of
 * the requested transactions is the last one.
 */
const MIN_PER_PAGE = 20;
/** Timeout of all pages in milliseconds. */
const DEADLINE_MS = 20_000;

/** Each item is validated by itself: the others of a page with an invalid item remain usable. */
const pageAnswer = z.object({ data: z.array(z.unknown()), paginationToken: z.string().nullish() });

/**
 * Returns transactions of a program by signature, read in pages of a slot range from an endpoint that offers
 * `getTransactionsForAddress`. The result contains only requested transactions that succeeded and have their whole
 * log and their time. Missing ones are no error: the caller requests them by signature, so a repeated, missing or
 * incomplete page has no effect on the index.
 */
export async function readInBulk(
  rpc: RpcClient,
  query: BulkQuery,
  options: CallOptions,
): Promise<Map<string, ChainTransaction>> {
  const wanted = new Set(query.signatures);
  const found = new Map<string, ChainTransaction>();
  const untilMs = performance.now() + Math.min(options.deadlineMs ?? DEADLINE_MS, DEADLINE_MS);
  const limits = () => ({ ...options, deadlineMs: untilMs - performance.now() });
  let token: string | null | undefined;
  while (wanted.size >= MIN_PER_PAGE && limits().deadlineMs > 0) {
    const page = await rpc.callOptional(pageRequest(query, token), pageAnswer, limits());
    if (page === null) break;
    const before = found.size;
    for (const item of page.data) {
      const transaction = readItem(item, query.programId);
      if (transaction && wanted.delete(transaction.signature)) found.set(transaction.signature, transaction);
    }
    token = page.paginationToken;
    if (!token || found.size - before < MIN_PER_PAGE) break;
  }
  return found;
}

function pageRequest({ programId, slots, config }: BulkQuery, paginationToken: string | null | undefined) {
  const settings = {
    ...{ ...config, transactionDetails: "full", sortOrder: "asc", limit: PAGE_LIMIT },
    filters: { slot: { gte: Number(slots.from), lte: Number(slots.to) }, status: "succeeded" },
    ...(paginationToken && { paginationToken }),
  };
  return { method: METHOD, params: [programId, settings] };
}

/**
 * Returns a transaction without its index in the slot. The list has the index, and indexes are comparable only
 * from one source.
 */
function readItem(item: unknown, programId: string): ChainTransaction | null {
  const { data } = transactionAnswer.safeParse(item);
  const transaction = data ? readTransactionAnswer(data, programId) : null;
  const isWhole =
    transaction?.status === "indexed" && !transaction.isLogTruncated && transaction.blockTime !== null;
  return isWhole ? { ...transaction, txIndex: null } : null;
}
