import { formatAmountShort } from "@/components/format/amount";
import { formatMonth } from "@/components/format/time";
import { Card, Figure } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { type Column, Table } from "@/components/ui/table";
import { Amount } from "@/components/ui/values/amount";
import type { DeskView, TokenSumsView } from "@/lib/core/views/desk/view";
import type { Token } from "@/lib/core/views/names";
import { type MonthBar, monthBars } from "./month-bars";

/** What the sums leave out, if they do. */
export function SumsNotices({ desk: { covered, total, unsummed } }: { desk: DeskView }) {
  return (
    <>
      {covered < total && (
        <Notice tone="info" title={`Sums of the ${covered.toLocaleString("en")} newest campaigns`}>
          The list below has all {total.toLocaleString("en")}.
        </Notice>
      )}
      {unsummed > 0 && (
        <Notice tone="info" title="Unlocks are still being summed up">
          {unsummed.toLocaleString("en")} of these campaigns are left out of the sums until then.
        </Notice>
      )}
    </>
  );
}

type TokenDeskProps = {
  sums: TokenSumsView;
  /** This month, such as "2026-11". */
  month: string;
  token: Token;
};

/** A creator's campaigns in one token: what is unlocked and what is to come, and the months in which it comes. */
export function TokenDesk({ sums, month, token }: TokenDeskProps) {
  const campaigns = sums.campaigns === 1 ? "1 campaign" : `${sums.campaigns.toLocaleString("en")} campaigns`;
  const name = formatMonth(month);
  return (
    <Card title={`All in ${token.unit}`} aside={campaigns}>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Figure label={`Unlocked before ${name}`}>
          <Amount of={sums.unlocked} token={token} />
        </Figure>
        <Figure label={`Unlocks in ${name}`} note="the whole month, in UTC">
          <Amount of={sums.thisMonth} token={token} />
        </Figure>
        <Figure label="Locked after that" note={<Waiting of={sums.waiting} token={token} />}>
          <Amount of={sums.locked} token={token} />
        </Figure>
        <Figure label="Claimed" note="of all campaigns">
          <Amount of={sums.claimed} token={token} />
        </Figure>
        <Figure
          label="To withdraw"
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
    <>
      and <Amount of={of} token={token} /> with milestones
    </>
  );

const InGrace = ({ of, token }: { of: string; token: Token }) => (
  <>
    up to <Amount of={of} token={token} /> more after grace periods
  </>
);

/** Upcoming unlocks of all recipients by month, as bars and as a table of the same. */
function UnlockMonths({ sums, month, token }: TokenDeskProps) {
  if (sums.thisMonth === "0" && sums.locked === "0") {
    return <p className="mt-4 text-sm text-ink-soft">Nothing more unlocks by date.</p>;
  }
  const bars = monthBars(sums.months, month);
  const columns: Column<MonthBar>[] = [
    { title: "Month", cell: ({ month: of }) => formatMonth(of) },
    { title: "Unlocks", align: "right", cell: ({ amount }) => <Amount of={amount} token={token} exact /> },
  ];
  return (
    <figure className="mt-5">
      <h3 className="mb-2 text-sm font-semibold">Unlocks by month, of all recipients</h3>
      <Bars bars={bars} token={token} />
      <figcaption className="mt-2 text-sm text-ink-soft">
        Calendar months in UTC, of campaigns that run; a pause does not stop vesting.
        {sums.later !== "0" && (
          <>
            {" "}
            After the last month <Amount of={sums.later} token={token} /> more.
          </>
        )}
      </figcaption>
      <details className="mt-1" open={bars.length <= 12}>
        <summary className="flex min-h-11 cursor-pointer items-center text-sm font-medium">
          As a table
        </summary>
        <Table
          caption={`Unlocks by month in ${token.unit}`}
          columns={columns}
          rows={bars}
          rowKey={({ month: of }) => of}
        />
      </details>
    </figure>
  );
}

/** Drawn without text, which stands beside: the table says the same in numbers. */
function Bars({ bars, token }: { bars: readonly MonthBar[]; token: Token }) {
  const most = bars.reduce((a, { amount }) => (amount > a ? amount : a), 0n);
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <div>
      <p className="text-xs text-ink-soft">
        up to {formatAmountShort(most, token.decimals)} {token.unit} a month
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
        <span>{first && formatMonth(first.month)}</span>
        <span>{last && last !== first && formatMonth(last.month)}</span>
      </p>
    </div>
  );
}
