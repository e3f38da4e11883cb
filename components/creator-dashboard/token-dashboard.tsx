import { formatAmountShort } from "@/components/format/amount";
import { formatMonth } from "@/components/format/time";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card, Figure } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { type Column, Table } from "@/components/ui/table";
import { Amount } from "@/components/ui/values/amount";
import type { CreatorDashboardView, TokenSumsView } from "@/lib/contract/creator-dashboard/view";
import type { Token } from "@/lib/contract/names";
import { type MonthBar, monthBars } from "./month-bars";

/** States which campaigns the sums omit, if any. */
export function SumsNotices({
  dashboard: { covered, total, unsummed },
}: {
  dashboard: CreatorDashboardView;
}) {
  const t = useTranslator();
  return (
    <>
      {covered < total && (
        <Notice tone="info" title={t("Totals of the {count} newest campaigns", { count: covered })}>
          {t("The list below shows all {count} campaigns.", { count: total })}
        </Notice>
      )}
      {unsummed > 0 && (
        <Notice tone="info" title={t("Unlock totals are incomplete")}>
          {t(
            "{count, plural, one {The totals do not include # campaign yet. The calculation is in progress.} other {The totals do not include # campaigns yet. The calculation is in progress.}}",
            { count: unsummed },
          )}
        </Notice>
      )}
    </>
  );
}

type TokenDashboardProps = {
  sums: TokenSumsView;
  /** The current month, such as "2026-11". */
  month: string;
  token: Token;
};

/** Shows the campaigns of a creator in one token: the unlocked and locked sums, and the unlocks by month. */
export function TokenDashboard({ sums, month, token }: TokenDashboardProps) {
  const t = useTranslator();
  const name = formatMonth(month, t);
  const campaigns = t("{count, plural, one {# campaign} other {# campaigns}}", { count: sums.campaigns });
  return (
    <Card title={t("Totals in {token}", { token: token.unit })} aside={campaigns}>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Figure label={t("Unlocked before {month}", { month: name })}>
          <Amount of={sums.unlocked} token={token} />
        </Figure>
        <Figure label={t("Unlocks in {month}", { month: name })} note={t("full month, in UTC")}>
          <Amount of={sums.thisMonth} token={token} />
        </Figure>
        <Figure label={t("Locked after this month")} note={<Waiting of={sums.waiting} token={token} />}>
          <Amount of={sums.locked} token={token} />
        </Figure>
        <Figure label={t("Claimed")} note={t("from all campaigns")}>
          <Amount of={sums.claimed} token={token} />
        </Figure>
        <Figure
          label={t("Available to withdraw")}
          note={sums.inGrace !== "0" && <InGrace of={sums.inGrace} token={token} />}
        >
          <Amount of={sums.toWithdraw} token={token} />
        </Figure>
      </dl>
      <UnlockMonths {...{ sums, month, token }} />
    </Card>
  );
}

const Waiting = ({ of, token }: { of: string; token: Token }) =>
  of === "0" ? null : (
    <Trans id="plus {amount} with milestones" values={{ amount: <Amount of={of} token={token} /> }} />
  );

const InGrace = ({ of, token }: { of: string; token: Token }) => (
  <Trans id="up to {amount} more after grace periods" values={{ amount: <Amount of={of} token={token} /> }} />
);

/** Shows the upcoming unlocks of all recipients by month, as bars and as a table. */
function UnlockMonths({ sums, month, token }: TokenDashboardProps) {
  const t = useTranslator();
  if (sums.thisMonth === "0" && sums.locked === "0") {
    return <p className="mt-4 text-sm text-ink-soft">{t("No further unlocks are scheduled.")}</p>;
  }
  const bars = monthBars(sums.months, month);
  const columns: Column<MonthBar>[] = [
    { title: t("Month"), cell: ({ month: of }) => formatMonth(of, t) },
    { title: t("Unlocks"), align: "right", cell: ({ amount }) => <Amount of={amount} token={token} exact /> },
  ];
  return (
    <figure className="mt-5">
      <h3 className="mb-2 text-sm font-semibold">{t("Unlocks by month, all recipients")}</h3>
      <Bars bars={bars} token={token} />
      <figcaption className="mt-2 text-sm text-ink-soft">
        {t("Calendar months in UTC, for active campaigns. A pause does not stop vesting.")}
        {sums.later !== "0" && (
          <>
            {" "}
            <Trans
              id="Another {amount} unlock after the last month."
              values={{ amount: <Amount of={sums.later} token={token} /> }}
            />
          </>
        )}
      </figcaption>
      <details className="mt-1" open={bars.length <= 12}>
        <summary className="flex min-h-11 cursor-pointer items-center text-sm font-medium">
          {t("View as table")}
        </summary>
        <Table
          caption={t("Unlocks by month in {token}", { token: token.unit })}
          columns={columns}
          rows={bars}
          rowKey={({ month: of }) => of}
        />
      </details>
    </figure>
  );
}

/** The bars are decorative. The table contains the same numbers as text. */
function Bars({ bars, token }: { bars: readonly MonthBar[]; token: Token }) {
  const t = useTranslator();
  const max = bars.reduce((a, { amount }) => (amount > a ? amount : a), 0n);
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <div>
      <p className="text-xs text-ink-soft">
        {t("up to {amount} {token} a month", {
          amount: formatAmountShort(max, token.decimals, t),
          token: token.unit,
        })}
      </p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${bars.length * 10} 100`}
        preserveAspectRatio="none"
        className="mt-1 h-40 w-full border-b border-line-strong print:[print-color-adjust:exact]"
      >
        {bars.map(({ month, height }, at) => (
          <rect
            key={month}
            x={at * 10 + 1.5}
            y={100 - height}
            width="7"
            height={height}
            className="fill-accent"
          />
        ))}
      </svg>
      <p className="mt-1 flex justify-between text-xs text-ink-soft">
        <span>{first && formatMonth(first.month, t)}</span>
        <span>{last && last !== first && formatMonth(last.month, t)}</span>
      </p>
    </div>
  );
}
