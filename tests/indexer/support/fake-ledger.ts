import { createHash } from "node:crypto";
import bs58 from "bs58";
import type { Campaign } from "@/db/schema";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { encodeEvent, type ProgramEvent } from "@/lib/core/solana/events";
import { type DescribedTransaction, readTransaction } from "@/lib/core/solana/read-transaction";
import type { SignatureEntry } from "@/lib/core/solana/rpc-responses/signature-list";
import { paidOut } from "@/lib/core/vesting/lifecycle";
import type { RpcAccount } from "@/lib/service/chain/chain";
import type { Commitment, ContextOptions, SignaturesOptions } from "@/lib/service/chain/history";
import type { TransactionReport } from "@/lib/service/chain/transaction-report";
import type { ChainReader } from "@/lib/service/indexer/context";

/** Returns an invented address or signature that is always the same for one name. */
export const named = (name: string, bytes = 32): string =>
  bs58.encode(createHash("sha512").update(name).digest().subarray(0, bytes));

export const signatureNamed = (name: string): string => named(name, 64);

/** Returns the log of a transaction in which the program alone ran and emitted the events. */
export function programLog(events: readonly ProgramEvent[], programId = DEFAULT_PROGRAM_ID): string[] {
  return [
    `Program ${programId} invoke [1]`,
    "Program log: Instruction: Claim",
    ...events.map((event) => `Program data: ${Buffer.from(encodeEvent(event)).toString("base64")}`),
    `Program ${programId} consumed 1000 of 200000 compute units`,
    `Program ${programId} success`,
  ];
}

/** Returns the account that matches a campaign's index. It counts the settlement of a stream as claimed. */
export function getAccount(row: Campaign): VestingTree {
  return {
    ...row,
    totalClaimed: paidOut(row),
    layout: "current",
    vault: named("vault"),
    vaultAuthority: named("vault authority"),
    minCliffTime: row.minCliffTime ?? 0n,
    bump: 255,
  };
}

/** The methods whose answers can be distorted; `getSlot` is behind `getHeads`. */
type Method = keyof ChainReader | "getSlot";

export type FakeTransaction = DescribedTransaction & { unreadable?: string };

/**
 * A ledger in memory that can return wrong answers, which the local ledger never does. Slots up to
 * `finalSlot` are final, those up to `headSlot` confirmed; transactions are in block order.
 */
export class FakeLedger implements ChainReader {
  headSlot = 100n;
  finalSlot = 100n;
  firstAvailable = 0n;
  /** The maximum length of a list, whatever limit is requested. */
  pageLimit = 1_000;
  /** Whether lists and transactions carry the position in the block. */
  givesIndexes = false;
  transactions: FakeTransaction[] = [];
  accounts = new Map<string, VestingTree>();
  calls = new Map<string, number>();
  /** Replaces an answer; receives the method and the honest answer. */
  distort: (method: Method, answer: unknown) => unknown = (_method, answer) => answer;

  /** Replaces the honest answers of one method from now on; `answer` also receives the number of the call. */
  lie(method: Method, answer: (honest: never, call: number) => unknown): void {
    let calls = 0;
    this.distort = (called, honest) => (called === method ? answer(honest as never, ++calls) : honest);
  }

  beHonest(): void {
    this.distort = (_method, answer) => answer;
  }

  add(transaction: Partial<FakeTransaction> & { signature: string; slot: bigint; events?: ProgramEvent[] }) {
    const { events = [], ...rest } = transaction;
    const position = this.transactions.filter((other) => other.slot === rest.slot).length;
    const whole: FakeTransaction = {
      blockTime: 1_000n + rest.slot,
      txIndex: position,
      failed: false,
      logs: programLog(events),
      accounts: [DEFAULT_PROGRAM_ID, ...events.map((event) => event.data.tree)],
      ...rest,
    };
    this.transactions.push(whole);
    this.transactions.sort((a, b) => Number(a.slot - b.slot));
    if (whole.slot > this.headSlot) this.headSlot = whole.slot;
    return whole;
  }

  /** Drops a transaction, as a fork does. */
  drop(signature: string): void {
    this.transactions = this.transactions.filter((transaction) => transaction.signature !== signature);
  }

  private async answer<T>(method: Method, answer: T): Promise<T> {
    this.calls.set(method, (this.calls.get(method) ?? 0) + 1);
    return (await this.distort(method, answer)) as T;
  }

  private visible(commitment: Commitment | undefined): FakeTransaction[] {
    const limit = commitment === "finalized" ? this.finalSlot : this.headSlot;
    return this.transactions.filter(({ slot }) => slot <= limit);
  }

  private entry({ signature, slot, blockTime, failed, txIndex }: FakeTransaction): SignatureEntry {
    const transactionIndex = this.givesIndexes ? txIndex : null;
    return { signature, slot, blockTime, failed, finalized: slot <= this.finalSlot, transactionIndex };
  }

