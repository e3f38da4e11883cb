import { english, type Translator } from "@/lib/core/i18n/translator";
import { SQUADS_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { describeFailure, type NamedFailure } from "./describe-failure";
import type { SendablePlan } from "./plan";

/** The part of a plan that identifies the programs that may have failed. */
type Failing = Pick<SendablePlan, "instructions">;
type Failure = { err: unknown; logs?: readonly string[] };

/**
 * Returns why a plan's transaction failed according to a node, with the service's own sentence for the
 * signer; null if the transaction did not fail.
 */
export function planFailure(
  plan: Failing,
  { err, logs = [] }: Failure,
  t: Translator = english,
): NamedFailure | null {
  const { instructions } = plan;
  // Preparatory instructions precede the program's own instruction.
  const last = instructions.at(-1)?.programId.toBase58();
  // The Squads program calls the vesting program, which has its own codes.
  const programId = last === SQUADS_PROGRAM_ID ? undefined : last;
  return describeFailure({ err, logs, instructions, programId }, t);
}

/** Names the error with which a node rejects a plan's transaction. The node returns it as text. */
export function planRefusal(plan: Failing, refusal: unknown, t: Translator = english): NamedFailure {
  // The library's own error class, which may come from another copy of the library.
  const { transactionError, message = refusal, logs } = Object(refusal);
  const reason = String(transactionError?.message ?? message);
  const err = errorInWords(reason);
  const named = err === null ? null : planFailure(plan, { err, logs: logs ?? [] }, t);
  return (
    named ?? {
      code: null,
      name: "Refused",
      message: t("The network rejected the transaction: {reason}", { reason }),
    }
  );
}

const IN_INSTRUCTION = /Error processing Instruction (\d+): custom program error: 0x([0-9a-f]+)/i;
/** Node messages of runtime errors, which have no code. */
const IN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/no record of a prior credit/i, "AccountNotFound"],
  [/insufficient funds for fee/i, "InsufficientFundsForFee"],
  [/insufficient funds for rent/i, "InsufficientFundsForRent"],
  [/blockhash not found/i, "BlockhashNotFound"],
  [/already been processed/i, "AlreadyProcessed"],
  [/program that does not exist/i, "ProgramAccountNotFound"],
];

function errorInWords(message: string): unknown {
  const [, instruction, code = ""] = IN_INSTRUCTION.exec(message) ?? [];
  if (instruction) return { InstructionError: [Number(instruction), { Custom: Number.parseInt(code, 16) }] };
  return IN_WORDS.find(([words]) => words.test(message))?.[1] ?? null;
}
