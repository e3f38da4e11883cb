import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import { BareAmount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import type { CertificateBody, CertificateDate } from "@/lib/contract/certificate";
import { isPossible, TAKE_LABELS, unreleasedText } from "@/lib/contract/certificate-texts";
import type { Token } from "@/lib/contract/names";
import { groupBy } from "@/lib/core/group-by";

const TAKES = Object.keys(TAKE_LABELS) as (keyof CertificateDate["takes"])[];

/** Returns whether every amount that authorities could take equals the remaining amount of its date. */
const takesRemaining = (dates: readonly CertificateDate[]): boolean =>
  dates.every(({ takes, held }) => TAKES.every((how) => !isPossible(takes[how]) || takes[how] === held));

/** The ways that a creator with the cancel authority has. */
const CREATOR_WAYS: ReadonlySet<keyof CertificateDate["takes"]> = new Set(["cancelCampaign", "updateRoot"]);

const ROW =
  "align-baseline max-sm:block max-sm:py-2.5 sm:[&>td]:px-3 sm:[&>td]:py-2 sm:[&>td]:text-right sm:[&>td:last-child]:pr-0";

type CertificateDatesProps = { certificate: CertificateBody; token: Token };

/** The table of unlock dates: the amounts due, paid and remaining, and those that authorities could take. */
export function CertificateDates({ certificate, token }: CertificateDatesProps) {
  const t = useTranslator();
  const { dates, datesOmitted, due, paid, time, assumptions, creator, cancelAuthority } = certificate;
  const showsPaid = dates.some(({ due, paid }) => due !== paid);
  const titles = {
    due: showsPaid ? t("Due") : t("Due, paid in simulation"),
    paid: t("Paid"),
    held: t("Remaining"),
    takes: t("Authorities could take"),
  };
  const showsTakes = !takesRemaining(dates);
  const assumesReleases = assumptions.includes("milestones_released_at_cliff");
  const unreleased = unreleasedText(certificate);
  const ways = TAKES.filter((how) => dates.some(({ takes }) => isPossible(takes[how])));
  return (
    <Card title={t("Unlock dates")} aside={t("Amounts in {unit}", { unit: token.unit })}>
      <p className="mb-3 text-sm text-ink-soft">
        {t("On each date, every recipient claims.")}{" "}
        {showsTakes
          ? t(
              "The last column is the maximum that an authority could withdraw or reassign after these claims.",
            )
          : ways.length > 0 &&
            (ways.every((how) => CREATOR_WAYS.has(how)) && cancelAuthority === creator
              ? t(
                  "The remaining amount is what the creator could still take back by cancelling or changing recipients.",
                )
              : t("After these claims, an authority could take the remaining amount: {ways}.", {
                  ways: ways.map((how) => t(TAKE_LABELS[how])).join(", "),
                }))}
        {unreleased && <> {t(unreleased)}</>}
        {datesOmitted > 0 && (
          <>
            {" "}
            {t("{count, plural, one {# further date was left out.} other {# further dates were left out.}}", {
              count: datesOmitted,
            })}
          </>
        )}
      </p>
      <table className="w-full text-sm max-sm:block">
        <caption className="sr-only">{t("Unlock dates")}</caption>
        <thead className="text-xs text-ink-soft max-sm:hidden">
          <tr className="text-right [&>th]:border-b [&>th]:border-line [&>th]:px-3 [&>th]:pb-2 [&>th]:font-medium [&>th:first-child]:pl-0 [&>th:last-child]:pr-0">
            <th className="text-left">{t("Date")}</th>
            <th>{titles.due}</th>
            {showsPaid && <th>{titles.paid}</th>}
            <th>{titles.held}</th>
            {showsTakes && <th>{titles.takes}</th>}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-sm:block">
          {dates.map((date) => (
            <tr key={date.time} className={ROW}>
              <th scope="row" className="text-left font-medium max-sm:block sm:py-2 sm:pr-3">
                <Time at={date.time} />
                {date.time === time && (
                  <span className="block text-xs font-normal text-ink-soft">
                    {assumesReleases
                      ? t("Claimable at that moment, and milestones that are due")
                      : t("Claimable at that moment")}
                  </span>
                )}
              </th>
              <DateCell label={titles.due}>
                <BareAmount value={date.due} token={token} />
              </DateCell>
              {showsPaid && (
                <DateCell label={titles.paid}>
                  <BareAmount value={date.paid} token={token} />
                </DateCell>
              )}
              <DateCell label={titles.held}>
                {date.held === "0" ? "0" : <BareAmount value={date.held} token={token} />}
              </DateCell>
              {showsTakes && (
                <DateCell label={titles.takes}>
                  <Takes amounts={date.takes} token={token} />
                </DateCell>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot className="max-sm:block">
          <tr className={`border-t border-line font-semibold ${ROW}`}>
            <th scope="row" className="text-left max-sm:block sm:py-2 sm:pr-3">
              {t("Total")}
            </th>
            <DateCell label={titles.due}>
              <BareAmount value={due} token={token} />
            </DateCell>
            {showsPaid && (
              <DateCell label={titles.paid}>
                <BareAmount value={paid} token={token} />
              </DateCell>
            )}
            <td colSpan={showsTakes ? 2 : 1} className="max-sm:hidden" />
          </tr>
        </tfoot>
      </table>
    </Card>
  );
}

/** A cell that shows the title of its column on phones. */
const DateCell = ({ label, children }: { label: string; children: ReactNode }) => (
  <td className="max-sm:mt-1 max-sm:flex max-sm:justify-between max-sm:gap-x-4">
    <span className="text-ink-soft sm:hidden">{label}</span>
    <span className="text-right">{children}</span>
  </td>
);

/** The amounts that authorities could take, each once with the ways to take it. */
function Takes({ amounts, token }: { amounts: CertificateDate["takes"]; token: Token }) {
  const t = useTranslator();
  const possible = TAKES.flatMap((how) => {
    const amount = amounts[how];
    return isPossible(amount) ? [{ how, amount }] : [];
  });
  if (possible.length === 0) return "–";
  return [...groupBy(possible, ({ amount }) => amount)].map(([amount, ways]) => (
    <span key={amount} className="block">
      <BareAmount value={amount} token={token} />
      {ways.map(({ how }) => (
        <span key={how} className="block text-xs text-ink-soft">
          {t(TAKE_LABELS[how])}
        </span>
      ))}
    </span>
  ));
}
