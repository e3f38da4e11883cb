import type { VestingTree } from "@/lib/core/solana/accounts";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import {
  accountsAnswer,
  blockhashAnswer,
  blockSignaturesAnswer,
  type Commitment,
  genesisAnswer,
  healthAnswer,
  joinAccounts,
  type LedgerAccount,
  type LedgerTransaction,
  readTransaction,
  readTree,
  type SignatureEntry,
  type SimulationResult,
  signaturesAnswer,
  simulationAnswer,
  slotAnswer,
  statusesAnswer,
  transactionAnswer,
} from "./answers";
import { LedgerAnswerInvalid, LedgerRefusal, LedgerUnavailable } from "./errors";
import { type CallOptions, RpcClient, type RpcClientOptions } from "./rpc-client";

type ReadOptions = CallOptions & { commitment?: Commitment | undefined };
type ContextOptions = ReadOptions & { minContextSlot?: bigint | undefined };

export type SignaturesOptions = ContextOptions & {
  before?: string | undefined;
  until?: string | undefined;
  limit?: number | undefined;
};

/** The newest transaction format that the service can read. */
const MAX_TRANSACTION_VERSION = 1;
/** The most accounts that a node gives at once. */
const MAX_ACCOUNTS = 100;
const HEALTH_DEADLINE_MS = 1_500;

// What a node says of a block it does not have: not yet, skipped, or no longer kept.
const NO_BLOCK_CODES = [-32001, -32004, -32007, -32009];
const UNSUPPORTED_VERSION = -32015;

export type ChainOptions = RpcClientOptions & {
  programId?: string;
  /** For calls that do not say one. */
  commitment?: Commitment;
};

/**
 * The ledger as the service sees it. Every method throws LedgerUnavailable when no endpoint gives a usable answer,
 * and LedgerRefusal when the node refuses the request itself. Slots, lamports and times are bigint.
 */
export class Chain {
  private readonly rpc: RpcClient;
  private readonly programId: string;
  private readonly commitment: Commitment;

  constructor(options: ChainOptions) {
    this.rpc = new RpcClient(options);
    this.programId = options.programId ?? DEFAULT_PROGRAM_ID;
    this.commitment = options.commitment ?? "confirmed";
  }

  getSlot(options: ReadOptions = {}): Promise<bigint> {
    const request = { method: "getSlot", params: [this.config(options)] };
    return this.rpc.call(request, slotAnswer, options);
  }

  /** The lowest slot that any endpoint names, all of them asked; a lone one is asked twice. */
  async getAgreedSlot(options: ReadOptions = {}): Promise<bigint> {
    const request = { method: "getSlot", params: [this.config(options)] };
    const slots = await this.rpc.callEach(request, slotAnswer, options);
    return slots.reduce((lowest: bigint, slot: bigint) => (slot < lowest ? slot : lowest));
  }

  /** Which ledger it is. */
  getGenesisHash(options: CallOptions = {}): Promise<string> {
    return this.rpc.call({ method: "getGenesisHash", params: [] }, genesisAnswer, options);
  }

  getFirstAvailableSlot(options: CallOptions = {}): Promise<bigint> {
    return this.rpc.call({ method: "getFirstAvailableBlock", params: [] }, slotAnswer, options);
  }

  /** The transactions that name an address, newest first, at most 1000. */
  async getSignatures(address: string, options: SignaturesOptions = {}): Promise<SignatureEntry[]> {
    const { before, until, limit } = options;
    const params = [address, { ...this.config(options), before, until, limit }];
    const list = await this.rpc.call(
      { method: "getSignaturesForAddress", params },
      signaturesAnswer,
      options,
    );
    return list.map(({ signature, slot, err, blockTime, confirmationStatus, transactionIndex }) => ({
      signature,
      slot,
      blockTime: blockTime ?? null,
      failed: err !== null,
      finalized: confirmationStatus === "finalized",
      transactionIndex: transactionIndex ?? null,
    }));
  }

