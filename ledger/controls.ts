import type { TransactionRecord } from "./history/transaction-record";
import type { Fault, Faults } from "./rpc/server/faults";
import type { OpenChain } from "./storage/open-chain";

/**
 * Controls of a ledger for tests and demonstrations, beyond the methods of a node. No control forges state.
 */
export type LedgerControls = {
  /** Moves the clock ahead, which finalizes all earlier blocks. Returns the unix seconds on the new clock. */
  advanceTime(seconds: number): number;
  /** Closes `count` blocks at once. Returns the open slot after them. */
  advanceSlots(count: number): number;
  /** Adds `count` slots without a block. Returns the open slot after them. */
  skipSlots(count: number): number;
  /** Abandons blocks that are not final and executes their transactions again without this one. */
  dropTransaction(signature: Uint8Array): boolean;
  /** Lands all transactions of `work` in one block. */
  inOneBlock<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Distorts later responses. */
  addFault(fault: Fault): void;
  clearFaults(): void;
  airdrop(to: Uint8Array, lamports: bigint): TransactionRecord | null;
  openSlot(): number;
  now(): number;
};

export function createControls(chain: OpenChain, faults: Faults): LedgerControls {
  const { bank, faucet, now } = chain;
  return {
    advanceTime(seconds) {
      chain.advanceTime(seconds);
      return now();
    },
    advanceSlots(count) {
      for (let closed = 0; closed < count; closed++) bank.closeBlock();
      return bank.slots.open;
    },
    skipSlots(count) {
      bank.skipSlots(count);
      return bank.slots.open;
    },
    dropTransaction: (signature) => bank.dropTransaction(signature),
    inOneBlock: (work) => bank.inOneBlock(work),
    addFault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    airdrop: (to, lamports) => faucet.pay(bank, to, lamports),
    openSlot: () => bank.slots.open,
    now,
  };
}