  /** A single endpoint, whose finalized slot is read first. */
  async getHeads() {
    const final: bigint = await this.answer("getSlot", this.finalSlot);
    const head: bigint = await this.answer("getSlot", this.headSlot);
    return [{ host: "node.test", slots: { head, final } }];
  }

  getBlockTimes(slot: bigint) {
    return this.answer("getBlockTimes", [slot <= this.headSlot ? 1_000n + slot : null]);
  }

  setLagging() {}

  getReports({ signature, slot }: { signature: string; slot: bigint }): Promise<TransactionReport[]> {
    const found = this.visible("finalized").find((transaction) => transaction.signature === signature);
    const host = "node.test";
    const isStored = slot >= this.firstAvailable && slot <= this.finalSlot;
    const report: TransactionReport = found
      ? { host, state: "present", slot: found.slot, failed: found.failed }
      : { host, state: isStored ? "absent" : "unknown" };
    return this.answer("getReports", [report]);
  }

  genesis = named("genesis");

  getGenesisHash() {
    return this.answer("getGenesisHash", this.genesis);
  }

  getStatuses(signatures: readonly string[]) {
    const visible = new Map(this.visible("confirmed").map((found) => [found.signature, found]));
    const statuses = signatures.map((signature) => {
      const found = visible.get(signature);
      return found
        ? {
            slot: found.slot,
            failed: found.failed,
            commitment: found.slot <= this.finalSlot ? "finalized" : "confirmed",
          }
        : null;
    });
    return this.answer("getStatuses", statuses);
  }

  getSignatures(address: string, options: SignaturesOptions = {}) {
    const { before, until, limit = 1_000, commitment } = options;
    let list = this.visible(commitment)
      .filter(({ accounts }) => accounts.includes(address))
      .reverse();
    if (before !== undefined) {
      const position = list.findIndex(({ signature }) => signature === before);
      // A node without the cursor returns an empty list.
      list = position < 0 ? [] : list.slice(position + 1);
    }
    const end = list.findIndex(({ signature }) => signature === until);
    if (end >= 0) list = list.slice(0, end);
    return this.answer(
      "getSignatures",
      list.slice(0, Math.min(limit, this.pageLimit)).map((transaction) => this.entry(transaction)),
    );
  }

  async getSignaturesOfAll(address: string, options: SignaturesOptions = {}) {
    const entries = await this.getSignatures(address, options);
    return { entries, next: entries.length < (options.limit ?? 1_000) ? null : (entries.at(-1) ?? null) };
  }

  async getTransactionOfAny(signature: string, options: { commitment: Commitment }) {
    const [answer] = await this.getTransactions([signature], options);
    return !answer || "unreadable" in answer ? null : answer;
  }

  getTransactions(signatures: readonly string[], { commitment }: { commitment: Commitment }) {
    const visible = new Map(
      this.visible(commitment).map((transaction) => [transaction.signature, transaction]),
    );
    const answers = signatures.map((signature) => {
      const found = visible.get(signature);
      if (!found) return null;
      const { unreadable, ...readable } = found;
      if (unreadable !== undefined) return { unreadable };
      const reported = { ...readable, txIndex: this.givesIndexes ? readable.txIndex : null };
      return readTransaction(reported, DEFAULT_PROGRAM_ID);
    });
    return this.answer("getTransactions", answers);
  }

  /** The logs of endpoints with a higher log limit: the answer of the first of them. */
  wholeLogs = new Map<string, readonly string[]>();

  getWholeTransaction(signature: string) {
    const found = this.visible("confirmed").find((transaction) => transaction.signature === signature);
    const logs = this.wholeLogs.get(signature) ?? found?.logs ?? null;
    const txIndex = this.givesIndexes ? (found?.txIndex ?? null) : null;
    const read = found ? readTransaction({ ...found, logs, txIndex }, DEFAULT_PROGRAM_ID) : null;
    const isUsable = read?.status === "indexed" && read.lostAccounts === null;
    return this.answer("getWholeTransaction", isUsable ? read : null);
  }

  getVestingTrees(addresses: readonly string[], _options: ContextOptions = {}) {
    const trees = addresses.map((address) => this.accounts.get(address) ?? null);
    return this.answer("getVestingTrees", { slot: this.headSlot, trees });
  }

  /** Accounts other than trees, such as claim records. */
  otherAccounts = new Map<string, RpcAccount>();

  getAccounts(addresses: readonly string[]) {
    const accounts = addresses.map((address) => this.otherAccounts.get(address) ?? null);
    return this.answer("getAccounts", { slot: this.headSlot, accounts });
  }

  getBlockSignatures(slot: bigint) {
    const block = this.transactions.filter((transaction) => transaction.slot === slot);
    return this.answer(
      "getBlockSignatures",
      block.length === 0 ? null : block.map(({ signature }) => signature),
    );
  }

  getFirstAvailableSlot() {
    return this.answer("getFirstAvailableSlot", this.firstAvailable);
  }
}