  /**
   * Transactions in the order asked for: null for one that the node does not have, or not whole, at the commitment, or
   * that it did not give in time while it gave others; `unreadable` for one in a format that the service does not know,
   * or that no endpoint gives in shape.
   */
  async getTransactions(
    signatures: readonly string[],
    options: ReadOptions = {},
  ): Promise<(LedgerTransaction | { unreadable: string } | null)[]> {
    const config = {
      ...this.config(options),
      encoding: "json",
      maxSupportedTransactionVersion: MAX_TRANSACTION_VERSION,
    };
    const requests = signatures.map((signature) => ({
      method: "getTransaction",
      params: [signature, config],
    }));
    const answers = await this.rpc.callAll(requests, transactionAnswer, options);
    const someAnswered = answers.some((answer) => !(answer instanceof Error));
    return answers.map((answer) => {
      if (!(answer instanceof Error)) return readTransaction(answer.value);
      const isUnreadable =
        answer instanceof LedgerAnswerInvalid ||
        (answer instanceof LedgerRefusal && answer.code === UNSUPPORTED_VERSION);
      if (isUnreadable) return { unreadable: answer.message };
      // An endpoint that limits its callers gives a part at a time; thrown away, nothing would ever come of it.
      if (answer instanceof LedgerUnavailable && someAnswered) return null;
      throw answer;
    });
  }

  /** Accounts in the order asked for, and the oldest slot that any of them was read at. */
  async getAccounts(
    addresses: readonly string[],
    options: ContextOptions = {},
  ): Promise<{ slot: bigint; accounts: (LedgerAccount | null)[] }> {
    const config = { ...this.config(options), encoding: "base64" };
    const requests = Array.from({ length: Math.ceil(addresses.length / MAX_ACCOUNTS) }, (_, part) => ({
      method: "getMultipleAccounts",
      params: [addresses.slice(part * MAX_ACCOUNTS, (part + 1) * MAX_ACCOUNTS), config],
    }));
    const answers = await this.rpc.callAll(requests, accountsAnswer, options);
    const parts = answers.map((answer) => {
      if (answer instanceof Error) throw answer;
      return answer.value;
    });
    return joinAccounts(parts, addresses.length);
  }

  async getAccount(
    address: string,
    options: ContextOptions = {},
  ): Promise<{ slot: bigint; account: LedgerAccount | null }> {
    const { slot, accounts } = await this.getAccounts([address], options);
    return { slot, account: accounts[0] ?? null };
  }

  /** Vesting trees in the order asked for; null where the program has no readable tree. */
  async getVestingTrees(
    addresses: readonly string[],
    options: ContextOptions = {},
  ): Promise<{ slot: bigint; trees: (VestingTree | null)[] }> {
    const { slot, accounts } = await this.getAccounts(addresses, options);
    return { slot, trees: accounts.map((account) => readTree(account, this.programId)) };
  }

  /** A vesting tree and the slot it was read at; null when the program has no readable tree there. */
  async getVestingTree(
    address: string,
    options: ContextOptions = {},
  ): Promise<{ slot: bigint; tree: VestingTree } | null> {
    const { slot, trees } = await this.getVestingTrees([address], options);
    const tree = trees[0] ?? null;
    return tree && { slot, tree };
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

  async getLatestBlockhash(
    options: ReadOptions = {},
  ): Promise<{ slot: bigint; blockhash: string; lastValidBlockHeight: bigint }> {
    const request = { method: "getLatestBlockhash", params: [this.config(options)] };
    const { context, value } = await this.rpc.call(request, blockhashAnswer, options);
    return { slot: context.slot, ...value };
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

  /** Runs an unsigned transaction (wire format, base64) on the node with a blockhash of its choice. */
  async simulate(transaction: string, options: ReadOptions = {}): Promise<SimulationResult> {
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

  /** Whether an endpoint says within a moment that it is well; never throws for the ledger's sake. */
  async isHealthy(options: CallOptions = {}): Promise<boolean> {
    const limits = { deadlineMs: HEALTH_DEADLINE_MS, attempts: 2, ...options };
    try {
      return (await this.rpc.call({ method: "getHealth", params: [] }, healthAnswer, limits)) === "ok";
    } catch (error) {
      if (error instanceof LedgerUnavailable || error instanceof LedgerRefusal) return false;
      throw error;
    }
  }

  private config({ commitment, minContextSlot }: ContextOptions) {
    return {
      commitment: commitment ?? this.commitment,
      ...(minContextSlot !== undefined && { minContextSlot: Number(minContextSlot) }),
    };
  }
}

export type { Commitment, LedgerAccount, LedgerTransaction, SignatureEntry, SimulationResult };

/** The ledger behind one or more RPC endpoints. */
export function createChain(options: ChainOptions): Chain {
  return new Chain(options);
}
