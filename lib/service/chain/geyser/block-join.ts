import type { BlockUpdate, TransactionUpdate } from "./geyser-update";

/** Blocks whose time is kept for transactions that arrive after it. */
const MAX_BLOCKS = 64;
/** Slots after which the block of a transaction is not expected any more. */
const MAX_WAIT_SLOTS = 64n;
/** Maximum transactions that wait for their block. */
const MAX_HELD = 10_000;

/** A transaction, and the time of its block in unix seconds; null if the block does not arrive. */
export type JoinedTransaction = { update: TransactionUpdate; blockTime: bigint | null };

/**
 * Joins transactions with their block, which has the time, and detects missing blocks: each block must name the
 * one before it as its parent.
 */
export class BlockJoin {
  private held: TransactionUpdate[] = [];
  private readonly times = new Map<bigint, bigint | null>();
  private newest: bigint | null = null;

  /** The newest slot whose block arrived; null before the first. */
  get newestSlot(): bigint | null {
    return this.newest;
  }

  /** Adds a transaction. Returns the transactions that wait no longer. */
  addTransaction(update: TransactionUpdate): JoinedTransaction[] {
    const blockTime = this.times.get(update.slot);
    if (blockTime !== undefined) return [{ update, blockTime }];
    this.held.push(update);
    if (this.held.length <= MAX_HELD) return [];
    return this.takeHeld(() => true);
  }

  /** Adds a block. Returns its transactions, and whether a block before it is missing. */
  addBlock({ slot, parentSlot, blockTime }: BlockUpdate): { joined: JoinedTransaction[]; isGap: boolean } {
    const isNew = this.newest === null || slot > this.newest;
    const isGap = isNew && this.newest !== null && parentSlot !== this.newest;
    if (isNew) this.newest = slot;
    this.times.set(slot, blockTime?.timestamp ?? null);
    for (const [known] of this.times) {
      if (this.times.size <= MAX_BLOCKS) break;
      this.times.delete(known);
    }
    return { joined: this.takeHeld((held) => held === slot || held + MAX_WAIT_SLOTS < slot), isGap };
  }

  /** Drops the transactions whose block did not arrive before the connection ended. */
  dropHeld(): void {
    this.held = [];
  }

  /** Starts over, as if no block had arrived. */
  restart(): void {
    this.dropHeld();
    this.times.clear();
    this.newest = null;
  }

  private takeHeld(isTaken: (slot: bigint) => boolean): JoinedTransaction[] {
    const taken = this.held.filter(({ slot }) => isTaken(slot));
    this.held = this.held.filter(({ slot }) => !isTaken(slot));
    return taken.map((update) => ({ update, blockTime: this.times.get(update.slot) ?? null }));
  }
}
