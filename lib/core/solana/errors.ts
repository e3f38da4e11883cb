import { ERRORS } from "@/lib/core/solana/idl/errors";
import { FRAMEWORK_ERRORS } from "@/lib/core/solana/idl/framework-errors";
import type { ErrorName } from "@/lib/core/solana/idl/idl-types";
import { english, type Message, message, type Words } from "@/lib/core/words/words";

/** An error that the program answered with: its custom code, its name, and a sentence for the person using it. */
export type ProgramError = { code: number; name: string; message: string };

const MESSAGES: Record<ErrorName, Message> = {
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
};

const named = new Map<number, { code: number; name: string; message: Message }>([
  ...ERRORS.map(({ code, name }) => [code, { code, name, message: MESSAGES[name] }] as const),
  ...FRAMEWORK_ERRORS.map((error) => [error.code, error] as const),
]);

const families = [
  {
    from: 100,
    to: 999,
    name: "InstructionError",
    message: message("The program did not understand the instruction."),
  },
  {
    from: 1000,
    to: 1999,
    name: "IdlError",
    message: message("The program refused a request about its interface."),
  },
  {
    from: 2000,
    to: 2999,
    name: "ConstraintError",
    message: message("An account breaks one of the program's rules."),
  },
  {
    from: 3000,
    to: 3999,
    name: "AccountError",
    message: message("An account is not what the program expects."),
  },
  {
    from: 4000,
    to: 5999,
    name: "FrameworkError",
    message: message("The program's framework refused the transaction."),
  },
];

/**
 * What a custom error code of the program means: its own errors from 6000, the framework's below. Null for a code
 * that neither defines. Source: program interface, Errors.
 */
export function programError(code: number, t: Words = english): ProgramError | null {
  const known = named.get(code) ?? families.find(({ from, to }) => code >= from && code <= to);
  return known === undefined ? null : { code, name: known.name, message: t(known.message) };
}

function field(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** The custom code inside a transaction error as RPC nodes report it, `{ InstructionError: [n, { Custom }] }`. */
export function customErrorCode(error: unknown): number | null {
  const detail = field(error, "InstructionError");
  const code = Array.isArray(detail) ? field(detail[1], "Custom") : undefined;
  return typeof code === "number" ? code : null;
}
