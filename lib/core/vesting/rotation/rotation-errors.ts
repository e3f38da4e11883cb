import { english, type Translator } from "@/lib/core/i18n/translator";
import {
  type OwnAddresses,
  type UnclaimableKind,
  unclaimableKind,
  unclaimableText,
} from "@/lib/core/recipients/unclaimable";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { calculateTotal, isSameEntry, type Payouts } from "./payouts";

/** The new leaf of a wanted allocation, and the current leaf that it continues, if any. */
export type MatchedLeaf = { position: number; leaf: Leaf; from: Leaf | null };

/**
 * An error in a wanted allocation, by its position in the list; null for the whole list. Amounts are in base
 * units and are formatted for the reader later.
 */
export type RotationError = {
  position: number | null;
  field: "amount" | "beneficiary" | null;
} & (
  | { kind: "below_claimed"; claimed: bigint }
  /** Claims were paid under a leaf that the list omits, and the new leaf does not count them. */
  | { kind: "moved"; claimed: bigint; total: bigint; listed: bigint }
  | { kind: "milestone_paid"; claimed: bigint; milestoneIdx: number }
  /** A higher amount than before for an address that can never claim. */
  | { kind: "unclaimable"; address: UnclaimableKind }
  | { kind: "nothing" }
  | { kind: "too_many_leaves" }
  | { kind: "over_supply"; allocated: bigint; totalSupply: bigint }
);

/**
 * Maximum number of entries for cliff and linear leaves that a claim record ever has (PerLeafCapExceeded).
 */
const TIMED_ENTRIES = 8;

type BeneficiaryLeaves = { placed: readonly MatchedLeaf[]; current: readonly Leaf[] };

/** Returns the errors in one beneficiary's new leaves, given the current ones. */
export function findAllocationErrors(
  beneficiary: BeneficiaryLeaves,
  payouts: Payouts,
  own?: OwnAddresses,
): RotationError[] {
  const errors = beneficiary.placed.flatMap((entry) => findLeafError(entry, payouts) ?? []);
  return [
    ...findUnclaimableErrors(beneficiary, own),
    ...errors,
    ...findMoveErrors(beneficiary, payouts),
    ...findCapErrors(beneficiary.placed, payouts),
  ];
}

/** An address that can never claim keeps at most the amount that the current root gives it. */
function findUnclaimableErrors({ placed, current }: BeneficiaryLeaves, own?: OwnAddresses): RotationError[] {
  const [first] = placed;
  const address = first ? unclaimableKind(first.leaf.beneficiary, own) : null;
  if (!address || calculateTotal(placed.map(({ leaf }) => leaf)) <= calculateTotal(current)) return [];
  return placed
    .filter(({ leaf }) => leaf.amount > 0n)
    .map(({ position }) => ({ position, field: "beneficiary", kind: "unclaimable", address }));
}

function findLeafError({ position, leaf, from }: MatchedLeaf, payouts: Payouts): RotationError | null {
  const paid = payouts.of(leaf);
  const going = from && isSameEntry(leaf, from) ? from : null;
  // If the current leaf already has less than was paid from it, keeping its amount does not make it worse.
  const min = going && going.amount < paid ? going.amount : paid;
  if (leaf.amount < min) return { position, field: "amount", kind: "below_claimed", claimed: min };
  if (leaf.amount === 0n && !from) return { position, field: "amount", kind: "nothing" };
  const isMilestone = leaf.releaseType === ReleaseType.Milestone;
  const max = going && going.amount > paid ? going.amount : paid;
  if (isMilestone && paid > 0n && leaf.amount > max) {
    const { milestoneIdx } = leaf;
    return { position, field: "amount", kind: "milestone_paid", claimed: paid, milestoneIdx };
  }
  return null;
}

/**
 * Returns errors for a beneficiary who would receive more than either list gives. The cause: the claims
 * belong to an allocation that the new list omits, so the program pays the new leaf from zero. An excess that
 * the current root already has may stay.
 */
function findMoveErrors({ placed, current }: BeneficiaryLeaves, payouts: Payouts): RotationError[] {
  const [first] = placed;
  if (!first) return [];
  const leaves = placed.map(({ leaf }) => leaf);
  const before = payouts.getUnpaidAmount(current);
  const after = payouts.getUnpaidAmount(leaves);
  if (after <= before) return [];
  const total = payouts.to(first.leaf.beneficiary).total + after;
  const listed = calculateTotal(leaves);
  if (total <= listed || total <= calculateTotal(current)) return [];
  const error = { field: "amount", kind: "moved", claimed: total - listed, total, listed } as const;
  const raised = placed.filter(
    ({ leaf, from }) => payouts.stillToPay(leaf) > (from ? payouts.stillToPay(from) : 0n),
  );
  return raised.map(({ position }) => ({ position, ...error }));
}

function findCapErrors(placed: readonly MatchedLeaf[], payouts: Payouts): RotationError[] {
  const [first] = placed;
  if (!first) return [];
  const entries = new Set(payouts.to(first.leaf.beneficiary).timed.keys());
  const errors: RotationError[] = [];
  for (const { position, leaf } of placed) {
    if (leaf.releaseType === ReleaseType.Milestone || leaf.amount === 0n) continue;
    const isNew = !entries.has(leaf.leafIndex);
    entries.add(leaf.leafIndex);
    if (isNew && entries.size > TIMED_ENTRIES)
      errors.push({ position, field: "beneficiary", kind: "too_many_leaves" });
  }
  return errors;
}

export function findSumError(input: { allocated: bigint; totalSupply: bigint }): RotationError | null {
  return input.allocated > input.totalSupply
    ? { position: null, field: null, kind: "over_supply", ...input }
    : null;
}

/** Returns an error as a sentence that includes the fix; `amountText` formats base units for the reader. */
export function rotationErrorSentence(
  error: RotationError,
  amountText: (amount: bigint) => string,
  t: Translator = english,
): string {
  switch (error.kind) {
    case "below_claimed":
      return t(
        "{amount} was already claimed from this allocation. Enter at least that amount, or remove the row to stop further payments.",
        { amount: amountText(error.claimed) },
      );
    case "moved":
      return t(
        "This wallet claimed {claimed} from an allocation that is not in the list, and would receive {total} instead of {listed}. Keep that allocation with its claimed amount, and enter only the rest here.",
        {
          claimed: amountText(error.claimed),
          total: amountText(error.total),
          listed: amountText(error.listed),
        },
      );
    case "milestone_paid":
      return t(
        "This wallet was already paid {amount} for milestone {milestone}, which is paid only once. Keep this amount, and add more under another milestone.",
        { milestone: `${error.milestoneIdx}`, amount: amountText(error.claimed) },
      );
    case "unclaimable":
      return unclaimableText(error.address, t);
    case "nothing":
      return t("The amount must be greater than zero for a new recipient.");
    case "too_many_leaves":
      return t(
        "In total, a wallet can claim from at most {max} cliff and linear allocations of a campaign. Change one of its existing allocations instead.",
        { max: TIMED_ENTRIES },
      );
    case "over_supply":
      return t(
        "The list totals {allocated}, including payments to removed recipients. An update cannot raise the supply of {supply}. Lower the list by {excess}.",
        {
          allocated: amountText(error.allocated),
          supply: amountText(error.totalSupply),
          excess: amountText(error.allocated - error.totalSupply),
        },
      );
  }
}
