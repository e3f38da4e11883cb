import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Countdown } from "@/components/ui/values/time";
import type { ClaimControl } from "@/lib/core/vesting/controls";

type FirstUnlockProps = { claim: ClaimControl; firstUnlock: string | null };

/** The time until the first unlock of a campaign in which nothing can be claimed yet. */
export function FirstUnlock({ claim, firstUnlock }: FirstUnlockProps) {
  const t = useTranslator();
  if (claim.enabled || !claim.showsCountdown || !firstUnlock) return null;
  return (
    <Trans
      id="First unlock in {duration}."
      values={{ duration: <Countdown to={firstUnlock} done={t("moments")} /> }}
    />
  );
}
