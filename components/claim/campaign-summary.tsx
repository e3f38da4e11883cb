import type { ReactNode } from "react";
import { Breakdown, type BreakdownPart, unclaimedPart } from "@/components/campaign/breakdown";
import { hasReturnedRest } from "@/components/campaign/funding-notice";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Amount } from "@/components/ui/values/amount";
import { Countdown, Time } from "@/components/ui/values/time";
import { TokenName } from "@/components/ui/values/token";
import { TokenMark } from "@/components/ui/values/token-mark";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { Token } from "@/lib/contract/names";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import type { CampaignSummary as Summary } from "@/lib/core/vesting/campaign-summary";

type SummarizedCampaign = Pick<
  CampaignDetail,
  "status" | "instantRefunded" | "settled" | "withdrawn" | "totalSupply" | "leafCount"
>;

type CampaignSummaryProps = {
  token: Token;
  campaign: SummarizedCampaign;
  /** Null while the sums are loading. */
  summary: Summary | null;
};

/** Shows the total of a campaign, what is unlocked and claimed of it, and its next dates. */
export function CampaignSummary({ token, campaign, summary }: CampaignSummaryProps) {
  const t = useTranslator();
  return (
    <div className="space-y-5">
      <div className="flex items-center gap-3.5">
        <span className="scale-125 pl-1">
          <TokenMark token={token} />
        </span>
        <div className="min-w-0">
          <p className="text-xl leading-tight font-semibold tracking-tight wrap-anywhere tabular-nums">
            <Amount value={campaign.totalSupply} token={token} />
          </p>
          <p className="text-sm text-ink-soft">
            {t("{count, plural, one {# allocation} other {# allocations}}", { count: campaign.leafCount })}
            {token.mint !== NATIVE_MINT && (
              <>
                {" · "}
                <TokenName token={token} brief />
              </>
            )}
          </p>
        </div>
      </div>
      {summary ? (
        <>
          <Breakdown parts={createBreakdownParts(summary, campaign, t)} token={token} />
          <Dates {...summary} />
        </>
      ) : (
        <div className="h-40 motion-safe:animate-shimmer">
          <div className="h-2.5 rounded-full bg-line" />
        </div>
      )}
    </div>
  );
}

function createBreakdownParts(
  { claimed, unlocked, waiting, locked, lost }: Summary,
  campaign: SummarizedCampaign,
  t: ReturnType<typeof useTranslator>,
): BreakdownPart[] {
  const parts: BreakdownPart[] = [
    { id: "claimed", label: t("Claimed"), amount: claimed },
    { ...unclaimedPart(t, campaign.status), amount: unlocked },
    lost > 0n
      ? {
          id: "ended",
          label: hasReturnedRest(campaign) ? t("Returned to creator") : t("Will not vest"),
          amount: lost,
        }
      : { id: "locked", label: t("Unvested"), amount: locked },
  ];
  if (waiting > 0n) parts.push({ id: "milestones", label: t("Unreleased milestones"), amount: waiting });
  return parts;
}

function Dates({
  unlock: { next, runningUntil },
  end,
  waiting,
}: Pick<Summary, "unlock" | "end" | "waiting">) {
  const t = useTranslator();
  if (next === null && end === null) return null;
  return (
    <dl className="grid grid-cols-2 gap-4 text-sm">
      {next && runningUntil === null && (
        <DateFact label={t("Next unlock")}>
          <Countdown to={next.at} done={t("now")} />
        </DateFact>
      )}
      {runningUntil !== null && (
        <DateFact label={t("Vesting")}>
          <Trans id="Continuous until {date}" values={{ date: <Time at={runningUntil} dayOnly /> }} />
          {waiting > 0n && `, ${t("without milestones")}`}
        </DateFact>
      )}
      {end !== null && end !== runningUntil && (
        <DateFact label={t("Last scheduled unlock")}>
          <Time at={end} dayOnly />
        </DateFact>
      )}
    </dl>
  );
}

const DateFact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="only:col-span-2">
    <dt className="text-ink-soft">{label}</dt>
    <dd className="mt-0.5 font-medium">{children}</dd>
  </div>
);
