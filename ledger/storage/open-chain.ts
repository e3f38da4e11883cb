import { Bank } from "../bank/bank";
import type { CommitmentDepth } from "../bank/commitment";
import { Engine } from "../bank/engine";
import { Faucet } from "../bank/faucet";
import { Slots } from "../bank/slots";
import { FileRecordStore } from "../history/file-record-store";
import { History } from "../history/history";
import { MemoryRecordStore } from "../history/record-store";
import type { TransactionRecord } from "../history/transaction-record";
import { LedgerTime } from "../ledger-time";
import { DataFolder, newIdentity } from "./data-folder";
import { SlotTimesOnDisk } from "./slot-times-file";
import { readSnapshot, writeSnapshot } from "./snapshot";

export type ChainOptions = {
  /** Where state and history are kept; without it they live in memory. */
  dataDir: string | undefined;
  programs: { programId: Uint8Array; elf: Uint8Array }[];
  depth: CommitmentDepth;
  blockPerTransaction: boolean;
};

/** A chain with its clock and faucet, and what it takes to keep it. */
export type OpenChain = {
  bank: Bank;
  faucet: Faucet;
  time: LedgerTime;
  advanceTime(seconds: number): void;
  /** Writes a snapshot, so that a restart has less to replay. */
  save(): void;
  sync(): Promise<void>;
  close(): void;
};

/** Opens the chain of a data folder where it stopped, or a new one. */
export function openChain(options: ChainOptions): OpenChain {
  const folder = options.dataDir === undefined ? null : DataFolder.open(options.dataDir);
  try {
    return openIn(folder, options);
  } catch (error) {
    folder?.close();
    throw error;
  }
}

function openIn(folder: DataFolder | null, options: ChainOptions): OpenChain {
  const identity = folder?.readIdentity() ?? newIdentity();
  const seed = Buffer.from(identity.seed, "hex");
  const faucet = new Faucet(seed);
  const time = new LedgerTime(identity.secondsAhead);
  const timesFile = folder && new SlotTimesOnDisk(folder.file("slots.bin"));
  const history = new History(folder ? new FileRecordStore(folder.file("history")) : new MemoryRecordStore());
  const slots = new Slots(seed, time.now, timesFile);
  catchUp(slots, history);
  const snapshot = folder && readSnapshot(folder);
  const engine = Engine.create(faucet.address);
  for (const { programId, elf } of options.programs) engine.addProgram(programId, elf);
  const { depth, blockPerTransaction } = options;
  const bank = new Bank({ engine, slots, history, depth, blockPerTransaction });
  bank.restore(snapshot?.accounts ?? []);
  bank.replay(recordsAfter(history, snapshot?.slot ?? 0));
  return {
    bank,
    faucet,
    time,
    advanceTime(seconds) {
      time.advance(seconds);
      folder?.writeIdentity({ ...identity, secondsAhead: time.secondsAhead });
      // Enough blocks pass that every commitment sees the new time, as if the time had really gone by.
      for (let closed = 0; closed <= depth.finalized; closed++) bank.closeBlock();
    },
    save: () => folder && writeSnapshot(folder, bank),
    sync: () => history.sync(),
    close() {
      if (folder) writeSnapshot(folder, bank);
      history.close();
      timesFile?.close();
      folder?.close();
    },
  };
}

/** Brings the calendar up to the last block in the history, whose slot may not have been closed. */
function catchUp(slots: Slots, history: History): void {
  const { start, end } = history.rangeOfSlots(slots.open, Number.MAX_SAFE_INTEGER - 1);
  for (let ordinal = start; ordinal < end; ordinal++) {
    const { slot, blockTime } = history.headAt(ordinal);
    slots.catchUp(slot, blockTime);
  }
}

function* recordsAfter(history: History, slot: number): Generator<TransactionRecord> {
  const { start } = history.rangeOfSlots(slot + 1, slot + 1);
  for (let ordinal = start; ordinal < history.length; ordinal++) yield history.at(ordinal);
}
