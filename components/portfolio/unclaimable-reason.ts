import type { PortfolioEntry } from "@/lib/contract/portfolio/beneficiary";
import type { Translator } from "@/lib/core/i18n/translator";
import { ReleaseType } from "@/lib/core/vesting/leaf";

/** Returns in a few words why an allocation pays nothing now, or null if it pays its claimable amount. */
export function unclaimableReason(entry: PortfolioEntry, t: Translator): string | null {
  const { campaign, progress, rootRegistered } = entry;
  switch (campaign.status) {
    case "instant_refunded":
      return t("refunded to the creator");
    case "settled":
      return t("stream ended");
    case "cancelled_expired":
      return t("grace period ended");
    case "paused":
      return t("claims paused");
  }
  if (progress.claimedSoFar >= progress.totalEntitled) return t("all claimed");
  if (!rootRegistered) return t("list not registered");
  if (progress.claimable > 0n) return progress.payable === 0n ? t("not funded") : null;
  if (campaign.status === "cancelled_grace") return t("unlocked part claimed");
  return nothingUnlocked(entry, t);
}

function nothingUnlocked({ progress, leaves }: PortfolioEntry, t: Translator): string {
  if (progress.nextUnlock !== null)
    return progress.claimedSoFar > 0n ? t("unlocked part claimed") : t("nothing unlocked yet");
  const waits = leaves.some(
    ({ releaseType, milestoneReleased }) => releaseType === ReleaseType.Milestone && !milestoneReleased,
  );
  return waits ? t("waits for a milestone") : t("unlocked part claimed");
}
