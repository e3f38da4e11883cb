import * as z from "zod";
import { chunk } from "@/lib/core/chunk";
import { decodeVestingTree, type VestingTree } from "@/lib/core/solana/accounts";
import {
  accountsAnswer,
  type RpcAccount,
  readAccount,
} from "@/lib/core/solana/rpc-responses/account-response";
import { address, i64, transactionError, u64 } from "@/lib/core/solana/rpc-responses/response-json";
import { InvalidRpcResponseError, NetworkUnavailableError, RpcRejectionError } from "./errors";
import { type FinalReport, type FinalWanted, readFinalReports } from "./final-reports";
import { ChainHistory, type ChainOptions, type ContextOptions, type ReadOptions } from "./history";
import { readLargestHolders } from "./largest-holders";
import type { CallOptions } from "./rpc-client";
import { getValues } from "./rpc-outcome";
import { readReports } from "./transaction-report";

/** Maximum accounts per RPC call. */
const MAX_ACCOUNTS = 100;
/** Health responds within a second, the default timeout of many probes, also while the process is busy. */
const HEALTH_DEADLINE_MS = 600;
/**
 * Deadline for calls within a request. It is shorter than the request's own deadline, so that the error names
 * the network as the cause.
 */
export const REQUEST_DEADLINE = { deadlineMs: 5_000 } as const;

const context = z.object({ slot: u64 });

const blockhashAnswer = z.object({
  context,
  value: z.object({ blockhash: address, lastValidBlockHeight: u64 }),
});

const simulationAnswer = z.object({
  context,
  value: z.object({
    err: transactionError,
    logs: z.array(z.string()).nullable(),
    unitsConsumed: u64.nullish(),
  }),
});

const validityAnswer = z.object({ context, value: z.boolean() });

const prioritizationFees = z.array(z.object({ prioritizationFee: u64 }));

/** An endpoint with its host and slots; null if the endpoint does not respond or uses another network. */
export type EndpointHead = {
  host: string;
  slots: { head: bigint; final: bigint } | null;
  isForeign?: boolean;
};

export type { RpcAccount };

/**
 * Chain client for the current state and the history of the network. Every method throws NetworkUnavailableError if
 * no endpoint returns a usable response, and RpcRejectionError if the node rejects the request. Slots, lamports
 * and times are bigint.
 */
export class Chain extends ChainHistory {
  getSlot(options: ReadOptions = {}): Promise<bigint> {
    const request = { method: "getSlot", params: [this.config(options)] };
    return this.rpc.call(request, u64, options);
  }

  /**
   * Returns the confirmed and finalized slot of every endpoint, in the order of the URLs; null for an
   * endpoint that does not respond.
   */
  async getHeads(options: CallOptions = {}): Promise<EndpointHead[]> {
    const requests = (["finalized", "confirmed"] as const).map((commitment) => ({
      method: "getSlot",
      params: [{ commitment }],
    }));
    const each = await this.rpc.callEach(requests, u64, options);
    return each.map(({ answers, ...endpoint }) => {
      const [final, head] = getValues(answers);
      return { ...endpoint, slots: final === undefined || head === undefined ? null : { head, final } };
    });
  }

  /**
   * Returns the block time of a slot from every endpoint, in the order of the URLs; null if an endpoint has
   * no such block.
   */
  async getBlockTimes(slot: bigint, options: CallOptions = {}): Promise<(bigint | null)[]> {
    const request = { method: "getBlockTime", params: [Number(slot)] };
    const each = await this.rpc.callEach([request], i64.nullable(), options);
    return each.map(({ answers }) => getValues(answers)[0] ?? null);
  }

  /** Avoids the endpoints at these positions of the URLs for a minute, and uses all others again. */
  setLagging(positions: readonly number[]): void {
    this.rpc.setLagging(positions);
  }

  /**
   * Returns the report of every endpoint about a transaction that is indexed at a slot; considers only final
   * blocks.
   */
  getReports(transaction: { signature: string; slot: bigint }, options: CallOptions = {}) {
    return readReports(this.rpc, transaction, options);
  }

  /** Returns what each endpoint of the network reports about transactions and accounts as of its final block. */
  getFinalReports(wanted: FinalWanted, options: CallOptions = {}): Promise<FinalReport[]> {
    return readFinalReports(this.rpc, wanted, options);
  }

  /** Returns the hash that identifies the network. */
  getGenesisHash(options: CallOptions = {}): Promise<string> {
    return this.rpc.call({ method: "getGenesisHash", params: [] }, address, options);
  }

  getFirstAvailableSlot(options: CallOptions = {}): Promise<bigint> {
    return this.rpc.call({ method: "getFirstAvailableBlock", params: [] }, u64, options);
  }

  /**
   * Returns accounts in the requested order, and the oldest slot at which any of them was read. `headBytes`
   * limits their data, so that a client's list cannot make the node send megabytes.
   */
  async getAccounts(
    addresses: readonly string[],
    { headBytes, ...options }: ContextOptions & { headBytes?: number } = {},
  ): Promise<{ slot: bigint; accounts: (RpcAccount | null)[] }> {
    const cut = headBytes !== undefined && { dataSlice: { offset: 0, length: headBytes } };
    const config = { ...this.config(options), encoding: "base64", ...cut };
    const requests = chunk(addresses, MAX_ACCOUNTS).map((part) => ({
      method: "getMultipleAccounts",
      params: [part, config],
    }));
    const answers = await this.rpc.callAll(requests, accountsAnswer, options);
    const parts = answers.map((answer) => {
      if (answer instanceof Error) throw answer;
      return answer.value;
    });
    return joinAccounts(parts, addresses.length);
  }

