import { useTranslator } from "@/components/i18n/use-translator";
import { Figure } from "@/components/ui/card";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { Token } from "@/lib/contract/names";
import { percentOf } from "@/lib/core/vesting/progress";
import { type FigurePart, figureParts } from "./figure-parts";

type CampaignFiguresProps = {
  campaign: CampaignDetail;
  token: Token;
  price: number | null;
  /** Vested base units; null while the sum is loading. */
  vested: string | null;
  /** Base units paid to recipients, including the settlement of a stream; null while the sum is loading. */
  paid: string | null;
  /** Base units that a release of milestones can still unlock. */
  waiting?: string;
  /** The time of the first time-based unlock, in unix seconds. */
  firstUnlock: string | null;
};

export function CampaignFigures({ campaign, token, price, vested, paid, ...of }: CampaignFiguresProps) {
  const t = useTranslator();
  const { waiting = "0", firstUnlock } = of;
  const total = BigInt(campaign.totalSupply);
  const { uniqueClaimers, claimCount } = campaign.analytics;
  const hasBegun = campaign.status !== "active" || firstUnlock === null || vested !== "0" || paid !== "0";
  const parts = hasBegun ? figureParts(t, { campaign, token, vested, paid, waiting }) : [];
  return (
    <div className="space-y-3">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none xl:gap-x-3">
        <Figure label={t("Allocated")}>
          <Amount of={campaign.totalSupply} token={token} price={price} />
        </Figure>
        {parts.map((part) => (
          <PartFigure key={part.label} {...part} token={token} />
        ))}
        {!hasBegun && (
          <Figure label={t("First unlock")}>
            <Time at={firstUnlock} dayOnly />
          </Figure>
        )}
        <Figure
          label={t("Allocations")}
          note={
            claimCount > 0
              ? t(
                  "{claims, plural, one {# claim} other {# claims}} by {wallets, plural, one {# wallet} other {# wallets}}",
                  { claims: claimCount, wallets: uniqueClaimers },
                )
              : campaign.instantRefunded
                ? t("No claims")
                : t("No claims yet")
          }
        >
          {t.count(campaign.leafCount)}
        </Figure>
      </dl>
      {hasBegun && (
        <ProgressBar
          label={t("Claimed share of the allocated amount")}
          percent={percentOf(BigInt(paid ?? 0), total)}
          behind={percentOf(BigInt(vested ?? 0), total)}
        />
      )}
    </div>
  );
}

/** Shows an amount and its share of the total, or a placeholder. */
function PartFigure({ label, shown, token }: FigurePart & { token: Token }) {
  return shown === null ? (
    <Figure label={label} note="…">
      …
    </Figure>
  ) : (
    <Figure label={label} note={[shown.share, shown.note].filter(Boolean).join(", ")}>
      <Amount of={shown.amount} token={token} text={shown.text} />
    </Figure>
  );
}
