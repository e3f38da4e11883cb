import {
  Account,
  FailedTransactionMetadata,
  LiteSvm,
  type TransactionMetadata,
} from "litesvm/dist/internal.js";
import type { WireTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import { type TransactionErrorJson, toTransactionErrorJson } from "./transactions/transaction-error";

export type AccountState = { lamports: bigint; data: Uint8Array; owner: Uint8Array; executable: boolean };

type InnerInstructionRecord = {
  programIdIndex: number;
  accounts: number[];
  /** base64 */
  data: string;
  stackHeight: number;
};

/** The virtual machine's report about one run, which is either kept or only simulated. */
export type RunReport = {
  err: TransactionErrorJson | null;
  logs: string[];
  computeUnits: number;
  innerInstructions: { index: number; instructions: InnerInstructionRecord[] }[];
  returnData: { programId: Uint8Array; data: Uint8Array } | null;
};

export type SimulationReport = RunReport & { postAccounts: { address: Uint8Array; account: AccountState }[] };

/** The rent epoch of every account that pays no rent; no account pays rent. */
export const RENT_EXEMPT_EPOCH = 18446744073709551615n;

/** The state of an unused or closed address. */
export const NO_ACCOUNT: AccountState = {
  lamports: 0n,
  data: new Uint8Array(),
  owner: new Uint8Array(32),
  executable: false,
};

export const SLOTS_PER_EPOCH = 432_000n;
const FAUCET_LAMPORTS = 500_000_000_000_000_000n;

/**
 * The virtual machine with byte keys: it executes transactions and holds accounts, and has no blocks or
 * history.
 */
export class Engine {
  private clockSlot = -1;
  private clockTime: number | bigint = -1;

  private constructor(
    private readonly svm: LiteSvm,
    private readonly verifiesSignatures: boolean,
  ) {
    // The ledger checks blockhashes and repeated signatures itself: it has a window of 150 blocks and a
    // history.
    svm.setBlockhashCheck(false);
    svm.setTransactionHistory(0n);
    svm.setSigverify(verifiesSignatures);
  }

  /** Creates a machine with the standard programs and a `faucet` that can pay any airdrop. */
  static create(faucet: Uint8Array, { verifiesSignatures = true } = {}): Engine {
    const engine = new Engine(new LiteSvm(), verifiesSignatures);
    engine.setAccount(faucet, { ...NO_ACCOUNT, lamports: FAUCET_LAMPORTS });
    return engine;
  }

  addProgram(programId: Uint8Array, elf: Uint8Array): void {
    this.svm.addProgram(programId, elf);
  }

  account(address: Uint8Array): AccountState | null {
    const account = this.svm.getAccount(address);
    return account === null ? null : readAccount(account);
  }

  balance(address: Uint8Array): bigint {
    return this.svm.getBalance(address) ?? 0n;
  }

  /** Overwrites an account; null deletes it. */
  setAccount(address: Uint8Array, account: AccountState | null): void {
    const { lamports, data, owner, executable } = account ?? NO_ACCOUNT;
    this.svm.setAccount(address, new Account(lamports, data, owner, executable, RENT_EXEMPT_EPOCH));
  }

  programAccounts(owner: Uint8Array): { address: Uint8Array; account: AccountState }[] {
    return this.svm.getProgramAccounts(owner).map(readEntry);
  }

  /** Returns the only blockhash of the machine itself. */
  blockhash(): string {
    return this.svm.latestBlockhash();
  }

  rentExemptMinimum(dataLength: bigint): bigint {
    return this.svm.minimumBalanceForRentExemption(dataLength);
  }

  setClock(slot: number, unixTime: number | bigint): void {
    if (slot === this.clockSlot && unixTime === this.clockTime) return;
    this.clockSlot = slot;
    this.clockTime = unixTime;
    const clock = this.svm.getClock();
    clock.slot = BigInt(slot);
    clock.unixTimestamp = BigInt(unixTime);
    clock.epoch = BigInt(slot) / SLOTS_PER_EPOCH;
    clock.leaderScheduleEpoch = clock.epoch + 1n;
    this.svm.setClock(clock);
  }

  /** Sets the recent slot hashes, newest first, which the creation and deactivation of lookup tables need. */
  setSlotHashes(hashes: { slot: bigint; hash: string }[]): void {
    this.svm.setSlotHashes(hashes);
  }

  execute(transaction: WireTransaction): RunReport {
    const { meta, err } = this.send(transaction);
    return readRun(meta, err);
  }

  /** Executes a transaction and reads only its error and logs, which takes a fraction of the time and memory. */
  executeForLogs(transaction: Pick<WireTransaction, "version" | "raw">): Pick<RunReport, "err" | "logs"> {
    const { meta, err } = this.send(transaction);
    return { err, logs: meta.logs() };
  }

  private send({ version, raw }: Pick<WireTransaction, "version" | "raw">) {
    const result =
      version === "legacy" ? this.svm.sendLegacyTransaction(raw) : this.svm.sendVersionedTransaction(raw);
    return result instanceof FailedTransactionMetadata
      ? { meta: result.meta(), err: toTransactionErrorJson(result.err()) }
      : { meta: result, err: null };
  }

  simulate(transaction: WireTransaction, verifySignatures: boolean): SimulationReport {
    this.svm.setSigverify(verifySignatures);
    try {
      const result =
        transaction.version === "legacy"
          ? this.svm.simulateLegacyTransaction(transaction.raw)
          : this.svm.simulateVersionedTransaction(transaction.raw);
      if (result instanceof FailedTransactionMetadata) {
        return { ...readRun(result.meta(), toTransactionErrorJson(result.err())), postAccounts: [] };
      }
      return { ...readRun(result.meta(), null), postAccounts: result.postAccounts().map(readEntry) };
    } finally {
      this.svm.setSigverify(this.verifiesSignatures);
    }
  }
}

function readAccount(account: Account): AccountState {
  return {
    lamports: account.lamports(),
    data: account.data(),
    owner: account.owner(),
    executable: account.executable(),
  };
}

const readEntry = (entry: { address: Uint8Array; account(): Account }) => ({
  address: entry.address,
  account: readAccount(entry.account()),
});

function readRun(meta: TransactionMetadata, err: TransactionErrorJson | null): RunReport {
  const returned = meta.returnData();
  const data = returned.data();
  return {
    err,
    logs: meta.logs(),
    computeUnits: Number(meta.computeUnitsConsumed()),
    innerInstructions: readInnerInstructions(meta),
    returnData: data.length === 0 ? null : { programId: returned.programId(), data },
  };
}

function readInnerInstructions(meta: TransactionMetadata): RunReport["innerInstructions"] {
  return meta
    .innerInstructions()
    .map((list, index) => ({
      index,
      instructions: list.map((inner) => {
        const instruction = inner.instruction();
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: Buffer.from(instruction.data()).toString("base64"),
          stackHeight: inner.stackHeight(),
        };
      }),
    }))
    .filter(({ instructions }) => instructions.length > 0);
}
