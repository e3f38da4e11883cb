"use client";

import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { useNow } from "@/components/shell/clock";
import { Countdown, Time } from "@/components/ui/values/time";
import type { UnlockTimes } from "./unlock-times";

/** A linear schedule unlocks every second, for which a countdown is useless. */
const MOMENTS = 60n;

const isContinuous = ({ at, until }: Pick<UnlockTimes, "at" | "until">, now: bigint): boolean =>
  at !== null && until !== null && BigInt(at) - now <= MOMENTS;

/** The next unlock with its label, as a pair of a description list. */
export function NextUnlockFact(unlock: UnlockTimes) {
  const t = useTranslator();
  const now = useNow(30_000);
  return (
    <>
      <dt className="text-sm text-ink-soft">{isContinuous(unlock, now) ? t("Vesting") : t("Next unlock")}</dt>
      <dd className="text-sm font-medium lg:mt-0.5 lg:text-base">
        <NextUnlock {...unlock} brief />
      </dd>
    </>
  );
}

type NextUnlockProps = UnlockTimes & {
  /** Shows the date with the distance, for lists; otherwise the exact duration and time. */
  brief?: boolean;
};

/** Shows the time of the next unlock, or until when a schedule unlocks every second. */
export function NextUnlock({ at, until, next, brief = false }: NextUnlockProps) {
  const t = useTranslator();
  const now = useNow(30_000);
  if (at === null) return <span className="text-ink-soft">{t("None scheduled")}</span>;
  if (until !== null && isContinuous({ at, until }, now)) {
    const date = <Time at={until} dayOnly />;
    return next === null ? (
      <Trans id="Continuous until {date}" values={{ date }} />
    ) : (
      <Trans
        id="Continuous until {date}. Next date: {next}"
        values={{ date, next: <Time at={next} dayOnly /> }}
      />
    );
  }
  if (brief) {
    return (
      <>
        <Time at={at} dayOnly />{" "}
        <span className="text-ink-soft @2xl:block @2xl:text-xs">
          <Time at={at} relative />
        </span>
      </>
    );
  }
  return (
    <Trans
      id="in {duration} ({date})"
      values={{ duration: <Countdown to={at} done={t("moments")} />, date: <Time at={at} /> }}
    />
  );
}
