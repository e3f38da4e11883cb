import * as z from "zod";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import type { ChainTransaction } from "@/lib/core/solana/read-transaction";
import { transactionError, u64 } from "@/lib/core/solana/rpc-responses/response-json";
import {
  type SignatureEntry,
  signature,
  signaturesAnswer,
  toEntries,
} from "@/lib/core/solana/rpc-responses/signature-list";
import {
  readTransactionAnswer,
  transactionAnswer,
} from "@/lib/core/solana/rpc-responses/transaction-response";
import { MAX_TRANSACTION_VERSION } from "@/lib/core/solana/transaction/wire-transaction";
import { readInBulk, type SlotRange } from "./bulk-read";
import {
  InvalidRpcResponseError,
  isUnknownCursor,
  NetworkUnavailableError,
  RpcRejectionError,
  UnknownCursor,
} from "./errors";
import { type CallOptions, RpcClient, type RpcClientOptions } from "./rpc-client";
import { detailAnswer, type TransactionDetail, toDetail } from "./transaction-detail";

export type Commitment = "confirmed" | "finalized";

export type ReadOptions = CallOptions & { commitment?: Commitment | undefined };
export type ContextOptions = ReadOptions & { minContextSlot?: bigint | undefined };

export type TransactionsOptions = ReadOptions & {
  /** The slots of the transactions, which allow an endpoint to return many of them at once. */
  slots?: SlotRange | undefined;
};

export type SignaturesOptions = ContextOptions & {
  before?: string | undefined;
  until?: string | undefined;
  limit?: number | undefined;
};

// Errors for a block that is not available yet, skipped, or pruned.
const NO_BLOCK_CODES = [-32001, -32004, -32007, -32009];
const UNSUPPORTED_VERSION = -32015;
/** The limit of getSignaturesForAddress, and its default. */
const MAX_SIGNATURES = 1_000;

/** Response of getSignatureStatuses. */
export const statusesAnswer = z.object({
  context: z.object({ slot: u64 }),
  value: z.array(
    z.object({ slot: u64, err: transactionError, confirmationStatus: z.string().nullish() }).nullable(),
  ),
});

const blockSignaturesAnswer = z.object({ signatures: z.array(signature) }).nullable();

/** Transactions that endpoints list, newest first. */
export type SignaturePage = {
  entries: SignatureEntry[];
  /** The entry after which every endpoint continues without a gap; null at the end of all lists. */
  next: SignatureEntry | null;
};

const newestFirst = (entries: SignatureEntry[]) => entries.sort((a, b) => Number(b.slot - a.slot));

/**
 * Returns the oldest entry that all full lists contain: each endpoint has that entry and has listed everything
 * newer. Lists without a common entry continue after the newest of their ends.
 */
function continuation(
  entries: readonly SignatureEntry[],
  full: readonly SignatureEntry[][],
): SignatureEntry | null {
  const listed = full.map((list) => new Set(list.map(({ signature }) => signature)));
  const common = entries.filter(({ signature }) => listed.every((list) => list.has(signature)));
  const ends = full.flatMap((list) => newestFirst(list).at(-1) ?? []);
  return full.length === 0 ? null : (common.at(-1) ?? newestFirst(ends)[0] ?? null);
}

export type ChainOptions = RpcClientOptions & {
  programId?: string;
  /** For calls without a commitment. */
  commitment?: Commitment;
};

/** A list that contains its own cursor ignores it, so that reading its pages would not end. */
const answerAfter = (before: string | undefined) =>
  signaturesAnswer.refine((list) => list.every(({ signature }) => signature !== before));

/** Reads the history of the network: transactions and their status. Throws the same errors as Chain. */
export class ChainHistory {
  protected readonly rpc: RpcClient;
  protected readonly programId: string;
  private readonly commitment: Commitment;

  constructor(options: ChainOptions) {
    this.rpc = new RpcClient(options);
    this.programId = options.programId ?? DEFAULT_PROGRAM_ID;
    this.commitment = options.commitment ?? "confirmed";
  }

