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
  EmptyCampaign: message("The campaign has no leaves. Add at least one recipient."),
  ZeroAmount: message("The amount is zero. Give an amount above zero."),
  MissingCancelAuthority: message(
    "A cancellable campaign needs a cancel authority. Name one, or make it not cancellable.",
  ),
  SameRoot: message(
    "The new Merkle root is the current one. Change the recipients before rotating the root.",
  ),
  Unauthorized: message(
    "This wallet may not do that. Sign with the authority that the campaign names for it.",
  ),
  OverFunded: message(
    "The campaign would hold more than its total supply. Fund at most what is still missing.",
  ),
  MintMismatch: message("The token account is of another mint. Use an account of the campaign's mint."),
  Overflow: message("The amounts exceed what 64 bits can hold. Use smaller amounts."),
  CampaignPaused: message("The campaign is paused. Try again after its pause authority has resumed it."),
  UnauthorizedClaimer: message(
    "Only the beneficiary of the leaf can claim it. Sign with the beneficiary's wallet.",
  ),
  InvalidSchedule: message(
    "The schedule is not valid. Times must run start ≤ cliff ≤ end, and the minimum cliff is not 0.",
  ),
  InvalidScheduleType: message(
    "The release type is unknown. Use 0 for cliff, 1 for linear or 2 for milestone.",
  ),
  InvalidProof: message(
    "The leaf does not belong to the campaign's current root. Fetch the proof again: it may have rotated.",
  ),
  MilestoneAlreadyClaimed: message("This milestone was claimed already. Nothing more is due for it."),
  NothingToClaim: message(
    "Nothing is due right now. Wait until more has vested, or until the campaign is funded.",
  ),
  InsufficientVault: message("The campaign does not hold enough to pay this. Ask its creator to fund it."),
  OverClaim: message(
    "The claim would exceed the campaign's total supply. Ask its creator to check the recipients' amounts.",
  ),
  WrongVault: message("The vault is not the campaign's own. Use the vault address derived from its tree."),
  NotCancellable: message(
    "The campaign was created as not cancellable, so it can be neither cancelled nor changed.",
  ),
  AlreadyCancelled: message("The campaign is cancelled already. Nothing more needs to be done to cancel it."),
  NotPausable: message("The campaign has no pause authority, so it cannot be paused or resumed."),
  AlreadyPaused: message("The campaign is paused already. Resume it before pausing it again."),
  CampaignCancelled: message(
    "The campaign is cancelled: no funding, pause or new root any more. Create another one instead.",
  ),
  NotPaused: message("The campaign is not paused, so there is nothing to resume."),
  CampaignCompleted: message(
    "Everything in the campaign has been claimed, so it can no longer be paused or resumed.",
  ),
  NotCancelled: message("The campaign is not cancelled. Cancel it and let the grace period pass first."),
  GracePeriodActive: message(
    "The grace period of 7 days after the cancellation still runs. Try again when it has ended.",
  ),
  CannotClose: message(
    "The claim record is still needed. It can be closed once its own leaves are paid or the grace period is over.",
  ),
  NotSingleStream: message(
    "This works only for a campaign of one recipient. Use the action for campaigns with many.",
  ),
  ProofTooLong: message(
    "The proof is longer than the tree is deep. Fetch the proof of the current root again.",
  ),
  FullyVested: message(
    "Everything in the campaign has been claimed, so there is nothing left to cancel or refund.",
  ),
  StreamExpired: message(
    "This schedule has ended and everything due has been paid. Nothing is left to claim.",
  ),
  MilestoneNotReleased: message(
    "This milestone is not released yet. Wait until the campaign's creator releases it.",
  ),
  MilestoneAlreadyReleased: message(
    "A milestone is released already, so it cannot be released again or refunded.",
  ),
  InstantRefundedCampaign: message(
    "The campaign was refunded to its creator, so nothing can be claimed or released.",
  ),
  CampaignAlreadyStarted: message(
    "The first cliff has passed, so an instant refund is no longer possible. Cancel instead.",
  ),
  NativeSolVaultNotEmpty: message("A campaign of native SOL has no vault. Leave the vault account out."),
  NativeSolRentViolation: message(
    "The campaign's account would fall below the rent minimum. Leave that much SOL in it.",
  ),
  UnsupportedMint: message(
    "The mint is not of the classic SPL Token program. Use a classic token, not Token-2022.",
  ),
  NotMultiLeafCampaign: message(
    "This works only for a campaign with several recipients. Cancel the stream instead.",
  ),
  PerLeafCapExceeded: message(
    "One wallet can claim from at most 8 cliff or linear leaves. Merge its leaves into fewer.",
  ),
  InstructionMissing: message("The instruction carries no data. Build the transaction again."),
  InstructionFallbackNotFound: message(
    "The program has no such instruction. Check the program id in the settings.",
  ),
  InstructionDidNotDeserialize: message(
    "The program could not read the arguments. Build the transaction again.",
  ),
  InstructionDidNotSerialize: message(
    "The program could not write its answer. Report this with the transaction.",
  ),
  ConstraintMut: message("An account must be writable. Build the transaction again."),
  ConstraintHasOne: message(
    "An account does not belong to the campaign. Use the accounts derived from its tree.",
  ),
  ConstraintSigner: message(
    "A required signature is missing. Sign with every wallet that the transaction names.",
  ),
  ConstraintRaw: message(
    "An account breaks a rule of the program. Check that all accounts are of this campaign.",
  ),
  ConstraintOwner: message(
    "An account is owned by another program. Check that all accounts are of this campaign.",
  ),
  ConstraintRentExempt: message("An account holds too little SOL for its rent. Fund it first."),
  ConstraintSeeds: message(
    "An account is not at its derived address. Check the creator, mint, campaign id and program id.",
  ),
  ConstraintAssociated: message(
    "A token account is not the associated one. Use the wallet's associated token account.",
  ),
  ConstraintAddress: message(
    "An account has another address than the program requires. Build the transaction again.",
  ),
  ConstraintTokenMint: message("A token account is of another mint. Use an account of the campaign's mint."),
  ConstraintTokenOwner: message(
    "A token account belongs to someone else. Use an account of the wallet that is paid.",
  ),
  ConstraintSpace: message(
    "An account has another size than the program gives it. Check that all accounts are of this campaign.",
  ),
  ConstraintAccountIsNone: message(
    "An account that a campaign of tokens needs is left out. Name all of the instruction's accounts.",
  ),
  ConstraintDuplicateMutableAccount: message(
    "Two of the accounts are the same one. Name a different account for each.",
  ),
  AccountDiscriminatorNotFound: message(
    "An account holds no data of the program. Check the campaign's address.",
  ),
  AccountDiscriminatorMismatch: message("An account is of another kind. Check the campaign's address."),
  AccountDidNotDeserialize: message(
    "The program could not read an account. It may be of an older version of the program.",
  ),
  AccountDidNotSerialize: message(
    "An account is too small for what the program writes into it. It may be of an older campaign.",
  ),
  AccountNotEnoughKeys: message("The instruction names too few accounts. Build the transaction again."),
  AccountNotMutable: message("An account must be writable. Build the transaction again."),
  AccountOwnedByWrongProgram: message(
    "An account belongs to another program. Check the addresses and the mint's token program.",
  ),
  InvalidProgramId: message("A program account has another id than required. Build the transaction again."),
  AccountNotSigner: message(
    "A required signature is missing. Sign with every wallet that the transaction names.",
  ),
  AccountNotSystemOwned: message(
    "A wallet is needed where another account was given. Use an ordinary wallet address.",
  ),
  AccountNotInitialized: message(
    "An account does not exist yet. Create it first, for a token account with the associated token program.",
  ),
  AccountNotAssociatedTokenAccount: message(
    "A token account is not the associated one. Use the wallet's associated token account.",
  ),
  AccountSysvarMismatch: message(
    "A sysvar account has another address than required. Build the transaction again.",
  ),
  DeclaredProgramIdMismatch: message(
    "The program runs under another id than it declares. Check the program id in the settings.",
  ),
  InstructionError: message("The program did not understand the instruction."),
  IdlError: message("The program refused a request about its interface."),
  ConstraintError: message("An account breaks one of the program's rules."),
  AccountError: message("An account is not what the program expects."),
  FrameworkError: message("The program's framework refused the transaction."),
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
