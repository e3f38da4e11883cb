import type { TransactionInstruction } from "@solana/web3.js";
import { english, type Message, message, type Translator } from "@/lib/core/i18n/translator";
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  DEFAULT_PROGRAM_ID,
  SYSTEM_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from "@/lib/core/solana/addresses";
import { customErrorCode, instructionError, programError } from "@/lib/core/solana/errors";

/**
 * The reason why a transaction failed: the custom error code if there is one, a name, and a sentence for the
 * signer.
 */
export type NamedFailure = { code: number | null; name: string; message: string };

/** Errors of the runtime itself, by the names that RPC nodes return. */
const RUNTIME_FAILURES: Readonly<Record<string, Message>> = {
  AccountNotFound: message("The wallet that pays the fee holds no SOL. Send it some first."),
  InsufficientFundsForFee: message("The wallet that pays the fee holds too little SOL. Send it some first."),
  InsufficientFundsForRent: message(
    "An account would be left with too little SOL for its rent. Send more SOL first.",
  ),
  BlockhashNotFound: message("The transaction has expired. Build it again and sign the new one."),
  AlreadyProcessed: message("This very transaction has landed already. Nothing more is to be done."),
  ProgramAccountNotFound: message(
    "The vesting program is not on this ledger. Check the network and the program id.",
  ),
  MissingRequiredSignature: message(
    "A required signature is missing. Sign with every wallet that the transaction names.",
  ),
};

/** The name of an error and its sentence. */
type Told = readonly [name: string, sentence: Message];

const NAMED_CODES: Readonly<Record<string, Readonly<Record<number, Told>>>> = {
  [TOKEN_PROGRAM_ID]: {
    1: ["InsufficientFunds", message("The token account holds too few tokens. Fund it first.")],
    4: ["OwnerMismatch", message("A token account belongs to someone else than the signer.")],
    17: ["AccountFrozen", message("A token account is frozen by the mint's authority.")],
  },
  [SYSTEM_PROGRAM_ID]: {
    0: ["AccountAlreadyInUse", message("An account to be created exists already. Use another id.")],
    1: ["ResultWithNegativeLamports", message("A wallet holds too little SOL for this. Fund it first.")],
  },
};

const UNTOLD: Readonly<Record<number, Told>> = {
  1: [
    "InsufficientFunds",
    message("A wallet or a token account holds too few tokens or too little SOL for this. Fund it first."),
  ],
};

const FAILED_PROGRAM = /^Program (\S+) failed/;

/**
 * Names a transaction's failure from the response of an RPC node (`err` with `logs`); null if the transaction
 * did not fail. Each program numbers its custom codes independently, so the innermost failed program decides
 * the meaning of a code.
 */
export function namedFailure(
  of: {
    err: unknown;
    logs: readonly string[];
    instructions: readonly TransactionInstruction[];
    programId?: string;
  },
  t: Translator = english,
): NamedFailure | null {
  const { err, logs, programId = DEFAULT_PROGRAM_ID } = of;
  if (err === null || err === undefined) return null;
  const code = customErrorCode(err);
  if (code === null) return runtimeFailure(err, t);
  const failed = failedProgram(logs) ?? outerProgram(err, of.instructions);
  const own = failed === programId ? programError(code, t) : null;
  if (own) return own;
  // Without logs, any called program may have failed; the programs that transfer funds use this code with the
  // same meaning.
  const named = logs.length === 0 && failed === programId ? UNTOLD[code] : NAMED_CODES[failed]?.[code];
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
  const said = known ? t(known) : t("The ledger refuses the transaction ({name}). Build it again.", { name });
  return { code: null, name, message: said };
}

// An enum variant with content is an object with one key.
function variantName(variant: unknown): string {
  if (typeof variant === "string") return variant;
  return (typeof variant === "object" && variant !== null && Object.keys(variant)[0]) || "Unknown";
}

const unnamed = (program: string): Message =>
  program === ASSOCIATED_TOKEN_PROGRAM_ID
    ? message("The associated token program refuses the transaction. See the logs for its reason.")
    : message("A called program refuses the transaction. See the logs for its reason.");
