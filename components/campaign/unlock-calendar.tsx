import type { ReactNode } from "react";
import { formatMonth, formatMonthName } from "@/components/format/time";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Chart } from "@/components/ui/chart";
import { valueText } from "@/components/ui/chart/chart-spec";
import { Amount } from "@/components/ui/values/amount";
import type { TokenSumsView } from "@/lib/contract/creator-dashboard/view";
import type { Token } from "@/lib/contract/names";
import { monthBars } from "./month-bars";

type UnlockCalendarProps = Pick<TokenSumsView, "months" | "later"> & {
  /** The amount that unlocks when milestones are released, in base units. */
  waiting?: string;
  /** The current month, such as "2026-11". */
  month: string;
  token: Token;
  /** Whether the amounts are sums over several campaigns. */
  isSum?: boolean;
  isPaused?: boolean;
  /** Whether the current month counts whole, and not from now on. */
  isMonthWhole?: boolean;
  /** Further links in the footer of the chart. */
  actions?: ReactNode;
};

/** Shows the amount that unlocks in each calendar month as bars, from the first month with an unlock. */
export function UnlockCalendar({
  months,
  later,
  waiting = "0",
  month,
  token,
  isSum,
  isPaused,
  isMonthWhole,
  actions,
}: UnlockCalendarProps) {
  const t = useTranslator();
  const first = months[0]?.month ?? month;
  const bars = monthBars(months, first);
  const unit = { decimals: token.decimals, unit: token.unit };
  const largest = bars.reduce<(typeof bars)[number] | undefined>(
    (max, bar) => (max && max.amount >= bar.amount ? max : bar),
    undefined,
  );
  const summary = largest
    ? t("The largest unlock is {amount} in {month}.", {
        amount: valueText(largest.amount, unit, t),
        month: formatMonth(largest.month, t),
      })
    : "";
  return (
    <Chart
      title={t(isMonthWhole ? "Unlocks by month in {token}" : "Upcoming unlocks by month in {token}", {
        token: token.unit,
      })}
      {...{ summary, actions }}
      spec={{
        ...{ type: "bar", months: bars.map((bar) => bar.month), unit },
        series: [{ name: t("Unlocks"), tone: "accent", values: bars.map(({ amount }) => amount) }],
      }}
      note={
        <>
          {isMonthWhole || first > month
            ? t("Whole calendar months in UTC.")
            : t("{month} includes only upcoming unlocks.", { month: formatMonthName(month, t) })}
          <CalendarScope {...{ token, later, waiting, isSum, isPaused }} />
        </>
      }
    />
  );
}

type ScopeProps = Pick<UnlockCalendarProps, "token" | "later" | "isSum" | "isPaused"> & { waiting: string };

/** States the campaigns that the bars count, and the unlocks that no bar contains. */
function CalendarScope({ token, later, waiting, isSum, isPaused }: ScopeProps) {
  const t = useTranslator();
  return (
    <>
      {isSum && ` ${t("Excludes cancelled, refunded and settled campaigns.")}`}
      {(isSum || isPaused) && ` ${t("A pause does not stop vesting.")}`}
      {later !== "0" && (
        <>
          {" "}
          <Trans
            id="Another {amount} unlocks after the last month."
            values={{ amount: <Amount value={later} token={token} /> }}
          />
        </>
      )}
      {waiting !== "0" && (
        <>
          {" "}
          <Trans
            id="Another {amount} unlocks when milestones are released."
            values={{ amount: <Amount value={waiting} token={token} /> }}
          />
        </>
      )}
    </>
  );
}