  /**
   * Returns up to 1000 transactions that mention an address, newest first. A node that lacks `until` also
   * lists older transactions, so callers stop at a slot. Throws UnknownCursor if the node lacks `before`.
   */
  async getSignatures(address: string, options: SignaturesOptions = {}): Promise<SignatureEntry[]> {
    const request = this.signaturesRequest(address, options);
    try {
      return toEntries(await this.rpc.call(request, answerAfter(options.before), options));
    } catch (error) {
      if (!isUnknownCursor(error)) throw error;
      if (options.until !== undefined) return this.getSignatures(address, { ...options, until: undefined });
      throw new UnknownCursor(error.code, error.message);
    }
  }

  /**
   * Returns the transactions that any endpoint lists for an address, by descending slot, up to `limit` per
   * endpoint. The lists differ if an endpoint has lost a signature. `until` and `before` work as in
   * `getSignatures`, but endpoints that lack `before` add nothing.
   */
  async getSignaturesOfAll(address: string, options: SignaturesOptions = {}): Promise<SignaturePage> {
    const request = this.signaturesRequest(address, options);
    const each = await this.rpc.callEach([request], answerAfter(options.before), options);
    const answers = each.flatMap(({ answers }) => answers ?? []);
    if (options.until !== undefined && answers.some(isUnknownCursor)) {
      return this.getSignaturesOfAll(address, { ...options, until: undefined });
    }
    const lists = answers.flatMap((answer) => ("value" in answer ? [answer.value] : []));
    const limit = options.limit ?? MAX_SIGNATURES;
    const entries = newestFirst(toEntries(lists.flat()));
    return {
      entries,
      next: continuation(entries, lists.filter(({ length }) => length >= limit).map(toEntries)),
    };
  }

  private signaturesRequest(address: string, options: SignaturesOptions) {
    const { before, until, limit } = options;
    const params = [address, { ...this.config(options), before, until, limit }];
    return { method: "getSignaturesForAddress", params };
  }

  /**
   * Returns transactions in the requested order, decoded for the program's events.
   * - null: the node lacks the transaction or a part of it at the commitment, or returned only other
   *   transactions in time, or rejected only some of the requests
   * - `unreadable`: the format is unknown to the service, or no endpoint returns a valid response
   *
   * With `slots`, reads many transactions of the program at once where an endpoint offers that, and the others
   * one by one.
   */
  async getTransactions(
    signatures: readonly string[],
    { slots, ...options }: TransactionsOptions = {},
  ): Promise<(ChainTransaction | { unreadable: string } | null)[]> {
    if (slots === undefined) return this.getEachTransaction(signatures, options);
    const config = this.transactionConfig(options);
    const { rpc, programId } = this;
    const found = await readInBulk(rpc, { programId, signatures, slots, config }, options);
    const left = signatures.filter((signature) => !found.has(signature));
    const read = await this.getEachTransaction(left, options);
    const answers = new Map(left.map((signature, at) => [signature, read[at] ?? null]));
    return signatures.map((signature) => found.get(signature) ?? answers.get(signature) ?? null);
  }

  private async getEachTransaction(
    signatures: readonly string[],
    options: ReadOptions,
  ): Promise<(ChainTransaction | { unreadable: string } | null)[]> {
    const config = this.transactionConfig(options);
    const requests = signatures.map((signature) => ({
      method: "getTransaction",
      params: [signature, config],
    }));
    const answers = await this.rpc.callAll(requests, transactionAnswer, options);
    const someAnswered = answers.some((answer) => !(answer instanceof Error));
    return answers.map((answer) => {
      if (!(answer instanceof Error)) return readTransactionAnswer(answer.value, this.programId);
      const isUnreadable =
        answer instanceof InvalidRpcResponseError ||
        (answer instanceof RpcRejectionError && answer.code === UNSUPPORTED_VERSION);
      if (isUnreadable) return { unreadable: answer.message };
      // A rate-limited endpoint returns only part of a batch at a time, and a node may reject a transaction that it
      // lost. The other results are kept; discarding them would prevent all progress.
      if (someAnswered) return null;
      throw answer;
    });
  }

