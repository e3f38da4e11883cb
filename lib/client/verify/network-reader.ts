import type * as z from "zod";
import { CLOCK_SYSVAR_ID, clockTime } from "@/lib/core/solana/clock";
import type { ChainTransaction } from "@/lib/core/solana/read-transaction";
import {
  accountsAnswer,
  type RpcAccount,
  readAccount,
} from "@/lib/core/solana/rpc-responses/account-response";
import { address, u64 } from "@/lib/core/solana/rpc-responses/response-json";
import {
  type SignatureEntry,
  signaturesAnswer,
  toEntries,
} from "@/lib/core/solana/rpc-responses/signature-list";
import {
  readTransactionAnswer,
  transactionAnswer,
} from "@/lib/core/solana/rpc-responses/transaction-response";
import { MAX_TRANSACTION_VERSION } from "@/lib/core/solana/transaction/wire-transaction";
import { type RpcCall, RpcCallError } from "./rpc-call";

/** Maximum per call, of accounts and of signatures. */
const [MAX_ACCOUNTS, MAX_SIGNATURES] = [100, 1_000];
const COMMITMENT = "confirmed";

export type ReaderOptions = {
  call: RpcCall;
  programId: string;
  /** Timeout of one call in milliseconds. */
  timeoutMs: number;
  /** Timeout of all calls together in milliseconds. */
  deadlineMs: number;
  /** Maximum number of transactions to fetch. */
  maxTransactions: number;
};

/** Accounts as of one slot, with the network's time in unix seconds. */
export type AccountsAt = { slot: bigint; time: bigint; accounts: (RpcAccount | null)[] };

/** Reads one node within limits of size, time and number. Every method throws RpcCallError. */
export class NetworkReader {
  private readonly endMs: number;
  private readonly transactions = new Map<string, Promise<ChainTransaction | null>>();
  private readonly pages = new Map<string, Promise<SignatureEntry[]>>();
  private readonly listed = new Set<string>();

  constructor(private readonly options: ReaderOptions) {
    this.endMs = Date.now() + options.deadlineMs;
  }

  readonly genesis = (): Promise<string> => this.call("getGenesisHash", [], address);

  /** Returns the oldest slot of which the node keeps transactions. */
  readonly firstSlot = (): Promise<bigint> => this.call("getFirstAvailableBlock", [], u64);

  /** Returns up to 99 accounts; null for an account that does not exist. */
  async accounts(addresses: readonly string[]): Promise<AccountsAt> {
    if (addresses.length >= MAX_ACCOUNTS) throw new RangeError("Read fewer accounts at once.");
    const params = [[...addresses, CLOCK_SYSVAR_ID], { commitment: COMMITMENT, encoding: "base64" }];
    const { context, value } = await this.call("getMultipleAccounts", params, accountsAnswer);
    const clock = value[addresses.length];
    if (value.length !== addresses.length + 1 || !clock) throw malformed("getMultipleAccounts");
    const accounts = value.slice(0, -1).map((account) => account && readAccount(account));
    const time = clockTime(readAccount(clock).data);
    if (time === null) throw malformed("getMultipleAccounts");
    return { slot: context.slot, time, accounts };
  }

  /** Returns a page of the transactions that mention an address, newest first. */
  async signatures(
    address: string,
    { before, until }: { before?: string | undefined; until?: string | undefined },
  ): Promise<{ entries: SignatureEntry[]; isLast: boolean }> {
    const params = [address, { commitment: COMMITMENT, before, until, limit: MAX_SIGNATURES }];
    const key = JSON.stringify(params);
    const page = this.pages.get(key) ?? this.fetchSignatures(params);
    this.pages.set(key, page);
    const entries = await page;
    return { entries, isLast: entries.length < MAX_SIGNATURES };
  }

  private async fetchSignatures(params: readonly unknown[]): Promise<SignatureEntry[]> {
    const entries = toEntries(await this.call("getSignaturesForAddress", params, signaturesAnswer));
    for (const { signature } of entries) this.listed.add(signature);
    return entries;
  }

  /** Returns whether the node has listed a transaction, which it may not return nevertheless. */
  hasListed(signature: string): boolean {
    return this.listed.has(signature);
  }

  /** Returns a transaction with the program's events; null if the node does not have it. */
  transaction(signature: string): Promise<ChainTransaction | null> {
    const known = this.transactions.get(signature);
    if (known) return known;
    if (this.transactions.size >= this.options.maxTransactions) return Promise.reject(this.limitFailure());
    const reading = this.fetchTransaction(signature);
    this.transactions.set(signature, reading);
    return reading;
  }

  private limitFailure(): RpcCallError {
    const { maxTransactions } = this.options;
    return new RpcCallError("REFUSED", `The check needs more than ${maxTransactions} transactions.`);
  }

  private async fetchTransaction(signature: string): Promise<ChainTransaction | null> {
    const config = { commitment: COMMITMENT, encoding: "json" };
    const params = [signature, { ...config, maxSupportedTransactionVersion: MAX_TRANSACTION_VERSION }];
    const answer = await this.call("getTransaction", params, transactionAnswer);
    const transaction = readTransactionAnswer(answer, this.options.programId);
    if (transaction && transaction.signature !== signature) throw malformed("getTransaction");
    return transaction;
  }

  private async call<S extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    schema: S,
  ): Promise<z.output<S>> {
    const timeoutMs = Math.min(this.options.timeoutMs, this.endMs - Date.now());
    const result = await withinTime(timeoutMs, (signal) => this.options.call(method, params, signal));
    const { success, data } = schema.safeParse(result);
    if (!success) throw malformed(method);
    return data;
  }
}

const malformed = (method: string) =>
  new RpcCallError("MALFORMED", `The node's response to ${method} is invalid.`);

async function withinTime<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new RpcCallError("TIMEOUT", "The node did not respond in time."));
      ending.abort();
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(ending.signal), expired]);
  } catch (error) {
    if (error instanceof RpcCallError) throw error;
    // The reason of `fetch` can contain the URL with its key or password, and agents read this message.
    throw new RpcCallError("UNAVAILABLE", "The node cannot be reached.");
  } finally {
    clearTimeout(timer);
  }
}
