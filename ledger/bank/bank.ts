import { transactionSignature, type WireTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import type { History } from "../history/history";
import type { LoadedAddresses, TransactionRecord } from "../history/transaction-record";
import { AccountVersions, KnownAccounts } from "./account-versions";
import { AccountsAtSlot } from "./accounts-at-slot";
import type { Commitment, CommitmentDepth } from "./commitment";
import type { AccountState, Engine } from "./engine";
import { executeTransaction, isSameOutcome } from "./execution";
import { PrioritizationFees } from "./prioritization-fees";
import { RecentBlockhashes, type Slots } from "./slots";
import { DurableNonces } from "./transactions/durable-nonce";
import { loadAddresses, readsSlotHashes } from "./transactions/lookup-tables";

export type BankEvents = {
  /** Reports that a transaction was executed in the open block. */
  processed(record: TransactionRecord): void;
  /** Reports that the blocks after `from` up to `to` reached a commitment. */
  reached(commitment: Commitment, from: number, to: number): void;
  /** Reports that a new block was opened. */
  opened(slot: number): void;
};

export type BankOptions = {
  engine: Engine;
  slots: Slots;
  history: History;
  depth: CommitmentDepth;
  /**
   * Closes the block after every transaction, so that the transaction is confirmed as soon as it is executed.
   */
  blockPerTransaction: boolean;
};

type RunResult = Pick<TransactionRecord, "loaded" | "outcome">;

/**
 * The chain: accepts transactions into the open block, closes blocks, and returns the state at a commitment.
 */
export class Bank {
  readonly slots: Slots;
  readonly history: History;
  readonly engine: Engine;
  readonly blockhashes: RecentBlockhashes;
  readonly nonces: DurableNonces;
  readonly versions = new AccountVersions();
  readonly knownAccounts = new KnownAccounts();
  readonly prioritizationFees = new PrioritizationFees();
  private readonly accounts: AccountsAtSlot;
  private readonly listeners = new Set<BankEvents>();
  private indexInBlock = 0;
  private held = false;

  constructor(private readonly options: BankOptions) {
    this.engine = options.engine;
    this.slots = options.slots;
    this.history = options.history;
    this.blockhashes = new RecentBlockhashes(options.slots);
    this.nonces = new DurableNonces(options.engine, options.slots);
    this.accounts = new AccountsAtSlot(options.engine, options.slots, this.versions);
  }

  listen(listener: BankEvents): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Returns the newest slot with a block at a commitment. */
  slotAt(commitment: Commitment): number {
    const depth = commitment === "processed" ? 0 : this.options.depth[commitment];
    return this.slots.lastBlockAt(this.slots.open - depth);
  }

  /** Returns the strongest commitment that a block has reached. */
  getCommitment(slot: number): Commitment {
    const { confirmed, finalized } = this.options.depth;
    const depth = this.slots.open - slot;
    if (depth >= finalized) return "finalized";
    return depth >= confirmed ? "confirmed" : "processed";
  }

  /** Returns an account at the end of `slot`, which is the open one or any not older than the final one. */
  accountAt(address: Uint8Array, slot: number): AccountState | null {
    return this.accounts.account(address, slot);
  }

  programAccountsAt(owner: Uint8Array, slot: number): { address: Uint8Array; account: AccountState }[] {
    return this.accounts.ownedBy(owner, slot);
  }

  loadAddresses(transaction: WireTransaction, slot: number): LoadedAddresses | string {
    return loadAddresses(transaction.lookups, slot, (address) => this.accountAt(address, slot));
  }

  /**
   * Returns whether a transaction names a blockhash that is recent in `slot`, or a nonce that it may use
   * there.
   */
  isCurrent(transaction: WireTransaction, slot: number): boolean {
    if (this.blockhashes.isValid(transaction.recentBlockhash, slot)) return true;
    return this.nonces.isUsable(transaction, slot, (address) => this.accountAt(address, slot));
  }

  /**
   * Executes a transaction in the open block. Returns null, without an error, for one that cannot land, as a
   * leader drops it: a known transaction, an expired blockhash, an invalid signature or no payer for the fee.
   */
  process(transaction: WireTransaction): TransactionRecord | null {
    if (this.history.getOrdinal(transactionSignature(transaction)) !== null) return null;
    if (!this.isCurrent(transaction, this.slots.open)) return null;
    if (this.indexInBlock === 0) this.slots.refreshTime();
    const record = this.execute(transaction, this.slots.open, this.slots.time(this.slots.open) ?? 0);
    if (record === null) return null;
    for (const listener of this.listeners) listener.processed(record);
    if (this.options.blockPerTransaction && !this.held) this.closeBlock();
    return record;
  }

  /** Keeps the block open while `work` runs, so that all transactions of `work` land in one block. */
  async inOneBlock<Result>(work: () => Promise<Result>): Promise<Result> {
    this.held = true;
    try {
      return await work();
    } finally {
      this.held = false;
      this.closeBlock();
    }
  }

  /** Closes the open block and opens the next one; the slot timer calls this. */
  tick(): void {
    if (!this.held) this.closeBlock();
  }

  closeBlock(): void {
    this.advance(() => this.slots.close());
  }

  skipSlots(count: number): void {
    this.advance(() => this.slots.skip(count));
  }

  /** Restores the accounts of a snapshot. */
  restore(accounts: readonly { address: Uint8Array; account: AccountState }[]): void {
    // The machine loads a program when its account is set, and needs the program's code by then.
    const isProgram = ({ account }: { account: AccountState }) => account.executable;
    for (const part of [accounts.filter((item) => !isProgram(item)), accounts.filter(isProgram)]) {
      for (const { address, account } of part) {
        this.engine.setAccount(address, account);
        this.knownAccounts.add(address);
      }
    }
  }

  /**
   * Executes the records of a log on top of an older state, without logging them again. Throws when an
   * outcome differs from the recorded one, because all later state would be wrong.
   */
  replay(records: Iterable<TransactionRecord>): void {
    for (const record of records) {
      const again = this.run(record.wire, record.slot, record.blockTime, () => undefined);
      if (again !== null && isSameOutcome(again.outcome, record.outcome)) continue;
      throw new Error(
        `A transaction of slot ${record.slot} replays otherwise than recorded: the vesting program or the state has changed. Start with an empty data folder.`,
      );
    }
    this.versions.forgetUpTo(this.slotAt("finalized"));
    this.indexInBlock = 0;
  }

  /**
   * Abandons the blocks from a transaction's own on, as a fork does, and creates them again without the
   * transaction. The new blocks have new blockhashes, so a transaction that names the hash of an abandoned
   * block is dropped too.
   */
  dropTransaction(signature: Uint8Array): boolean {
    const dropped = this.history.find(signature);
    if (dropped === null || dropped.slot <= this.slotAt("finalized")) return false;
    const { start, end } = this.history.rangeOfSlots(dropped.slot, this.slots.open);
    const abandoned = Array.from({ length: end - start }, (_, index) => this.history.at(start + index));
    let slot = dropped.slot - 1;
    this.abandonAfter(slot);
    for (const { wire, slot: blockSlot, blockTime } of abandoned) {
      if (blockSlot !== slot) this.indexInBlock = 0;
      slot = blockSlot;
      const isDropped = Buffer.compare(transactionSignature(wire), signature) === 0;
      if (!isDropped && this.isCurrent(wire, slot)) this.execute(wire, slot, blockTime);
    }
    if (slot !== this.slots.open) this.indexInBlock = 0;
    return true;
  }

  private abandonAfter(slot: number): void {
    // First, because a fork that the history cannot store must have no effect.
    this.history.rewind(slot);
    for (const { address, value } of this.versions.changedSince(slot)) this.engine.setAccount(address, value);
    this.versions.dropAfter(slot);
    this.slots.fork(slot);
    this.blockhashes.replaceAfter(slot);
    this.prioritizationFees.dropAfter(slot);
  }

  private execute(transaction: WireTransaction, slot: number, blockTime: number): TransactionRecord | null {
    const head = { wire: transaction, slot, blockTime, index: this.indexInBlock };
    const run = this.run(transaction, slot, blockTime, (result) =>
      this.history.append({ ...head, ...result }),
    );
    if (run === null) return null;
    this.indexInBlock++;
    return { ...head, ...run };
  }

  /** Runs a transaction. One that `store` cannot store, as on a full disk, has no effect. */
  private run(
    transaction: WireTransaction,
    slot: number,
    blockTime: number,
    store: (result: RunResult) => void,
  ): RunResult | null {
    this.prepare(transaction, slot, blockTime);
    const loaded = this.loadAddresses(transaction, slot);
    if (typeof loaded === "string") return null;
    const { outcome, landed, replaced } = executeTransaction(this.engine, transaction, loaded);
    if (!landed) return null;
    try {
      store({ loaded, outcome });
    } catch (error) {
      for (const { address, value } of replaced) this.engine.setAccount(address, value);
      throw error;
    }
    for (const { address, value } of replaced) {
      this.versions.remember(address, slot, value);
      this.knownAccounts.add(address);
    }
    this.prioritizationFees.record(transaction, loaded, slot);
    const written = replaced.map(({ address }) => address);
    this.nonces.settle(transaction, slot, { failed: outcome.err !== null, written });
    return { loaded, outcome };
  }

  /** Sets the sysvars that depend on the block. */
  prepare(transaction: WireTransaction, slot: number, blockTime: number): void {
    this.engine.setClock(slot, blockTime);
    if (readsSlotHashes(transaction)) this.engine.setSlotHashes(this.slots.hashesBefore(slot));
  }

  private advance(move: () => void): void {
    const before = { confirmed: this.slotAt("confirmed"), finalized: this.slotAt("finalized") };
    const closed = this.slots.open;
    move();
    this.indexInBlock = 0;
    for (let slot = closed; slot < this.slots.open; slot++) this.blockhashes.add(slot);
    for (const listener of this.listeners) listener.opened(this.slots.open);
    for (const commitment of ["confirmed", "finalized"] as const) {
      const reached = this.slotAt(commitment);
      if (reached === before[commitment]) continue;
      for (const listener of this.listeners) listener.reached(commitment, before[commitment], reached);
    }
    this.versions.forgetUpTo(this.slotAt("finalized"));
    this.prioritizationFees.evictOld(this.slotAt("confirmed"));
  }
}