  /**
   * Requests a transaction with a cut or missing log from every endpoint, and returns the response with the
   * complete log. Otherwise returns a response from which all events can be reconstructed, or null.
   */
  async getWholeTransaction(signature: string, options: ReadOptions = {}): Promise<ChainTransaction | null> {
    const params = [signature, this.transactionConfig(options)];
    const answers = await this.rpc
      .callEveryEndpoint({ method: "getTransaction", params }, transactionAnswer, options)
      .catch((error: unknown) => {
        if (error instanceof NetworkUnavailableError) return [];
        throw error;
      });
    const read = answers.flatMap((answer) => readTransactionAnswer(answer, this.programId) ?? []);
    const usable = read.filter((item) => item.status === "indexed" && item.lostAccounts === null);
    return usable.find(({ isLogTruncated }) => !isLogTruncated) ?? usable[0] ?? null;
  }

  /**
   * Returns a transaction from the first endpoint that has it, decoded as in `getTransactions`; null if no
   * endpoint has it.
   */
  async getTransactionOfAny(signature: string, options: ReadOptions = {}): Promise<ChainTransaction | null> {
    const request = { method: "getTransaction", params: [signature, this.transactionConfig(options)] };
    const answers = await this.rpc.callEveryEndpoint(request, transactionAnswer, options);
    const read = answers.map((answer) => readTransactionAnswer(answer, this.programId));
    return read.find((transaction) => transaction !== null) ?? null;
  }

  /** Returns a described transaction; null if the node lacks it or a part of it at the commitment. */
  async getTransactionDetail(
    signature: string,
    options: ReadOptions = {},
  ): Promise<TransactionDetail | null> {
    const params = [signature, this.transactionConfig(options)];
    const answer = await this.rpc.call({ method: "getTransaction", params }, detailAnswer, options);
    return toDetail(answer, { signature, programId: this.programId });
  }

  /** Returns the signatures of a block in order; null if the node has no such block. */
  async getBlockSignatures(slot: bigint, options: ReadOptions = {}): Promise<string[] | null> {
    const config = { ...this.config(options), transactionDetails: "signatures", rewards: false };
    const request = {
      method: "getBlock",
      params: [Number(slot), { ...config, maxSupportedTransactionVersion: MAX_TRANSACTION_VERSION }],
    };
    try {
      const block = await this.rpc.call(request, blockSignaturesAnswer, options);
      return block?.signatures ?? null;
    } catch (error) {
      if (error instanceof RpcRejectionError && NO_BLOCK_CODES.includes(error.code)) return null;
      throw error;
    }
  }

  /**
   * Returns the status of up to 256 recent transactions; null for a transaction that the node does not know
   * or no longer keeps. `searchHistory` includes transactions that are not recent.
   */
  async getStatuses(
    signatures: readonly string[],
    { searchHistory = false, ...options }: CallOptions & { searchHistory?: boolean } = {},
  ): Promise<({ slot: bigint; failed: boolean; commitment: string | null } | null)[]> {
    const { value } = await this.rpc.call(
      {
        method: "getSignatureStatuses",
        params: searchHistory ? [signatures, { searchTransactionHistory: true }] : [signatures],
      },
      statusesAnswer,
      options,
    );
    if (value.length !== signatures.length) {
      throw new InvalidRpcResponseError("The network returned an unexpected number of statuses.");
    }
    return value.map(
      (status) =>
        status && {
          slot: status.slot,
          failed: status.err !== null,
          commitment: status.confirmationStatus ?? null,
        },
    );
  }

  private transactionConfig(options: ReadOptions) {
    const maxSupportedTransactionVersion = MAX_TRANSACTION_VERSION;
    return { ...this.config(options), encoding: "json", maxSupportedTransactionVersion };
  }

  protected config({ commitment, minContextSlot }: ContextOptions) {
    return {
      commitment: commitment ?? this.commitment,
      ...(minContextSlot !== undefined && { minContextSlot: Number(minContextSlot) }),
    };
  }
}
