import { existsSync, openSync, readFileSync } from "node:fs";
import { Bank } from "../bank/bank";
import type { CommitmentDepth } from "../bank/commitment";
import { type AccountState, Engine } from "../bank/engine";
import { Faucet } from "../bank/faucet";
import { LedgerClock } from "../bank/ledger-clock";
import { Slots, type SlotTimesFile } from "../bank/slots";
import { FileRecordStore } from "../history/file-record-store";
import { History } from "../history/history";
import { MemoryRecordStore, type TransactionRecord } from "../history/transaction-record";
import { DataFolder, newIdentity } from "./data-folder";
import { AppendFile } from "./durable-files";
import { readSnapshot, writeSnapshot } from "./snapshot";

export type ChainOptions = {
  /** The folder of state and history; without it they are in memory. */
  dataDir: string | undefined;
  programs: { programId: Uint8Array; elf: Uint8Array }[];
  depth: CommitmentDepth;
  blockPerTransaction: boolean;
  /** Accounts of the genesis, before any transaction changes them. */
  accounts: readonly { address: Uint8Array; account: AccountState }[];
};

/** A chain with its clock and faucet, and the functions that store it. */
export type OpenChain = {
  bank: Bank;
  faucet: Faucet;
  /** Returns the unix seconds on the ledger: the machine's clock, moved ahead by the controls. */
  now(): number;
  /** @throws ClockRangeError before anything has changed when the new time is out of range */
  advanceTime(seconds: number): void;
  /** Writes a snapshot, so that a restart has less to replay. */
  save(): void;
  sync(): Promise<void>;
  close(): void;
};

/** Opens the chain of a data folder at its last state, or a new one. */
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
  const clock = new LedgerClock(identity.secondsAhead);
  const saveClock = (secondsAhead: number) => folder?.writeIdentity({ ...identity, secondsAhead });
  const timesFile = folder && new SlotTimesOnDisk(folder.file("slots.bin"));
  const history = new History(folder ? new FileRecordStore(folder.file("history")) : new MemoryRecordStore());
  const slots = new Slots(seed, clock.now, timesFile);
  for (const lastRetained of history.forks) slots.fork(lastRetained);
  catchUp(slots, history);
  if (clock.repair(slots.lastBlockTime)) {
    saveClock(clock.secondsAhead);
    slots.refreshTime();
  }
  const snapshot = folder && readSnapshot(folder);
  const engine = Engine.create(faucet.address);
  for (const { programId, elf } of options.programs) engine.addProgram(programId, elf);
  const { depth, blockPerTransaction } = options;
  const bank = new Bank({ engine, slots, history, depth, blockPerTransaction });
  bank.restore([...options.accounts, ...(snapshot?.accounts ?? [])]);
  bank.replay(recordsAfter(history, snapshot?.slot ?? 0));
  const save = () => {
    if (folder === null) return;
    // After a power failure a restart must not lack a transaction or a slot that the snapshot contains.
    history.syncNow();
    timesFile?.syncNow();
    writeSnapshot(folder, bank);
  };
  return {
    bank,
    faucet,
    now: clock.now,
    advanceTime(seconds) {
      clock.advance(seconds, saveClock);
      // Enough blocks pass that every commitment has the new time, as if the time had really passed.
      for (let closed = 0; closed <= depth.finalized; closed++) bank.closeBlock();
    },
    save,
    sync: () => history.sync(),
    close() {
      try {
        save();
      } finally {
        history.close();
        timesFile?.close();
        folder?.close();
      }
    },
  };
}

/** Updates the calendar to the last block in the history, whose slot may not have been closed. */
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

const SLOT_TIME_BYTES = 4;

/** Stores the calendar on disk, four bytes per slot, written as each slot closes. */
class SlotTimesOnDisk implements SlotTimesFile {
  private readonly file: AppendFile;

  constructor(private readonly path: string) {
    this.file = new AppendFile(openSync(path, existsSync(path) ? "r+" : "w+", 0o600));
  }

  load(): Uint32Array {
    const bytes = readFileSync(this.path);
    const slots = Math.floor(bytes.length / SLOT_TIME_BYTES);
    const times = new Uint32Array(slots);
    for (let slot = 0; slot < slots; slot++) times[slot] = bytes.readUInt32LE(slot * SLOT_TIME_BYTES);
    this.file.truncate(slots * SLOT_TIME_BYTES);
    return times;
  }

  append(times: Uint32Array): void {
    const bytes = Buffer.alloc(times.length * SLOT_TIME_BYTES);
    for (const [index, time] of times.entries()) bytes.writeUInt32LE(time, index * SLOT_TIME_BYTES);
    this.file.append(bytes);
  }

  syncNow(): void {
    this.file.syncNow();
  }

  close(): void {
    this.file.close();
  }
}
