import { type WireTransaction, writableKeys } from "@/lib/core/solana/transaction/wire-transaction";
import type { LoadedAddresses } from "../history/transaction-record";
import { bytesKey } from "./bytes-key";
import { readComputeBudget } from "./transactions/compute-budget";

/** The number of blocks with transactions that a node reports. */
const MAX_BLOCKS = 150;

/** The lowest prices of one block, in micro-lamports per compute unit. */
type BlockFees = { lowest: bigint; byWritableAccount: Map<string, bigint> };

/**
 * The lowest compute unit price of each recent block, and of each account that was locked for writing in the
 * block. A node's `PrioritizationFeeCache` holds the same values. Blocks without transactions have no entry.
 */
export class PrioritizationFees {
  private readonly blocks = new Map<number, BlockFees>();

  record(wire: WireTransaction, loaded: LoadedAddresses, slot: number): void {
    const { price, unitLimit } = readComputeBudget(wire);
    // The price of a transaction without compute units does not affect other transactions.
    if (unitLimit === 0) return;
    const block = this.blocks.get(slot) ?? { lowest: price, byWritableAccount: new Map() };
    this.blocks.set(slot, block);
    if (price < block.lowest) block.lowest = price;
    for (const key of writableKeys(wire, loaded).map(bytesKey)) {
      const lowest = block.byWritableAccount.get(key);
      if (lowest === undefined || price < lowest) block.byWritableAccount.set(key, price);
    }
  }

  /** Removes the blocks after `slot`, which a fork has abandoned. */
  dropAfter(slot: number): void {
    for (const recorded of this.blocks.keys()) if (recorded > slot) this.blocks.delete(recorded);
  }

  /** Removes the blocks that are too old to be reported at `confirmedSlot`. */
  evictOld(confirmedSlot: number): void {
    const confirmed = [...this.blocks.keys()].filter((slot) => slot <= confirmedSlot);
    for (const slot of confirmed.slice(0, -MAX_BLOCKS)) this.blocks.delete(slot);
  }

  /**
   * Returns the price per compute unit that locks `accounts` in each block up to `confirmedSlot`, oldest
   * first.
   */
  upTo(confirmedSlot: number, accounts: readonly Uint8Array[]): { slot: number; price: bigint }[] {
    const keys = accounts.map(bytesKey);
    return [...this.blocks]
      .filter(([slot]) => slot <= confirmedSlot)
      .map(([slot, { lowest, byWritableAccount }]) => {
        const prices = keys.map((key) => byWritableAccount.get(key) ?? 0n);
        return {
          slot,
          price: prices.reduce((highest, price) => (price > highest ? price : highest), lowest),
        };
      });
  }
}
