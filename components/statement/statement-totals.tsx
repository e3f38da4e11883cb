import { formatAmountPadded } from "@/components/format/amount";
import { formatMoment } from "@/components/format/time";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card, Fact, Facts, Figure } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { WholeAddress } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/contract/names";
import type { StatementView } from "@/lib/contract/statement/view";
import type { Translator } from "@/lib/core/i18n/translator";
import { LIFECYCLE_LABELS } from "@/lib/core/vesting/lifecycle-labels";
import { getPayableAmount } from "./payable-of";

type TotalsProps = { statement: StatementView; token: Token };

/** The limits of a statement: a date before the creation, a missing list, and missing claims. */
export function StatementNotices({ statement, token }: TotalsProps) {
  const t = useTranslator();
  const { status, rootRegistered, totals } = statement;
  if (status === "not_created") {
    return (
      <Notice tone="info" title={t("The campaign did not exist on this date")}>
        {t("Choose a later date.")}
      </Notice>
    );
  }
  return (
    <>
      {!rootRegistered && (
        <Notice tone="warn" title={t("The recipients of this date are not registered")}>
          {t("This statement uses the newest list that is registered here.")}
        </Notice>
      )}
      {totals.unattributed !== "0" && (
        <Notice tone="warn" title={t("Some claims are not indexed")}>
          {t("The totals include claims that are not assigned to a recipient:")}{" "}
          <Amount value={totals.unattributed} token={token} exact />
        </Notice>
      )}
    </>
  );
}

type StatementTotalsProps = TotalsProps & {
  /** The percentage that is withheld of claimed amounts, as it was entered. */
  withheldPercent: string | undefined;
};

/** The totals of a statement over all recipients, and the facts that identify it. */
export function StatementTotals({ statement, token, withheldPercent = "" }: StatementTotalsProps) {
  const t = useTranslator();
  const { totals } = statement;
  const percent = `${withheldPercent}${t.marks.percent}`;
  const figures = [
    { label: t("Allocated"), amount: totals.granted },
    { label: t("Vested"), amount: totals.vested },
    { label: t("Unvested"), amount: totals.unvested, note: t("with unreleased milestones") },
    { label: t("Claimed"), amount: totals.claimed },
    { label: t("Vested, not claimed"), amount: getPayableAmount(totals) },
    { label: t("Still to pay"), amount: totals.outstanding, note: outstandingNote(t, totals) },
    ...(totals.withheld === null
      ? []
      : [{ label: t("Withheld ({percent})", { percent }), amount: totals.withheld, note: t("of claimed") }]),
  ];
  return (
    <Card title={t("Totals")}>
      <dl className="mb-4 grid gap-x-6 gap-y-3 sm:grid-cols-3">
        {figures.map(({ label, amount, note }) => (
          <Figure key={label} label={label} note={note}>
            {/* All decimals, as in the table. */}
            <Amount
              value={amount}
              token={token}
              text={formatAmountPadded(BigInt(amount), token.decimals, t)}
            />
          </Figure>
        ))}
      </dl>
      <StatementFacts {...{ statement, token }} />
    </Card>
  );
}

/** A moment of a statement. It names UTC, the zone of the days of statements. */
export function StatementDate({ at }: Pick<StatementView, "at">) {
  const t = useTranslator();
  return <span className="whitespace-nowrap">{`${formatMoment(BigInt(at), "UTC", t)} UTC`}</span>;
}

const outstandingNote = (t: Translator, { forfeited }: StatementView["totals"]) =>
  forfeited === "0" ? t("allocated − claimed") : t("allocated − claimed − forfeited");

function StatementFacts({ statement, token }: TotalsProps) {
  const t = useTranslator();
  const { totals, status } = statement;
  const amounts = [
    ...(totals.forfeited === "0" ? [] : [{ label: t("Forfeited"), amount: totals.forfeited }]),
    ...(totals.unallocated === "0"
      ? []
      : [
          { label: t("Not allocated"), amount: totals.unallocated },
          { label: t("Total supply"), amount: totals.supply },
        ]),
  ];
  return (
    <Facts isAligned>
      <Fact label={t("Status")}>
        {status === "not_created" ? t("Not created yet") : t(LIFECYCLE_LABELS[status])}
      </Fact>
      {statement.cancelledAt !== null && (
        <Fact label={t("Cancelled at")}>
          <StatementDate at={statement.cancelledAt} />
        </Fact>
      )}
      <Fact label={t("Recipients")}>{t.count(totals.recipients)}</Fact>
      {amounts.map(({ label, amount }) => (
        <Fact key={label} label={label}>
          <Amount value={amount} token={token} exact />
        </Fact>
      ))}
      <Fact label={t("Campaign address")}>
        <WholeAddress address={statement.treeAddress} name="tree" />
      </Fact>
    </Facts>
  );
}
