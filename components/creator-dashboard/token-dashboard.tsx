import { type BreakdownPart, PartsBar, Swatch } from "@/components/campaign/breakdown";
import { monthAfter } from "@/components/campaign/month-bars";
import { UnlockCalendar } from "@/components/campaign/unlock-calendar";
import { DownloadLinks } from "@/components/export/download-links";
import { formatMonth, formatMonthName } from "@/components/format/time";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { ButtonLink } from "@/components/ui/button";
import { Card, Figure } from "@/components/ui/card";
import { CHART_ACTION } from "@/components/ui/chart/chart-action";
import { Notice } from "@/components/ui/notice";
import { Amount } from "@/components/ui/values/amount";
import type { ClaimableNow } from "@/lib/contract/creator-dashboard/sums";
import type { CreatorDashboardView, TokenSumsView } from "@/lib/contract/creator-dashboard/view";
import type { Token } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import { type MonthRecipient, MonthRecipients } from "./month-recipients";

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
            "{count, plural, one {The totals do not include # campaign yet. Its current recipients are not registered, or the calculation is in progress.} other {The totals do not include # campaigns yet. Their current recipients are not registered, or the calculation is in progress.}}",
            { count: unsummed },
          )}
        </Notice>
      )}
    </>
  );
}

type TokenProps = {
  sums: TokenSumsView;
  /** The current month, such as "2026-11". */
  month: string;
  token: Token;
};

type TotalsProps = TokenProps & {
  /** The claimable amounts of the campaigns that run or are in a grace period; null if they are not known. */
  claimable: ClaimableNow | null;
  /** The number of these campaigns that were cancelled, refunded or settled. */
  ended: number;
};

/** Shows the sums over the campaigns of a creator in one token. */
export function TokenTotals(props: TotalsProps) {
  const { sums, token, ended } = props;
  const t = useTranslator();
  const values = { count: sums.campaigns, running: sums.campaigns - ended };
  return (
    <Card
      title={t("Totals in {token}", { token: token.unit })}
      aside={
        ended > 0
          ? t("{running} of {count, plural, one {# campaign} other {# campaigns}}", values)
          : t("{count, plural, one {# campaign} other {# campaigns}}", values)
      }
    >
      <TokenFigures {...props} />
    </Card>
  );
}

type TokenUnlocksProps = TokenProps & {
  /** Returns the URL that lists the recipients who unlock most in a month. */
  recipientsHref: (month: string) => string;
  /** The path of the list of unlocks by month, over all tokens. */
  unlocksList: `/api/${string}`;
  /** The recipients of the selected month. */
  selected?: { month: string; recipients: readonly MonthRecipient[] } | null;
};

/** Shows the unlocks by month of a creator's campaigns in one token, and the largest unlocks of a month. */
export function TokenUnlocks(props: TokenUnlocksProps) {
  const { sums, month, token, selected, recipientsHref, unlocksList } = props;
  const t = useTranslator();
  const months = [month, monthAfter(month)];
  const hasUnlocks = sums.thisMonth !== "0" || sums.locked !== "0";
  return (
    <Card
      title={t("Unlocks by month in {token}", { token: token.unit })}
      aside={t("All recipients, including all of {month}", { month: formatMonthName(month, t) })}
    >
      {hasUnlocks ? (
        <div className="space-y-3">
          <UnlockCalendar
            isMonthWhole
            {...{ month, token }}
            months={sums.months}
            {...{ later: sums.later, waiting: sums.waiting }}
            isSum
            actions={
              <DownloadLinks
                files={[{ label: t("Export CSV"), list: unlocksList }]}
                linkClass={CHART_ACTION}
              />
            }
          />
          <nav aria-label={t("Largest unlocks in {token}", { token: token.unit })}>
            <ul className="flex flex-wrap gap-2">
              {months.map((item) => (
                <li key={item}>
                  <ButtonLink href={recipientsHref(item)} scroll={false}>
                    {t("Largest unlocks in {month}", { month: formatMonth(item, t) })}
                  </ButtonLink>
                </li>
              ))}
            </ul>
          </nav>
          {selected && <MonthRecipients {...selected} {...{ sums, token }} />}
        </div>
      ) : (
        <p className="text-sm text-ink-soft">{t("No further unlocks are scheduled.")}</p>
      )}
    </Card>
  );
}

/**
 * Shows the totals: the parts of the allocated amount with a bar, and the amounts that can be claimed or withdrawn. The
 * allocated, unlocked and claimable amounts have one scope, as `runs` in the contract's sums decides: a completed
 * campaign counts, a cancelled, refunded or settled one does not.
 */
