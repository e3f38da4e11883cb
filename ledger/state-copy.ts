import { randomBytes } from "node:crypto";
import { PublicKey, Transaction, type TransactionInstruction } from "@solana/web3.js";
import bs58 from "bs58";
import { addressBytes, SYSTEM_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { type AccountState, Engine, NO_ACCOUNT } from "./bank/engine";
import { type TransactionErrorJson, transactionErrorText } from "./bank/transactions/transaction-error";

/** Owner in base58. */
export type CopiedAccount = { owner: string; lamports: bigint; data: Uint8Array };

/** A transaction that can run repeatedly, and the addresses that it can change. */
export type PreparedRun = { raw: Uint8Array; writes: readonly string[] };

/** `code` is the custom error code, if the program returned one. `text` describes any error. */
export type RunOutcome = { error: { code: number | null; text: string } | null; logs: string[] };

/** The slot has no meaning in a copy. */
const SLOT = 1;

/**
 * Accounts of another network in a virtual machine of their own. Programs run on them without signatures, and the
 * clock is set to any time. Nothing is stored or served.
 */
export class StateCopy {
  private readonly payer = randomBytes(32);
  private readonly payerKey = new PublicKey(this.payer);
  private readonly engine = Engine.create(this.payer, { verifiesSignatures: false });
  private time = 0n;
  /** Earlier values of the accounts that the current `withRollback` changes. */
  private undo: Map<string, AccountState | null> | null = null;

  /** @throws Error for code that the machine cannot load */
  constructor(programs: readonly { programId: string; elf: Uint8Array }[]) {
    for (const { programId, elf } of programs) this.engine.addProgram(addressBytes(programId), elf);
  }

  /** Sets the clock, in unix seconds. */
  setTime(time: bigint): void {
    this.time = time;
    this.engine.setClock(SLOT, time);
  }

  /** Returns null for an address without lamports. */
  account(address: string): CopiedAccount | null {
    const account = this.engine.account(addressBytes(address));
    if (account === null || account.lamports === 0n) return null;
    return { owner: bs58.encode(account.owner), lamports: account.lamports, data: account.data };
  }

  setAccount(address: string, { owner, lamports, data }: CopiedAccount): void {
    this.remember(address);
    this.engine.setAccount(addressBytes(address), {
      ...{ lamports, data, executable: false },
      owner: addressBytes(owner),
    });
  }

  /** Gives lamports to an address that has no account yet, so that it can pay rent. */
  fundWallet(address: string, lamports: bigint): void {
    if (this.account(address) === null)
      this.setAccount(address, { owner: SYSTEM_PROGRAM_ID, lamports, data: NO_ACCOUNT.data });
  }

  /** Serializes instructions once. The machine itself pays the fee, so that a fee changes no other balance. */
  prepare(instructions: readonly TransactionInstruction[]): PreparedRun {
    const recentBlockhash = this.engine.blockhash();
    const transaction = new Transaction({ feePayer: this.payerKey, recentBlockhash }).add(...instructions);
    const writes = instructions.flatMap(({ keys }) =>
      keys.filter(({ isWritable }) => isWritable).map(({ pubkey }) => pubkey.toBase58()),
    );
    return {
      raw: transaction.serialize({ requireAllSignatures: false, verifySignatures: false }),
      writes: [...new Set(writes)],
    };
  }

  /** Executes a transaction. A failed one changes nothing but the fee. */
  run({ raw, writes }: PreparedRun): RunOutcome {
    for (const address of writes) this.remember(address);
    const { err, logs } = this.engine.executeForLogs({ version: "legacy", raw });
    return {
      error: err === null ? null : { code: customCode(err), text: transactionErrorText(err) },
      logs,
    };
  }

  /** Runs `action`, then restores every account and the clock. */
  withRollback<T>(action: () => T): T {
    if (this.undo) throw new RangeError("A rollback cannot contain another one.");
    const { time } = this;
    this.undo = new Map();
    try {
      return action();
    } finally {
      for (const [address, before] of this.undo) this.engine.setAccount(addressBytes(address), before);
      this.undo = null;
      this.setTime(time);
    }
  }

  private remember(address: string): void {
    if (!this.undo || this.undo.has(address)) return;
    this.undo.set(address, this.engine.account(addressBytes(address)));
  }
}

function customCode(error: TransactionErrorJson): number | null {
  if (typeof error !== "object" || !("InstructionError" in error)) return null;
  const [, detail] = error.InstructionError;
  return typeof detail === "object" && "Custom" in detail ? detail.Custom : null;
}
