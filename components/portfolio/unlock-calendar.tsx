import { formatMonth } from "@/components/format/time";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import { Amount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/contract/names";
import type { MintUnlock, UnlockMonths } from "@/lib/contract/portfolio/unlock-months";

/** The months that are visible at first. */
const SHOWN = 4;

type UnlockCalendarProps = { unlocks: UnlockMonths; tokenOf: (mint: string) => Token };

/** Shows the amounts that unlock in the next months. Renders nothing without future unlocks. */
export function UnlockCalendar({ unlocks: { months, later }, tokenOf }: UnlockCalendarProps) {
  const t = useTranslator();
  if (months.length === 0 && later.length === 0) return null;
  const rows = months.map(({ month, amounts }) => ({ title: formatMonth(month, t), amounts }));
  if (later.length > 0) rows.push({ title: t("Later"), amounts: later });
  const rest = rows.slice(SHOWN);
  return (
    <Card title={t("Unlock calendar")} aside={t("by month, in UTC")}>
      <Months rows={rows.slice(0, SHOWN)} tokenOf={tokenOf} />
      {rest.length > 0 && (
        <details>
          <summary className="flex min-h-11 items-center text-sm font-medium">
            {t("{count, plural, one {Show # more month} other {Show # more months}}", { count: rest.length })}
          </summary>
          <Months rows={rest} tokenOf={tokenOf} />
        </details>
      )}
    </Card>
  );
}

type MonthsProps = {
  rows: readonly { title: string; amounts: readonly MintUnlock[] }[];
  tokenOf: (mint: string) => Token;
};

const Months = ({ rows, tokenOf }: MonthsProps) => (
  <dl className="divide-y divide-line text-sm">
    {rows.map(({ title, amounts }) => (
      <div key={title} className="flex items-baseline justify-between gap-4 py-2">
        <dt className="shrink-0 text-ink-soft">{title}</dt>
        <dd className="min-w-0 text-right tabular-nums">
          {amounts.map(({ mint, amount }) => (
            <span key={mint} className="block">
              <Amount of={amount} token={tokenOf(mint)} withMint />
            </span>
          ))}
        </dd>
      </div>
    ))}
  </dl>
);