  /** Returns the largest token account of each mint in the requested order; null for a mint without tokens. */
  getLargestHolders(mints: readonly string[], options: ContextOptions = {}): Promise<(string | null)[]> {
    return readLargestHolders(this.rpc, mints, { config: this.config(options), options });
  }

  /** Returns vesting trees in the requested order; null if the program has no readable tree at an address. */
  async getVestingTrees(
    addresses: readonly string[],
    options: ContextOptions = {},
  ): Promise<{ slot: bigint; trees: (VestingTree | null)[] }> {
    const { slot, accounts } = await this.getAccounts(addresses, options);
    return { slot, trees: accounts.map((account) => decodeTree(account, this.programId)) };
  }

  /**
   * Returns a vesting tree and the slot at which it was read; null if the program has no readable tree there.
   */
  async getVestingTree(
    address: string,
    options: ContextOptions = {},
  ): Promise<{ slot: bigint; tree: VestingTree } | null> {
    const { slot, trees } = await this.getVestingTrees([address], options);
    const tree = trees[0] ?? null;
    return tree && { slot, tree };
  }

  async getLatestBlockhash(
    options: ReadOptions = {},
  ): Promise<{ slot: bigint; blockhash: string; lastValidBlockHeight: bigint }> {
    const request = { method: "getLatestBlockhash", params: [this.config(options)] };
    const { context, value } = await this.rpc.call(request, blockhashAnswer, options);
    return { slot: context.slot, ...value };
  }

  getBlockHeight(options: ReadOptions = {}): Promise<bigint> {
    return this.rpc.call({ method: "getBlockHeight", params: [this.config(options)] }, u64, options);
  }

  /** Returns whether a blockhash belongs to a recent block of the network. */
  async isBlockhashValid(blockhash: string, options: ReadOptions = {}): Promise<boolean> {
    const request = { method: "isBlockhashValid", params: [blockhash, this.config(options)] };
    return (await this.rpc.call(request, validityAnswer, options)).value;
  }

  /**
   * Returns the lowest price of each recent block, in micro-lamports per compute unit, for a transaction that
   * locks the accounts for writing.
   */
  async getRecentPrices(addresses: readonly string[], options: CallOptions = {}): Promise<bigint[]> {
    const request = { method: "getRecentPrioritizationFees", params: [addresses] };
    const fees = await this.rpc.call(request, prioritizationFees, options);
    return fees.map(({ prioritizationFee }) => prioritizationFee);
  }

  /**
   * Simulates an unsigned transaction (wire format, base64) with a recent blockhash that the node inserts.
   */
  async simulate(transaction: string, options: ReadOptions = {}) {
    const config = {
      ...this.config(options),
      encoding: "base64",
      sigVerify: false,
      replaceRecentBlockhash: true,
    };
    const request = { method: "simulateTransaction", params: [transaction, config] };
    const { value } = await this.rpc.call(request, simulationAnswer, options);
    return { err: value.err, logs: value.logs ?? [], unitsConsumed: value.unitsConsumed ?? null };
  }

  /**
   * Returns whether an endpoint reports itself healthy within a short deadline. Never throws an error of the
   * network.
   */
  async isHealthy(options: CallOptions = {}): Promise<boolean> {
    const limits = { deadlineMs: HEALTH_DEADLINE_MS, attempts: 2, ...options };
    try {
      return (await this.rpc.call({ method: "getHealth", params: [] }, z.literal("ok"), limits)) === "ok";
    } catch (error) {
      if (error instanceof NetworkUnavailableError || error instanceof RpcRejectionError) return false;
      throw error;
    }
  }
}

/** Creates the client for one or more RPC endpoints. */
export function createChain(options: ChainOptions): Chain {
  return new Chain(options);
}

/** Joins the parts of a long account list; the slot is the oldest at which any part was read. */
function joinAccounts(
  parts: readonly z.output<typeof accountsAnswer>[],
  wanted: number,
): { slot: bigint; accounts: (RpcAccount | null)[] } {
  const accounts = parts.flatMap(({ value }) => value);
  if (accounts.length !== wanted) {
    throw new InvalidRpcResponseError("The network returned an unexpected number of accounts.");
  }
  let slot = parts[0]?.context.slot ?? 0n;
  for (const { context } of parts) if (context.slot < slot) slot = context.slot;
  return { slot, accounts: accounts.map((account) => account && readAccount(account)) };
}

/** Returns the vesting tree that an account of the program contains; null for any other account. */
export function decodeTree(account: RpcAccount | null | undefined, programId: string): VestingTree | null {
  if (account?.owner !== programId) return null;
  try {
    return decodeVestingTree(account.data);
  } catch (error) {
    // Another account of the program, such as a claim record, is not a tree.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
