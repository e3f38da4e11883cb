import { z } from "zod";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { type LedgerTransaction, readTransaction } from "@/lib/core/solana/read-transaction";
import { address, i64, transactionError, u64 } from "./answer-json";
import {
  isCursorRefusal,
  LedgerAnswerInvalid,
  LedgerRefusal,
  LedgerUnavailable,
  UnknownCursor,
} from "./errors";
import { instructionList, recordedMeta, toRecord } from "./recorded-transaction";
import { type CallOptions, RpcClient, type RpcClientOptions } from "./rpc-client";
import {
  type SignatureEntry,
  signature,
  signaturesAnswer,
  toEntries,
  transactionIndex,
} from "./signature-list";
import { detailAnswer, type TransactionDetail, toDetail } from "./transaction-detail";

export type Commitment = "confirmed" | "finalized";

export type ReadOptions = CallOptions & { commitment?: Commitment | undefined };
export type ContextOptions = ReadOptions & { minContextSlot?: bigint | undefined };

export type SignaturesOptions = ContextOptions & {
  before?: string | undefined;
  until?: string | undefined;
  limit?: number | undefined;
};

/** The newest transaction format that the service can read. */
const MAX_TRANSACTION_VERSION = 1;

// What a node says of a block it does not have: not yet, skipped, or no longer kept.
const NO_BLOCK_CODES = [-32001, -32004, -32007, -32009];
const UNSUPPORTED_VERSION = -32015;

const statusesAnswer = z.object({
  context: z.object({ slot: u64 }),
  value: z.array(
    z.object({ slot: u64, err: transactionError, confirmationStatus: z.string().nullish() }).nullable(),
  ),
});

const blockSignaturesAnswer = z.object({ signatures: z.array(signature) }).nullable();

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

export type ChainOptions = RpcClientOptions & {
  programId?: string;
  /** For calls that do not say one. */
  commitment?: Commitment;
};

/** What the ledger has taken down: transactions, and where they stand. It throws as Chain does. */
export class LedgerHistory {
  protected readonly rpc: RpcClient;
  protected readonly programId: string;
  private readonly commitment: Commitment;

  constructor(options: ChainOptions) {
    this.rpc = new RpcClient(options);
    this.programId = options.programId ?? DEFAULT_PROGRAM_ID;
    this.commitment = options.commitment ?? "confirmed";
  }

  /**
   * The transactions that name an address, newest first, at most 1000. A node that lacks `until` lists what is below it
   * too: callers stop at a slot. Throws UnknownCursor where the node lacks `before`.
   */
  async getSignatures(address: string, options: SignaturesOptions = {}): Promise<SignatureEntry[]> {
    const request = this.signaturesRequest(address, options);
    try {
      return toEntries(await this.rpc.call(request, signaturesAnswer, options));
    } catch (error) {
      if (!isCursorRefusal(error)) throw error;
      if (options.until !== undefined) return this.getSignatures(address, { ...options, until: undefined });
      throw new UnknownCursor(error.code, error.message);
    }
  }

  /**
   * The transactions that any endpoint names for an address, by descending slot: at most 1000 of each endpoint. Endpoints
   * differ where one of them has lost a signature. `until` and `before` are as for `getSignatures`, but endpoints that lack
   * `before` add nothing.
   */
  async getSignaturesOfAll(address: string, options: SignaturesOptions = {}): Promise<SignatureEntry[]> {
    const request = this.signaturesRequest(address, options);
    const each = await this.rpc.callEach([request], signaturesAnswer, options);
    const answers = each.flatMap(({ answers }) => answers ?? []);
    if (options.until !== undefined && answers.some(isCursorRefusal)) {
      return this.getSignaturesOfAll(address, { ...options, until: undefined });
    }
    const lists = answers.flatMap((answer) => ("value" in answer ? answer.value : []));
    return toEntries(lists).sort((a, b) => Number(b.slot - a.slot));
  }

  private signaturesRequest(address: string, options: SignaturesOptions) {
    const { before, until, limit } = options;
    const params = [address, { ...this.config(options), before, until, limit }];
    return { method: "getSignaturesForAddress", params };
  }

