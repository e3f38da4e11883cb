import { UnlockCalendar as UnlockChart } from "@/components/campaign/unlock-calendar";
import { formatMonth } from "@/components/format/time";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import { Amount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/contract/names";
import type { MintUnlock, UnlockMonths } from "@/lib/contract/portfolio/unlock-months";

/** The months of several tokens that are visible at first. */
const SHOWN = 6;

type UnlockCalendarProps = {
  unlocks: UnlockMonths;
  /** The current month, such as "2026-11". */
  month: string;
  getToken: (mint: string) => Token;
};

/**
 * Shows the amounts that unlock in the next months: as the chart of a campaign for one token, as a list for several.
 * Renders nothing without future unlocks.
 */
export function UnlockCalendar({ unlocks: { months, later }, month, getToken }: UnlockCalendarProps) {
  const t = useTranslator();
  const mints = [...new Set([...months.flatMap(({ amounts }) => amounts), ...later].map(({ mint }) => mint))];
  const [mint] = mints;
  if (mint === undefined) return null;
  const rows = months.map((item) => ({ title: formatMonth(item.month, t), amounts: item.amounts }));
  if (later.length > 0) rows.push({ title: t("Later"), amounts: later });
  return (
    <Card title={t("Upcoming unlocks by month")}>
      {mints.length === 1 ? (
        <UnlockChart
          {...{ month, token: getToken(mint) }}
          months={months.map((item) => ({ month: item.month, amount: calculateSum(item.amounts) }))}
          later={calculateSum(later)}
          isSum
        />
      ) : (
        <>
          <Months rows={rows.slice(0, SHOWN)} getToken={getToken} />
          <MoreMonths rows={rows.slice(SHOWN)} getToken={getToken} />
        </>
      )}
    </Card>
  );
}

const calculateSum = (amounts: readonly MintUnlock[]): string =>
  amounts.reduce((sum, { amount }) => sum + amount, 0n).toString();

type MonthsProps = {
  rows: readonly { title: string; amounts: readonly MintUnlock[] }[];
  getToken: (mint: string) => Token;
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

const Months = ({ rows, getToken }: MonthsProps) => (
  <dl className="divide-y divide-line text-sm">
    {rows.map(({ title, amounts }) => (
      <div key={title} className="flex items-center gap-4 py-2">
        <dt className="w-20 shrink-0 text-ink-soft">{title}</dt>
        <dd className="ml-auto min-w-0 text-right tabular-nums">
          {amounts.map(({ mint, amount }) => (
            <span key={mint} className="block">
              <Amount value={amount} token={getToken(mint)} withMint />
            </span>
          ))}
        </dd>
      </div>
    ))}
  </dl>
);
