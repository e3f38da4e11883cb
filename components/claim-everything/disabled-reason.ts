import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { message, type Translator } from "@/lib/core/i18n/translator";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { LIST_NOT_REGISTERED } from "@/lib/core/vesting/controls";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { gracePeriod } from "@/lib/core/vesting/lifecycle";

/** Shown while the service does not have the recipients of the current root on the Solana network. */
export const LEDGER_HAS_OTHER_LIST = message(
  "The allocations on Solana differ from the index. Try again after they are registered here.",
);

type Entry = VestingProgress["campaigns"][number];

/**
 * Returns why the index shows no claimable amount of an address in a campaign, or null if the address can
 * claim.
 */
export function getDisabledReason(
  t: Translator,
  { status, paused, cancelledAt, progress, leaves, rootRegistered }: Entry,
): string | null {
  if (BigInt(progress.claimable) > 0n)
    return progress.payable === "0" ? t("The campaign does not hold enough tokens to pay this claim.") : null;
  if (status === "instant_refunded")
    return t("The campaign was refunded to its creator before vesting started.");
  if (status === "settled")
    return t("The stream was cancelled. Recipient and creator were paid their shares.");
  if (BigInt(progress.claimedSoFar) >= BigInt(progress.totalEntitled))
    return t("You have claimed everything.");
  if (status === "cancelled_expired") return t("The campaign is cancelled and its grace period has ended.");
  if (!rootRegistered) return t(LIST_NOT_REGISTERED);
  if (cancelledAt !== null) return t("The campaign is cancelled. You have claimed the full vested amount.");
  if (paused) return t("Claims are paused.");
  const waits = leaves.some(
    ({ releaseType, milestoneReleased }) => releaseType === ReleaseType.Milestone && !milestoneReleased,
  );
  if (progress.nextUnlock === null && waits) return t("The creator has not released the milestone yet.");
  if (progress.nextUnlock !== null) return t("No further amount has vested yet.");
  return t("The campaign has no tokens left to claim.");
}

/** The state of a campaign on the Solana network. `tree` is null if the account is closed. */
type OnLedger = { tree: VestingTree | null; merkleRoot: string; now: bigint };

/** Returns why the Solana network rejects a claim that the index allows, or null if both agree. */
export function getRejectionReason(t: Translator, { tree, merkleRoot, now }: OnLedger): string | null {
  if (!tree) return t("This campaign no longer exists on Solana. The index has not caught up yet.");
  const { cancelledAt, instantRefunded, paused } = tree;
  if (instantRefunded) return t("On Solana, the campaign was refunded. The index has not caught up yet.");
  if (paused && cancelledAt === null) return t("On Solana, claims of this campaign are paused.");
  if (gracePeriod({ cancelledAt, instantRefunded, settled: false }, now)?.isExpired)
    return t("On Solana, the campaign is cancelled and its grace period has ended.");
  if (tree.merkleRoot !== merkleRoot) return t(LEDGER_HAS_OTHER_LIST);
  return null;
}
