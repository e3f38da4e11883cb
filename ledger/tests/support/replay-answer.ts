import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { getTransactionDecoder } from "@solana/kit";
import { PublicKey, Transaction } from "@solana/web3.js";
import { FailedTransactionMetadata, type SimulatedTransactionInfo } from "litesvm";
import { DEFAULT_PROGRAM_ID, SYSTEM_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { ERRORS } from "@/lib/core/solana/idl/errors";
import { toTransactionErrorJson } from "../../bank/transactions/transaction-error";
import { Svm } from "./svm";

const decoder = getTransactionDecoder();
const SYSVAR_OWNER = "Sysvar1111111111111111111111111111111111111";
const FIRST_OWN_ERROR = 6000;

/**
 * Returns whether an account is a sysvar or a program: the machine has its own, which may differ from the
 * recorded one.
 */
const isFixture = (account: RecordedAccount) => account.executable || account.owner === SYSVAR_OWNER;

function errorName(result: FailedTransactionMetadata): string {
  const error = toTransactionErrorJson(result.err() as never);
  if (typeof error !== "object" || !("InstructionError" in error)) return JSON.stringify(error);
  const [, detail] = error.InstructionError;
  if (typeof detail === "string") return detail === "ProgramFailedToComplete" ? "panic" : detail;
  return ERRORS[detail.Custom - FIRST_OWN_ERROR]?.name ?? String(detail.Custom);
}

/**
 * Executes a recorded instruction on the ledger's own program, and returns the result in the recorded form.
 */
export class InstructionReplayer {
  private readonly svm = new Svm(0n);

  constructor() {
    this.svm.machine.withSigverify(false).withBlockhashCheck(false).withTransactionHistory(0n);
  }

  answer(requested: RecordedAnswer): RecordedAnswer["real"] & { logs: string[]; units: bigint } {
    for (const account of requested.accounts) if (!isFixture(account)) this.put(account);
    this.svm.now = BigInt(requested.now);
    const result = this.svm.machine.simulateTransaction(this.transaction(requested));
    const failed = result instanceof FailedTransactionMetadata;
    const meta = result.meta();
    const logs = meta.logs();
    const returned = meta.returnData().data();
    return {
      result: failed ? errorName(result) : "ok",
      events: logs.filter((line) => line.startsWith("Program data: ")),
      ret: failed || returned.length === 0 ? null : Buffer.from(returned).toString("hex"),
      post: failed ? null : readPost(requested, result),
      logs,
      units: meta.computeUnitsConsumed(),
    };
  }

  private transaction(requested: RecordedAnswer) {
    const transaction = new Transaction();
    transaction.add({
      programId: new PublicKey(DEFAULT_PROGRAM_ID),
      keys: requested.accounts.map(({ key, signer, writable }) => ({
        pubkey: new PublicKey(key),
        isSigner: signer,
        isWritable: writable,
      })),
      data: Buffer.from(requested.data, "hex"),
    });
    transaction.feePayer = this.svm.payer.publicKey;
    transaction.recentBlockhash = SYSTEM_PROGRAM_ID;
    const wire = transaction.serialize({ requireAllSignatures: false, verifySignatures: false });
    return decoder.decode(wire);
  }

  private put({ key, owner, lamports, data }: RecordedAccount): void {
    const bytes = Uint8Array.from(Buffer.from(data, "hex"));
    this.svm.setAccount(key, { owner, data: bytes, lamports: BigInt(lamports) });
  }
}

/*
 * An account without lamports still shows its last content here; the ledger removes it after the transaction.
 */
function readPost(requested: RecordedAnswer, result: SimulatedTransactionInfo) {
  const seen = new Map(result.postAccounts().map((account) => [String(account.address), account]));
  return requested.accounts.map((before) => {
    const after = seen.get(before.key);
    if (!after || isFixture(before))
      return { owner: before.owner, lamports: before.lamports, data: before.data };
    const data = Buffer.from(after.data).toString("hex");
    return { owner: String(after.programAddress), lamports: String(after.lamports), data };
  });
}

export type RecordedAccount = {
  name: string;
  key: string;
  signer: boolean;
  writable: boolean;
  executable: boolean;
  owner: string;
  lamports: string;
  /** hex */
  data: string;
};

type PostAccount = { owner: string; lamports: string; data: string };

/**
 * One instruction to the real program with all of its input accounts, and the program's result and changes.
 */
export type RecordedAnswer = {
  ix: string;
  /** The change to well-formed accounts or data; empty without one. */
  label: string;
  /** unix seconds */
  now: string;
  /** hex */
  data: string;
  accounts: RecordedAccount[];
  real: { result: string; events: string[]; ret: string | null; post: PostAccount[] | null };
};

const FILE = join(import.meta.dirname, "..", "program-answers.jsonl.gz");

/** Returns results recorded from the real program, one JSON object per line, compressed. */
export function readRecordedAnswers(file = FILE): RecordedAnswer[] {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split("\n");
  return lines.map((line) => JSON.parse(line) as RecordedAnswer);
}
