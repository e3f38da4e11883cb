"use client";

import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { useNow } from "@/components/shell/clock";
import { Countdown, Time } from "@/components/ui/values/time";

/** A linear schedule unlocks every second, for which a countdown is useless. */
const MOMENTS = 60n;

type NextUnlockProps = {
  /** Unix seconds; null if no unlock is scheduled. */
  at: string | null;
  /** Shows the time on hover instead of next to the duration. */
  brief?: boolean;
};

/** Shows the time of the next unlock. */
export function NextUnlock({ at, brief = false }: NextUnlockProps) {
  const t = useTranslator();
  const now = useNow(30_000);
  if (at === null) return t("none scheduled");
  if (BigInt(at) - now <= MOMENTS) return t("vests continuously");
  if (brief) return <Time at={at} relative />;
  return (
    <Trans
      id="in {duration} ({date})"
      values={{ duration: <Countdown to={at} done={t("moments")} />, date: <Time at={at} /> }}
    />
  );
}
