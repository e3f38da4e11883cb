import { formatMonth } from "@/components/format/time";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import { Amount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/contract/names";
import type { MintUnlock, UnlockMonths } from "@/lib/contract/portfolio/unlock-months";
import { percentOf } from "@/lib/core/vesting/progress";

/** The months that are visible at first, on a phone and on a wide screen. */
const SHOWN = { phone: 4, wide: 8 };

type UnlockCalendarProps = { unlocks: UnlockMonths; tokenOf: (mint: string) => Token };

/** Shows the amounts that unlock in the next months. Renders nothing without future unlocks. */
export function UnlockCalendar({ unlocks: { months, later }, tokenOf }: UnlockCalendarProps) {
  const t = useTranslator();
  if (months.length === 0 && later.length === 0) return null;
  const rows = months.map(({ month, amounts }) => ({ title: formatMonth(month, t), amounts }));
  if (later.length > 0) rows.push({ title: t("Later"), amounts: later });
  const all = months.flatMap(({ amounts }) => amounts);
  const isOneToken = new Set([...all, ...later].map(({ mint }) => mint)).size === 1;
  const largest = all.reduce((max, { amount }) => (amount > max ? amount : max), 0n);
  const of = { tokenOf, largest: isOneToken ? largest : 0n };
  return (
    <Card title={t("Unlock calendar")}>
      <Months rows={rows.slice(0, SHOWN.phone)} {...of} />
      <div className="border-t border-line max-lg:hidden">
        <Months rows={rows.slice(SHOWN.phone, SHOWN.wide)} {...of} />
        <MoreMonths rows={rows.slice(SHOWN.wide)} {...of} />
      </div>
      <div className="lg:hidden">
        <MoreMonths rows={rows.slice(SHOWN.phone)} {...of} />
      </div>
    </Card>
  );
}

type MonthsProps = {
  rows: readonly { title: string; amounts: readonly MintUnlock[] }[];
  tokenOf: (mint: string) => Token;
  /** The largest amount of a month, as the scale of the bars; 0 without bars. */
  largest: bigint;
};

function MoreMonths(props: MonthsProps) {
  const t = useTranslator();
  const count = props.rows.length;
  if (count === 0) return null;
  return (
    <details>
      <summary className="flex min-h-11 items-center text-sm font-medium">
        {t("{count, plural, one {Show # more month} other {Show # more months}}", { count })}
      </summary>
      <Months {...props} />
    </details>
  );
}

const Months = ({ rows, tokenOf, largest }: MonthsProps) => (
  <dl className="divide-y divide-line text-sm">
    {rows.map(({ title, amounts }) => (
      <div key={title} className="flex items-center gap-4 py-2">
        <dt className="w-20 shrink-0 text-ink-soft">{title}</dt>
        {largest > 0n && (
          <dd aria-hidden="true" className="h-1.5 min-w-0 flex-1 [print-color-adjust:exact]">
            <span
              className="block h-full min-w-1 rounded-full bg-accent/70"
              style={{ width: `${Math.min(100, percentOf(amounts[0]?.amount ?? 0n, largest))}%` }}
            />
          </dd>
        )}
        <dd className="ml-auto min-w-0 text-right tabular-nums">
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
