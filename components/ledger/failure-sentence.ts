import { SendTransactionError } from "@solana/web3.js";
import { namedFailure } from "@/lib/core/plans/named-failure";
import type { SendablePlan } from "@/lib/core/plans/plan";

type Failure = { err: unknown; logs?: readonly string[] };

/** Why a plan's transaction failed as nodes report it, in the service's own sentence for the person who signs it. */
export function failureSentence(plan: SendablePlan, { err, logs = [] }: Failure): string {
  const { instructions } = plan;
  // Whatever has to run first stands before the program's own instruction.
  const programId = instructions.at(-1)?.programId.toBase58();
  return namedFailure({ err, logs, instructions, programId })?.message ?? "";
}

/** A node's refusal to take a plan's transaction, which comes in words, in the same sentence as its error would. */
export function refusalSentence(plan: SendablePlan, refusal: unknown): string {
  const isOfLibrary = refusal instanceof SendTransactionError;
  const said = isOfLibrary ? refusal.transactionError.message : String(Object(refusal).message ?? refusal);
  const err = errorInWords(said);
  if (err === null) return `The ledger refused the transaction: ${said}`;
  return failureSentence(plan, { err, logs: (isOfLibrary && refusal.logs) || [] });
}

const IN_INSTRUCTION = /Error processing Instruction (\d+): custom program error: 0x([0-9a-f]+)/i;
/** How nodes put the errors of the runtime, which have no code, into words. */
const IN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/no record of a prior credit/i, "AccountNotFound"],
  [/insufficient funds for fee/i, "InsufficientFundsForFee"],
  [/insufficient funds for rent/i, "InsufficientFundsForRent"],
  [/blockhash not found/i, "BlockhashNotFound"],
  [/already been processed/i, "AlreadyProcessed"],
  [/program that does not exist/i, "ProgramAccountNotFound"],
];

function errorInWords(said: string): unknown {
  const [, instruction, code = ""] = IN_INSTRUCTION.exec(said) ?? [];
  if (instruction) return { InstructionError: [Number(instruction), { Custom: Number.parseInt(code, 16) }] };
  return IN_WORDS.find(([words]) => words.test(said))?.[1] ?? null;
}
