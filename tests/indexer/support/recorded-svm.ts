import { readFileSync } from "node:fs";
import { join } from "node:path";
import { address } from "@solana/kit";
import { type Keypair, PublicKey, type Transaction, TransactionInstruction } from "@solana/web3.js";
import type { CampaignPlan } from "@/ledger/tests/program/campaign-plan";
import { getAddress, type Outcome, Svm } from "@/ledger/tests/support/svm";
import { decodeVestingTree } from "@/lib/core/solana/accounts";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import type { TransactionRecord } from "@/lib/core/solana/reconstruct/transaction-record";
import { recordTransaction } from "@/tests/support/record-transaction";
import { FakeLedger, named, signatureNamed } from "./fake-ledger";

/** The real program on a virtual machine; every transaction is recorded as a ledger lists it. */
export class RecordedSvm extends Svm {
  readonly ledger = new FakeLedger();
  /** Whether the next transaction opens a new slot. */
  opensSlot: () => boolean = () => true;
  /** Whether the ledger returns inner instructions and balances. */
  givesRecords = true;
  private slot = 100n;
  private sent = 0;
  private record: TransactionRecord | null = null;

  protected override deliver(transaction: Transaction) {
    const { result, record } = recordTransaction(this, transaction, () => super.deliver(transaction));
    this.record = record;
    return result;
  }

  override send(instructions: TransactionInstruction[], signers: Keypair[] = []): Outcome {
    const outcome = super.send(instructions, signers);
    if (this.opensSlot()) this.slot += 1n;
    this.sent += 1;
    const { record } = this;
    const accounts = instructions.flatMap(({ keys, programId }) => [
      ...keys.map(({ pubkey }) => pubkey.toBase58()),
      programId.toBase58(),
    ]);
    this.ledger.add({
      signature: signatureNamed(`sent ${this.sent}`),
      slot: this.slot,
      blockTime: this.now,
      failed: outcome.error !== null,
      logs: outcome.logs,
      accounts: [...new Set(accounts)],
      record: () => (this.givesRecords ? record : null),
    });
    return outcome;
  }

  /**
   * Sends after an instruction that logs so much that the node truncates the log before the events. Returns the
   * signature; `addImpostor` comes first.
   */
  behindNoise(send: () => Outcome): string {
    const original = this.send;
    this.send = (instructions, signers) =>
      original.call(this, [impostorInstruction([{ lines: 120 }]), ...instructions], signers);
    const { error, logs } = send();
    this.send = original;
    const sent = this.ledger.transactions.at(-1);
    if (error !== null || !sent?.logs?.includes("Log truncated"))
      throw new Error([error ?? "The log is whole.", ...logs].join("\n"));
    return sent.signature;
  }

  /** Makes the ledger return the current accounts of these trees. */
  publish(treeAddresses: readonly string[]): void {
    this.ledger.accounts.clear();
    for (const tree of treeAddresses) {
      const account = this.account(tree);
      if (account) this.ledger.accounts.set(tree, decodeVestingTree(account.data));
    }
  }
}

/**
 * Returns a registration's facts about a campaign besides its leaves, as its creation and its account state
 * them.
 */
export const getTerms = (campaign: CampaignPlan) => ({
  treeAddress: campaign.treeAddress,
  creator: getAddress(campaign.creator),
  mint: campaign.mint,
  cancellable: true,
  cancelAuthority: getAddress(campaign.cancelAuthority),
  pauseAuthority: getAddress(campaign.pauseAuthority),
});

const IMPOSTOR_FILE = join("tests", "support", "programs", "impostor.so");
export const IMPOSTOR_SOURCE = join("tests", "support", "programs", "impostor.c");
const IMPOSTOR = named("impostor");

/** The steps of the impostor, in order: log bytes as its own event, log long lines, or invoke the program. */
export type ImpostorStep = { data: Uint8Array } | { lines: number } | { call: TransactionInstruction };

export const readImpostor = (): Buffer => readFileSync(IMPOSTOR_FILE);

/** Loads the impostor program, which logs and invokes as instructed. */
export function addImpostor(svm: Svm): void {
  svm.machine.addProgram(address(IMPOSTOR), readImpostor());
}

/** Builds an instruction of the impostor; every `call` has the accounts of the last one. */
export function impostorInstruction(
  steps: readonly ImpostorStep[],
  programId = IMPOSTOR,
): TransactionInstruction {
  const calls = steps.flatMap((step) => ("call" in step ? [step.call] : []));
  const parts = steps.map((step) => {
    if ("lines" in step) return header("l", step.lines);
    const bytes = "data" in step ? step.data : step.call.data;
    return Buffer.concat([header("data" in step ? "d" : "c", bytes.length), bytes]);
  });
  const callee = { pubkey: new PublicKey(DEFAULT_PROGRAM_ID), isSigner: false, isWritable: false };
  return new TransactionInstruction({
    programId: new PublicKey(programId),
    keys: [callee, ...(calls.at(-1)?.keys ?? [])],
    data: Buffer.concat(parts),
  });
}

function header(letter: string, length: number): Buffer {
  const bytes = Buffer.from([letter.charCodeAt(0), 0, 0]);
  bytes.writeUInt16LE(length, 1);
  return bytes;
}