function TokenFigures({ sums, month, token, claimable, ended }: TotalsProps) {
  const t = useTranslator();
  const { claimed, toWithdraw, inGrace } = sums;
  const parts = createBreakdownParts(t, sums, month);
  const granted = parts.reduce((sum, { amount }) => sum + amount, 0n);
  const next = monthAfter(month);
  const nextAmount = sums.months.find((item) => item.month === next)?.amount ?? "0";
  return (
    <>
      {/* The amounts of a row line up, also beside a label of two lines. */}
      <dl className="grid grid-cols-2 gap-4 *:row-span-2 *:grid *:grid-rows-subgrid *:gap-y-0 sm:grid-cols-3 xl:grid-cols-[repeat(5,auto)] xl:justify-between">
        <Figure label={t("Allocated")}>
          <Amount value={granted} token={token} />
        </Figure>
        {parts.map(({ id, label, amount }) => (
          <Figure
            key={id}
            label={
              <span className="inline-flex items-baseline gap-1.5">
                <Swatch id={id} />
                {label}
              </span>
            }
          >
            <Amount value={amount} token={token} />
          </Figure>
        ))}
      </dl>
      {granted > 0n && (
        <div className="mt-3">
          <PartsBar parts={parts} shares={parts.map(({ amount }) => amount)} />
        </div>
      )}
      {ended > 0 && (
        <p className="mt-3 text-sm text-ink-soft">
          {t(
            "{count, plural, one {Without # cancelled, refunded or settled campaign.} other {Without # cancelled, refunded or settled campaigns.}}",
            { count: ended },
          )}
        </p>
      )}
      <dl className="mt-4 grid grid-cols-2 gap-4 sm:flex sm:gap-x-16">
        {claimable && (
          <Figure label={t("Claimable now")} note={<ClaimableScope {...claimable} token={token} />}>
            <Amount value={claimable.running + claimable.inGrace} token={token} />
          </Figure>
        )}
        <Figure label={t("Available to withdraw")} note={t("From cancelled campaigns")}>
          <Amount value={toWithdraw} token={token} />
        </Figure>
      </dl>
      <details className="mt-1 -mb-3 open:mb-0">
        <summary className="inline-flex min-h-11 items-center text-sm text-ink-soft">
          {t("More totals")}
        </summary>
        <dl className="flex flex-wrap gap-x-16 gap-y-4 pb-2">
          <Figure label={t("Claimed")} note={t("From all campaigns")}>
            <Amount value={claimed} token={token} />
          </Figure>
          <Figure label={t("Unlocks in {month}", { month: formatMonth(next, t) })}>
            <Amount value={nextAmount} token={token} />
          </Figure>
          {inGrace !== "0" && (
            <Figure
              label={t("Available after grace periods")}
              note={t("At most, because recipients can still claim")}
            >
              <Amount value={inGrace} token={token} />
            </Figure>
          )}
        </dl>
      </details>
    </>
  );
}

/** States the parts of the claimable amount if some campaigns are in a grace period, and the amount of paused ones. */
function ClaimableScope({ running, inGrace, afterPause, token }: ClaimableNow & { token: Token }) {
  const getAmount = (amount: bigint) => ({ amount: <Amount value={amount} token={token} /> });
  return (
    <>
      {inGrace > 0n && (
        <>
          <Trans id="{amount} in active campaigns" values={getAmount(running)} />
          {" · "}
          <Trans id="{amount} in a grace period" values={getAmount(inGrace)} />
        </>
      )}
      {inGrace > 0n && afterPause > 0n && " · "}
      {afterPause > 0n && <Trans id="{amount} more after a pause" values={getAmount(afterPause)} />}
    </>
  );
}

/** Returns the parts of the allocated amount. Unreleased milestones appear only with an amount. */
function createBreakdownParts(t: Translator, sums: TokenSumsView, month: string): BreakdownPart[] {
  const { unlocked, thisMonth, locked, waiting } = sums;
  const values = { month: formatMonth(month, t) };
  const parts: BreakdownPart[] = [
    { id: "unlocked", label: t("Unlocked before {month}", values), amount: BigInt(unlocked) },
    { id: "claimable", label: t("Unlocks in {month}", values), amount: BigInt(thisMonth) },
    { id: "locked", label: t("Unlocks later"), amount: BigInt(locked) },
    { id: "milestones", label: t("Unreleased milestones"), amount: BigInt(waiting) },
  ];
  return parts.filter(({ id, amount }) => id !== "milestones" || amount > 0n);
}
