import type { ReactNode } from "react";
import { formatMonth } from "@/components/format/time";
import { useTranslator } from "@/components/i18n/use-translator";
import { Time } from "@/components/ui/values/time";
import type { NextUnlock } from "@/lib/contract/campaign";

/** The next unlock of a campaign in a list: a date, or the month in which amounts unlock. */
export function NextUnlockText({ next }: { next: NextUnlock }) {
  const t = useTranslator();
  if (next === null) return <span className="text-ink-soft">–</span>;
  return (
    <span className="whitespace-nowrap">
      {"at" in next ? <Time at={next.at} dayOnly /> : formatMonth(next.month, t)}
    </span>
  );
}

/**
 * The same as a line below the amount of a phone. Without an unlock, the line shows `otherwise` or is empty, so that
 * all rows are equal.
 */
export function NextUnlockLine({ next, otherwise }: { next: NextUnlock; otherwise?: ReactNode }) {
  const t = useTranslator();
  return (
    <span className="hidden min-h-4 text-xs @max-2xl:block">
      {next === null ? (
        otherwise
      ) : (
        <>
          {t("Next unlock")} <NextUnlockText next={next} />
        </>
      )}
    </span>
  );
}
