import { address, getTransactionDecoder, lamports } from "@solana/kit";
import { Keypair, Transaction, type TransactionInstruction } from "@solana/web3.js";
import { FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from "litesvm";
import { DEFAULT_PROGRAM_ID, SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { programError } from "@/lib/core/solana/errors";
import { decodeEvent, type ProgramEvent } from "@/lib/core/solana/events";
import {
  createAssociatedTokenInstruction,
  findAssociatedTokenAddress,
  MINT_ACCOUNT_BYTES,
  mintToInstruction,
  tokenAccountBalance,
} from "@/lib/core/solana/tokens/tokens";
import { toTransactionErrorJson } from "../../bank/transactions/transaction-error";
import { PROGRAM_FILE } from "../../program/compile";

/** The outcome of a transaction. `error` is the program error's name, or the runtime's for any other. */
export type Outcome = {
  error: string | null;
  logs: string[];
  events: ProgramEvent[];
  returnData: Uint8Array;
  units: bigint;
};

export type SvmAccount = { owner: string; data: Uint8Array; lamports: bigint };

const EVENT_LINE = "Program data: ";
export const getAddress = (wallet: Keypair) => wallet.publicKey.toBase58();

const decoder = getTransactionDecoder();

function errorName(result: FailedTransactionMetadata): string {
  const error = toTransactionErrorJson(result.err());
  if (typeof error !== "object" || !("InstructionError" in error)) return JSON.stringify(error);
  const [, detail] = error.InstructionError;
  if (typeof detail === "string") return detail;
  return programError(detail.Custom)?.name ?? `Custom(${detail.Custom})`;
}

function outcome(result: TransactionMetadata | FailedTransactionMetadata): Outcome {
  const failed = result instanceof FailedTransactionMetadata;
  const meta = failed ? result.meta() : result;
  const logs = meta.logs();
  const events = logs
    .filter((line) => line.startsWith(EVENT_LINE))
    .map((line) => decodeEvent(Buffer.from(line.slice(EVENT_LINE.length), "base64")))
    .filter((event) => event !== null);
  return {
    error: failed ? errorName(result) : null,
    logs,
    events,
    returnData: meta.returnData().data(),
    units: meta.computeUnitsConsumed(),
  };
}

/** A separate virtual machine with the compiled vesting program, signature checks, and a movable clock. */
export class Svm {
  readonly machine = new LiteSVM();
  /** Pays every transaction's fee, so that fees change no other balance. */
  readonly payer = Keypair.generate();

  constructor(now: bigint) {
    this.machine.addProgramFromFile(address(DEFAULT_PROGRAM_ID), PROGRAM_FILE);
    this.airdrop(getAddress(this.payer), 10n ** 15n);
    this.now = now;
  }

  /** Unix seconds on the machine's clock. */
  get now(): bigint {
    return this.machine.getClock().unixTimestamp;
  }

  set now(time: bigint) {
    const clock = this.machine.getClock();
    clock.unixTimestamp = time;
    this.machine.setClock(clock);
  }

  /** Adds lamports from nowhere. */
  airdrop(to: string, amount: bigint): void {
    const account = this.account(to) ?? { owner: SYSTEM_PROGRAM_ID, data: new Uint8Array(), lamports: 0n };
    this.setAccount(to, { ...account, lamports: account.lamports + amount });
  }

  wallet(amount = 10n ** 12n): Keypair {
    const wallet = Keypair.generate();
    if (amount > 0n) this.airdrop(getAddress(wallet), amount);
    return wallet;
  }

  send(instructions: TransactionInstruction[], signers: Keypair[] = []): Outcome {
    const transaction = new Transaction();
    transaction.add(...instructions);
    transaction.feePayer = this.payer.publicKey;
    transaction.recentBlockhash = this.machine.latestBlockhash();
    transaction.sign(this.payer, ...signers);
    const result = this.deliver(transaction);
    // With a new blockhash, a repeated instruction is not the same transaction.
    this.machine.expireBlockhash();
    return outcome(result);
  }

  /** Executes a signed transaction. */
  protected deliver(transaction: Transaction): TransactionMetadata | FailedTransactionMetadata {
    return this.machine.sendTransaction(decoder.decode(transaction.serialize()));
  }

  /** Sends a preparatory step of a test, and throws when it fails. */
  private prepare(instructions: TransactionInstruction[], signers: Keypair[] = []): void {
    const { error, logs } = this.send(instructions, signers);
    if (error !== null) throw new Error([error, ...logs].join("\n"));
  }

  account(at: string): SvmAccount | null {
    const account = this.machine.getAccount(address(at));
    if (!account.exists || account.lamports === 0n) return null;
    return {
      owner: account.programAddress,
      data: Uint8Array.from(account.data),
      lamports: account.lamports,
    };
  }

  /** Sets an account without any program, for states that no transaction produces. */
  setAccount(at: string, account: SvmAccount): void {
    this.machine.setAccount({
      address: address(at),
      programAddress: address(account.owner),
      data: account.data,
      lamports: lamports(account.lamports),
      executable: false,
      space: BigInt(account.data.length),
    });
  }

  lamports(at: string): bigint {
    return this.machine.getBalance(address(at)) ?? 0n;
  }

  rent(bytes: number): bigint {
    return this.machine.minimumBalanceForRentExemption(BigInt(bytes));
  }

  /** Creates a mint of 6 decimals with the payer as authority, in its program's layout. */
  mint(): string {
    const data = new Uint8Array(MINT_ACCOUNT_BYTES);
    data.set([1, 0, 0, 0, ...this.payer.publicKey.toBytes()]);
    data.set([6, 1], 44);
    const mint = getAddress(Keypair.generate());
    this.setAccount(mint, { owner: TOKEN_PROGRAM_ID, data, lamports: this.rent(MINT_ACCOUNT_BYTES) });
    return mint;
  }

  /** Mints tokens to an owner's associated account, and returns the account. */
  mintTo(mint: string, owner: string, amount: bigint): string {
    const payer = getAddress(this.payer);
    const destination = findAssociatedTokenAddress({ owner, mint }).address;
    const create = createAssociatedTokenInstruction({ payer, owner, mint });
    this.prepare([create, mintToInstruction({ mint, destination, authority: payer, amount })]);
    return destination;
  }

  /** Returns the tokens in an account; 0 without one. */
  tokens(at: string): bigint {
    const account = this.account(at);
    return account ? tokenAccountBalance(account.data) : 0n;
  }
}
