import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { message, type Translator } from "@/lib/core/i18n/translator";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { LIST_NOT_REGISTERED } from "@/lib/core/vesting/controls";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { gracePeriod } from "@/lib/core/vesting/lifecycle";

/** Shown while the service does not have the recipients of the current root on the Solana network. */
export const LEDGER_HAS_OTHER_LIST = message(
  "The ledger has other allocations than the index. Try again once they are registered here.",
);

type Entry = VestingProgress["campaigns"][number];

/**
 * Returns why the index shows no claimable amount of an address in a campaign, or null if the address can
 * claim.
 */
export function disabledReasonOf(
  t: Translator,
  { status, paused, cancelledAt, progress, leaves, rootRegistered }: Entry,
): string | null {
  if (BigInt(progress.claimable) > 0n) {
    if (!rootRegistered) return t(LIST_NOT_REGISTERED);
    return progress.payable === "0" ? t("The campaign does not hold enough to pay this claim.") : null;
  }
  if (status === "instant_refunded") return t("Refunded to its creator before it began.");
  if (status === "settled") return t("The stream was cancelled, and both sides were paid.");
  if (BigInt(progress.claimedSoFar) >= BigInt(progress.totalEntitled))
    return t("You have claimed everything.");
  if (status === "cancelled_expired") return t("Cancelled, and its grace period is over.");
  if (cancelledAt !== null) return t("Cancelled, and you have claimed what had vested by then.");
  if (paused) return t("Its claims are paused.");
  const waits = leaves.some(
    ({ releaseType, milestoneReleased }) => releaseType === ReleaseType.Milestone && !milestoneReleased,
  );
  if (progress.nextUnlock === null && waits) return t("It waits for its creator to release a milestone.");
  if (progress.nextUnlock !== null) return t("Nothing more has vested yet.");
  return t("Nothing is left in it to claim.");
}

/** The state of a campaign on the Solana network. `tree` is null if the account is closed. */
type OnLedger = { tree: VestingTree | null; merkleRoot: string; now: bigint };

/** Returns why the Solana network rejects a claim that the index allows, or null if both agree. */
export function whyLedgerDiffers(t: Translator, { tree, merkleRoot, now }: OnLedger): string | null {
  if (!tree) return t("The ledger no longer has this campaign. The index will show it after it has read on.");
  const { cancelledAt, instantRefunded, paused } = tree;
  if (instantRefunded) return t("The ledger says that it was refunded. The index has not read that yet.");
  if (paused && cancelledAt === null) return t("The ledger says that its claims are paused.");
  if (gracePeriod({ cancelledAt, instantRefunded, settled: false }, now)?.isExpired)
    return t("The ledger says that it was cancelled and its grace period is over.");
  if (tree.merkleRoot !== merkleRoot) return t(LEDGER_HAS_OTHER_LIST);
  return null;
}
