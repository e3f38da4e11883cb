import type { ReactNode } from "react";
import { formatMonth, toDate } from "@/components/format/time";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { useNow } from "@/components/shell/clock";
import { Time } from "@/components/ui/values/time";
import type { NextUnlock } from "@/lib/contract/campaign";

/** The next unlock of a campaign in a list: a date, the month in which amounts unlock, or an end. */
export function NextUnlockText({ next }: { next: NextUnlock }) {
  if (next === null) return <span className="text-ink-soft">–</span>;
  return (
    // A date has its own line, because a line break inside of it is hard to read. Only the time of day may take another.
    <span className="inline-block min-w-25 first-letter:uppercase [&_time]:block [&_time]:whitespace-normal">
      <UnlockTime next={next} />
    </span>
  );
}

function UnlockTime({ next }: { next: NonNullable<NextUnlock> }) {
  const t = useTranslator();
  const month = toDate(useNow(30_000))?.toISOString().slice(0, 7);
  if ("claimUntil" in next)
    return <Trans id="Claim until {date}" values={{ date: <Time at={next.claimUntil} /> }} />;
  if ("until" in next)
    return <Trans id="Unlocks until {date}" values={{ date: <Time at={next.until} dayOnly /> }} />;
  if ("at" in next) return <Time at={next.at} dayOnly />;
  return (
    <span className="whitespace-nowrap">
      {next.month === month ? t("this month") : formatMonth(next.month, t)}
    </span>
  );
}

type NextUnlockLineProps = {
  next: NextUnlock;
  /** The claimed share, for a list without a column for it on a phone. */
  claimed?: ReactNode;
};

/** The same as a line below the amount of a phone. An empty line keeps all rows equal. */
export const NextUnlockLine = ({ next, claimed }: NextUnlockLineProps) => (
  <span className="hidden min-h-4 text-xs first-letter:uppercase @max-2xl:block">
    {claimed}
    {claimed && next && " · "}
    {next &&
      ("at" in next || "month" in next ? (
        <Trans id="next unlock {date}" values={{ date: <UnlockTime next={next} /> }} />
      ) : (
        <UnlockTime next={next} />
      ))}
  </span>
);
