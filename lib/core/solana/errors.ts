import { english, type Message, message, type Translator } from "@/lib/core/i18n/translator";
import { ERRORS, FRAMEWORK_ERRORS } from "@/lib/core/solana/idl/errors";

/** An error of the program: its custom code, its name, and a sentence for the user. */
export type ProgramError = { code: number; name: string; message: string };

/** Ranges of codes without an individual sentence. */
const FAMILIES = [
  { from: 100, to: 999, name: "InstructionError" },
  { from: 1000, to: 1999, name: "IdlError" },
  { from: 2000, to: 2999, name: "ConstraintError" },
  { from: 3000, to: 3999, name: "AccountError" },
  { from: 4000, to: 5999, name: "FrameworkError" },
] as const;

type NamedError = (typeof ERRORS | typeof FRAMEWORK_ERRORS | typeof FAMILIES)[number];

const MESSAGES: Record<NamedError["name"], Message> = {
  EmptyRoot: message("The Merkle root is all zeros. Build the tree from the recipients and pass its root."),
  EmptyCampaign: message("The campaign has no recipients. Add at least one."),
  ZeroAmount: message("The amount is zero. Enter an amount greater than zero."),
  MissingCancelAuthority: message(
    "A cancellable campaign requires a cancel authority. Set one, or make the campaign non-cancellable.",
  ),
  SameRoot: message("The new Merkle root is the current one. Change the recipients first."),
  Unauthorized: message(
    "This wallet is not authorized for this action. Sign with the campaign’s authority for it.",
  ),
  OverFunded: message("The campaign would hold more than its total supply. Fund at most the missing amount."),
  MintMismatch: message("The token account has a different mint. Use an account for the campaign’s mint."),
  Overflow: message("The amounts exceed the 64-bit limit. Use smaller amounts."),
  CampaignPaused: message("The campaign is paused. Try again after its pause authority resumes it."),
  UnauthorizedClaimer: message(
    "Only the recipient of this allocation can claim it. Sign with the recipient’s wallet.",
  ),
  InvalidSchedule: message(
    "The schedule is not valid. Times must satisfy start ≤ cliff ≤ end, and the minimum cliff must not be 0.",
  ),
  InvalidScheduleType: message(
    "The release type is unknown. Use 0 for cliff, 1 for linear or 2 for milestone.",
  ),
  InvalidProof: message(
    "The proof does not match the campaign’s current root. The allocations may have changed, so fetch the proof again.",
  ),
  MilestoneAlreadyClaimed: message("This milestone was already claimed. Nothing more is due."),
  NothingToClaim: message(
    "Nothing can be claimed right now. Wait until more vests or the campaign is funded.",
  ),
  InsufficientVault: message(
    "The campaign does not hold enough for this payment. Ask its creator to fund it.",
  ),
  OverClaim: message(
    "The claim would exceed the campaign’s total supply. Ask its creator to check the recipients’ amounts.",
  ),
  WrongVault: message(
    "The vault does not belong to the campaign. Use the vault address derived from its tree.",
  ),
  NotCancellable: message(
    "The campaign was created as non-cancellable, so it cannot be cancelled or changed.",
  ),
  AlreadyCancelled: message("The campaign is already cancelled. No further action is required."),
  NotPausable: message("The campaign has no pause authority, so it cannot be paused or resumed."),
  AlreadyPaused: message("The campaign is already paused. Resume it before you pause it again."),
  CampaignCancelled: message(
    "A cancelled campaign cannot be funded, paused or changed. Create a new campaign instead.",
  ),
  NotPaused: message("The campaign is not paused, so there is nothing to resume."),
  CampaignCompleted: message(
    "Everything in the campaign has been claimed, so it can no longer be paused or resumed.",
  ),
  NotCancelled: message("The campaign is not cancelled. Cancel it and wait for the grace period to end."),
  GracePeriodActive: message(
    "The grace period of 7 days after the cancellation has not ended yet. Try again when it has ended.",
  ),
  CannotClose: message(
    "The claim record is still in use. It can be closed when its own allocations are paid or the grace period has ended.",
  ),
  NotSingleStream: message(
    "This action requires a campaign with one recipient. Use the action for campaigns with several recipients.",
  ),
  ProofTooLong: message(
    "The proof is longer than the tree depth. Fetch the proof for the current root again.",
  ),
  FullyVested: message(
    "Everything in the campaign has been claimed, so there is nothing left to cancel or refund.",
  ),
  StreamExpired: message(
    "This schedule has ended and everything due has been paid. Nothing is left to claim.",
  ),
  MilestoneNotReleased: message(
    "This milestone is not released yet. Wait until the campaign’s creator releases it.",
  ),
  MilestoneAlreadyReleased: message(
    "A milestone has already been released. It cannot be released again or refunded.",
  ),
  InstantRefundedCampaign: message(
    "The campaign was refunded to its creator, so nothing can be claimed or released.",
  ),
  CampaignAlreadyStarted: message(
    "The first cliff has passed, so an instant refund is no longer possible. Cancel the campaign instead.",
  ),
  NativeSolVaultNotEmpty: message("A native SOL campaign has no vault. Omit the vault account."),
  NativeSolRentViolation: message(
    "The campaign’s account would fall below the minimum deposit (rent). Leave that much SOL in it.",
  ),
  UnsupportedMint: message(
    "The mint does not belong to the classic SPL Token program. Use a classic token, not Token-2022.",
  ),
  NotMultiLeafCampaign: message(
    "This action requires a campaign with several recipients. Cancel the stream instead.",
  ),
  PerLeafCapExceeded: message(
    "One wallet can claim from at most 8 cliff or linear allocations. Merge its allocations into fewer.",
  ),
  InstructionMissing: message("The instruction contains no data. Build the transaction again."),
  InstructionFallbackNotFound: message(
    "The program has no such instruction. Check the program ID in the settings.",
  ),
  InstructionDidNotDeserialize: message(
    "The program could not read the arguments. Build the transaction again.",
  ),
  InstructionDidNotSerialize: message(
    "The program could not return its result. Report this with the transaction.",
  ),
  ConstraintMut: message("An account must be writable. Build the transaction again."),
  ConstraintHasOne: message(
    "An account does not belong to the campaign. Use the accounts derived from its tree.",
  ),
  ConstraintSigner: message(
    "A required signature is missing. Sign with every wallet that the transaction lists.",
  ),
  ConstraintRaw: message(
    "An account violates a constraint of the program. Check that all accounts belong to this campaign.",
  ),
  ConstraintOwner: message(
    "An account is owned by a different program. Check that all accounts belong to this campaign.",
  ),
  ConstraintRentExempt: message(
    "An account does not have enough SOL for its deposit (rent). Add SOL to it first.",
  ),
  ConstraintSeeds: message(
    "An account is not at its derived address. Check the creator, mint, campaign ID and program ID.",
  ),
  ConstraintAssociated: message(
    "A token account is not the wallet’s associated token account. Use the associated one.",
  ),
  ConstraintAddress: message("An account has an unexpected address. Build the transaction again."),
  ConstraintTokenMint: message(
    "A token account has a different mint. Use an account for the campaign’s mint.",
  ),
  ConstraintTokenOwner: message(
    "A token account has a different owner. Use an account of the wallet that receives the payment.",
  ),
  ConstraintSpace: message(
    "An account has an unexpected size. Check that all accounts belong to this campaign.",
  ),
  ConstraintAccountIsNone: message(
    "An account that token campaigns require is missing. Include all accounts of the instruction.",
  ),
  ConstraintDuplicateMutableAccount: message(
    "Two of the accounts are identical. Use a different account for each.",
  ),
  AccountDiscriminatorNotFound: message(
    "An account does not contain data of this program. Check the campaign’s address.",
  ),
  AccountDiscriminatorMismatch: message("An account has a different type. Check the campaign’s address."),
  AccountDidNotDeserialize: message(
    "The program could not read an account. It may belong to an older version of the program.",
  ),
  AccountDidNotSerialize: message(
    "An account is too small for its new data. It may belong to an older campaign.",
  ),
  AccountNotEnoughKeys: message("The instruction has too few accounts. Build the transaction again."),
  AccountNotMutable: message("An account must be writable. Build the transaction again."),
  AccountOwnedByWrongProgram: message(
    "An account belongs to a different program. Check the addresses and the mint’s token program.",
  ),
  InvalidProgramId: message("A program account has an unexpected ID. Build the transaction again."),
  AccountNotSigner: message(
    "A required signature is missing. Sign with every wallet that the transaction lists.",
  ),
  AccountNotSystemOwned: message(
    "An account in the transaction is not a wallet. Use an ordinary wallet address.",
  ),
  AccountNotInitialized: message(
    "An account does not exist yet. Create it first. For a token account, use the associated token program.",
  ),
  AccountNotAssociatedTokenAccount: message(
    "A token account is not the wallet’s associated token account. Use the associated one.",
  ),
  AccountSysvarMismatch: message("A sysvar account has an unexpected address. Build the transaction again."),
  DeclaredProgramIdMismatch: message(
    "The program runs under a different ID than it declares. Check the program ID in the settings.",
  ),
  InstructionError: message("The program does not recognize the instruction."),
  IdlError: message("The program rejected a request about its interface."),
  ConstraintError: message("An account violates a constraint of the program."),
  AccountError: message("An account differs from the one that the program expects."),
  FrameworkError: message("The program’s framework rejected the transaction."),
};

const named = new Map<number, NamedError["name"]>(
  [...ERRORS, ...FRAMEWORK_ERRORS].map(({ code, name }) => [code, name]),
);

/**
 * Returns the meaning of a custom error code of the program: its own errors from 6000, the framework's below.
 * Returns null for an undefined code. Source: program interface, Errors.
 */
export function programError(code: number, t: Translator = english): ProgramError | null {
  const name = named.get(code) ?? FAMILIES.find(({ from, to }) => code >= from && code <= to)?.name;
  return name === undefined ? null : { code, name, message: t(MESSAGES[name]) };
}

function field(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/**
 * Returns the instruction index and the detail of a transaction error; an empty list if it does not concern
 * an instruction.
 */
export function instructionError(error: unknown): readonly unknown[] {
  const detail = field(error, "InstructionError");
  return Array.isArray(detail) ? detail : [];
}

/**
 * Returns the custom code of a transaction error in the format of RPC nodes, `{ InstructionError: [n, {
 * Custom }] }`.
 */
export function customErrorCode(error: unknown): number | null {
  const code = field(instructionError(error)[1], "Custom");
  return typeof code === "number" ? code : null;
}