  /**
   * Transactions in the order asked for, read for the program's events: null for one that the node does not have, or not
   * whole, at the commitment, or that it did not give in time while it gave others; `unreadable` for one in a format that
   * the service does not know, or that no endpoint gives in shape.
   */
  async getTransactions(
    signatures: readonly string[],
    options: ReadOptions = {},
  ): Promise<(LedgerTransaction | { unreadable: string } | null)[]> {
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
        answer instanceof LedgerAnswerInvalid ||
        (answer instanceof LedgerRefusal && answer.code === UNSUPPORTED_VERSION);
      if (isUnreadable) return { unreadable: answer.message };
      // An endpoint that limits its callers gives a part at a time; thrown away, nothing would ever come of it.
      if (answer instanceof LedgerUnavailable && someAnswered) return null;
      throw answer;
    });
  }

  /**
   * Asks every endpoint for a transaction whose log was cut or missing, and returns the answer with the whole log. Without
   * one it returns the answer from which all events can be reconstructed; null when there is none either.
   */
  async getWholeTransaction(signature: string, options: ReadOptions = {}): Promise<LedgerTransaction | null> {
    const params = [signature, this.transactionConfig(options)];
    const answers = await this.rpc
      .callEveryEndpoint({ method: "getTransaction", params }, transactionAnswer, options)
      .catch((error: unknown) => {
        if (error instanceof LedgerUnavailable) return [];
        throw error;
      });
    const read = answers.flatMap((answer) => readTransactionAnswer(answer, this.programId) ?? []);
    const usable = read.filter((one) => one.status === "indexed" && one.lostAccounts === null);
    return usable.find(({ isLogCut }) => !isLogCut) ?? usable[0] ?? null;
  }

  /** A transaction from the first endpoint that has it, read as `getTransactions` reads it; null when none has it. */
  async getTransactionOfAny(signature: string, options: ReadOptions = {}): Promise<LedgerTransaction | null> {
    const request = { method: "getTransaction", params: [signature, this.transactionConfig(options)] };
    const answers = await this.rpc.callEveryEndpoint(request, transactionAnswer, options);
    const read = answers.map((answer) => readTransactionAnswer(answer, this.programId));
    return read.find((transaction) => transaction !== null) ?? null;
  }

  /** A transaction in words; null for one that the node does not have at the commitment, or not whole. */
  async getTransactionDetail(
    signature: string,
    options: ReadOptions = {},
  ): Promise<TransactionDetail | null> {
    const params = [signature, this.transactionConfig(options)];
    const answer = await this.rpc.call({ method: "getTransaction", params }, detailAnswer, options);
    return toDetail(answer, { signature, programId: this.programId });
  }

  /** The signatures of a block in order; null when the node has no such block. */
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
      if (error instanceof LedgerRefusal && NO_BLOCK_CODES.includes(error.code)) return null;
      throw error;
    }
  }

  /** What became of recent transactions, at most 256; null for one that the node does not know, or no longer. */
  async getStatuses(
    signatures: readonly string[],
    options: CallOptions = {},
  ): Promise<({ slot: bigint; failed: boolean; commitment: string | null } | null)[]> {
    const { value } = await this.rpc.call(
      { method: "getSignatureStatuses", params: [signatures] },
      statusesAnswer,
      options,
    );
    if (value.length !== signatures.length) {
      throw new LedgerAnswerInvalid("The ledger gave another number of statuses than was asked for.");
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

/** Null while the node has not written all of it. */
export function readTransactionAnswer(
  answer: z.output<typeof transactionAnswer>,
  programId: string,
): LedgerTransaction | null {
  const signature = answer?.transaction.signatures[0];
  if (!answer?.meta || signature === undefined) return null;
  const { meta, transaction } = answer;
  const { writable, readonly } = meta.loadedAddresses ?? { writable: [], readonly: [] };
  const accounts = [...transaction.message.accountKeys, ...writable, ...readonly];
  const blockTime = answer.blockTime ?? null;
  const told = {
    signature,
    slot: answer.slot,
    txIndex: answer.transactionIndex ?? null,
    blockTime,
    failed: meta.err !== null,
    logs: meta.logMessages ?? null,
    accounts,
    record: () => toRecord({ accounts, blockTime, meta, instructions: transaction.message.instructions }),
  };
  return readTransaction(told, programId);
}
