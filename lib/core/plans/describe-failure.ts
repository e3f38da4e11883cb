import type { TransactionInstruction } from "@solana/web3.js";
import { english, type Message, message, type Translator } from "@/lib/core/i18n/translator";
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  DEFAULT_PROGRAM_ID,
  SQUADS_PROGRAM_ID,
  SYSTEM_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from "@/lib/core/solana/addresses";
import { customErrorCode, instructionError, programError } from "@/lib/core/solana/errors";
import { SQUADS_ERRORS } from "@/lib/core/squads/errors";

/**
 * The reason why a transaction failed: the custom error code if there is one, a name, and a sentence for the
 * signer.
 */
export type NamedFailure = { code: number | null; name: string; message: string };

/** Errors of the runtime itself, by the names that RPC nodes return. */
const RUNTIME_FAILURES: Readonly<Record<string, Message>> = {
  AccountNotFound: message("The wallet that pays the fee has no SOL. Send SOL to it first."),
  InsufficientFundsForFee: message(
    "The wallet that pays the fee does not have enough SOL. Send SOL to it first.",
  ),
  InsufficientFundsForRent: message(
    "The transaction would leave an account with too little SOL for its deposit (rent). Send more SOL first.",
  ),
  BlockhashNotFound: message("The transaction has expired. Build it again and sign the new one."),
  AlreadyProcessed: message("This transaction was already processed. No further action is required."),
  ProgramAccountNotFound: message(
    "The vesting program is not deployed on this network. Check the network and the program ID.",
  ),
  MissingRequiredSignature: message(
    "A required signature is missing. Sign with every wallet that the transaction lists.",
  ),
};

/** The name of an error and its sentence. */
type NamedCode = readonly [name: string, sentence: Message];

const NAMED_CODES: Readonly<Record<string, Readonly<Record<number, NamedCode>>>> = {
  [SQUADS_PROGRAM_ID]: SQUADS_ERRORS,
  [TOKEN_PROGRAM_ID]: {
    1: [
      "InsufficientFunds",
      message("The token account does not have enough tokens. Add tokens to it first."),
    ],
    4: ["OwnerMismatch", message("A token account does not belong to the signer.")],
    17: ["AccountFrozen", message("A token account is frozen by the mint’s freeze authority.")],
  },
  [SYSTEM_PROGRAM_ID]: {
    0: ["AccountAlreadyInUse", message("The account to create already exists. Use another ID.")],
    1: [
      "ResultWithNegativeLamports",
      message("A wallet does not have enough SOL for this transaction. Add SOL to it first."),
    ],
  },
};

const UNLOGGED_CODES: Readonly<Record<number, NamedCode>> = {
  1: [
    "InsufficientFunds",
    message(
      "A wallet or token account does not have enough tokens or SOL for this transaction. Add funds to it first.",
    ),
  ],
};

const FAILED_PROGRAM = /^Program (\S+) failed/;

/**
 * Names a transaction's failure from the response of an RPC node (`err` with `logs`); null if the transaction
 * did not fail. Each program numbers its custom codes independently, so the innermost failed program decides
 * the meaning of a code.
 */
export function describeFailure(
  input: {
    err: unknown;
    logs: readonly string[];
    instructions: readonly TransactionInstruction[];
    programId?: string;
  },
  t: Translator = english,
): NamedFailure | null {
  const { err, logs, programId = DEFAULT_PROGRAM_ID } = input;
  if (err === null || err === undefined) return null;
  const code = customErrorCode(err);
  if (code === null) return runtimeFailure(err, t);
  const failed = failedProgram(logs) ?? outerProgram(err, input.instructions);
  const own = failed === programId ? programError(code, t) : null;
  if (own) return own;
  // Without logs, any called program may have failed; the programs that transfer funds use this code with the
  // same meaning.
  const named =
    logs.length === 0 && failed === programId ? UNLOGGED_CODES[code] : NAMED_CODES[failed]?.[code];
  const [name, sentence] = named ?? ["CustomError", unnamed(failed)];
  return { code, name, message: t(sentence) };
}

function failedProgram(logs: readonly string[]): string | undefined {
  for (const line of logs) {
    const program = FAILED_PROGRAM.exec(line)?.[1];
    if (program !== undefined) return program;
  }
  return undefined;
}

function outerProgram(err: unknown, instructions: readonly TransactionInstruction[]): string {
  const at = instructionError(err)[0];
  return (typeof at === "number" && instructions[at]?.programId.toBase58()) || "";
}

function runtimeFailure(err: unknown, t: Translator): NamedFailure {
  const name = variantName(instructionError(err)[1] ?? err);
  const known = RUNTIME_FAILURES[name];
  const sentence = known
    ? t(known)
    : t("The network rejected the transaction ({name}). Build it again.", { name });
  return { code: null, name, message: sentence };
}

// An enum variant with content is an object with one key.
function variantName(variant: unknown): string {
  if (typeof variant === "string") return variant;
  return (typeof variant === "object" && variant !== null && Object.keys(variant)[0]) || "Unknown";
}

const unnamed = (program: string): Message =>
  program === ASSOCIATED_TOKEN_PROGRAM_ID
    ? message("The associated token program rejected the transaction. See the logs for the reason.")
    : message("A program called by the transaction rejected it. See the logs for the reason.");
