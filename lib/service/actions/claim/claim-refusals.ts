import type { Campaign } from "@/db/schema";
import { ApiError } from "@/lib/core/errors";
import { gracePeriod, isTreeGone } from "@/lib/core/vesting/lifecycle";
import { type Progress, sumProgress } from "@/lib/core/vesting/progress";

export const NOT_COVERED = "The campaign does not hold enough to pay this claim. Ask its creator to fund it.";

export const nothingToClaimError = (message: string) => new ApiError("NOTHING_TO_CLAIM", message);

export function campaignAccountMissingError(campaign: Campaign): ApiError {
  if (isTreeGone(campaign))
    return nothingToClaimError("Everything in the campaign has been claimed. The campaign is closed.");
  return new ApiError(
    "CONFLICT",
    "The campaign does not exist on the network. Ask its creator before you sign anything.",
  );
}

export function nothingToClaim(
  facts: Campaign,
  { parts, now }: { parts: readonly { progress: Progress }[]; now: bigint },
): ApiError {
  if (facts.instantRefunded)
    return nothingToClaimError("The campaign was refunded to its creator before it began.");
  if (facts.settled)
    return nothingToClaimError("The stream was cancelled and paid out. Nothing is left to claim.");
  if (facts.withdrawn)
    return nothingToClaimError(
      "The campaign was cancelled, and its creator has withdrawn the remaining balance.",
    );
  const grace = gracePeriod(facts, now);
  if (grace?.isExpired) {
    return nothingToClaimError(`The campaign was cancelled, and claims ended at ${utcTime(grace.end)}.`);
  }
  const { claimedSoFar, totalEntitled, nextUnlock } = sumProgress(parts.map(({ progress }) => progress));
  if (claimedSoFar >= totalEntitled)
    return nothingToClaimError("This wallet has claimed its whole allocation.");
  if (grace)
    return nothingToClaimError(
      "The campaign was cancelled. This wallet has claimed everything that had vested.",
    );
  if (facts.paused)
    return nothingToClaimError(
      "Claims are paused. Vesting continues, and everything that vests can be claimed after the pause.",
    );
  if (nextUnlock !== null)
    return nothingToClaimError(`Nothing can be claimed yet. The next unlock is at ${utcTime(nextUnlock)}.`);
  return nothingToClaimError("Nothing can be claimed until the campaign's creator releases a milestone.");
}

/**
 * Formats a time such as "2027-01-31 14:05 UTC". Stored times are any i64, which exceeds the range of Date.
 */
export function utcTime(unixSeconds: bigint): string {
  const date = new Date(Number(unixSeconds) * 1000);
  if (Number.isNaN(date.getTime())) return `second ${unixSeconds}`;
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
