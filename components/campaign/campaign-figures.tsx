import { formatPercent } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { Figure } from "@/components/ui/card";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Amount } from "@/components/ui/values/amount";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { Token } from "@/lib/contract/names";
import { percentOf } from "@/lib/core/vesting/progress";
import { hasReturnedRest } from "./funding-notice";

type CampaignFiguresProps = {
  campaign: CampaignDetail;
  token: Token;
  price: number | null;
  /** Vested base units; null while the sum is loading. */
  vested: string | null;
  /** Base units paid to recipients, including the settlement of a stream; null while the sum is loading. */
  paid: string | null;
};

export function CampaignFigures({ campaign, token, price, vested, paid }: CampaignFiguresProps) {
  const t = useTranslator();
  const total = BigInt(campaign.totalSupply);
  const { uniqueClaimers, claimCount } = campaign.analytics;
  return (
    <div className="space-y-3">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 xl:grid-cols-6">
        <Figure label={t("Total")}>
          <Amount of={campaign.totalSupply} token={token} price={price} />
        </Figure>
        <PartFigure label={t("Vested")} part={vested} total={total} token={token} />
        <PartFigure
          label={campaign.settled ? t("Paid out") : t("Claimed")}
          part={paid}
          total={total}
          token={token}
        />
        <ClaimableFigure {...{ campaign, token, vested, paid }} />
        <RestFigure {...{ campaign, token, vested, paid }} />
        <Figure
          label={t("Allocations")}
          note={t(
            "{claims, plural, one {# claim} other {# claims}} by {wallets, plural, one {# wallet} other {# wallets}}",
            { claims: claimCount, wallets: uniqueClaimers },
          )}
        >
          {t.count(campaign.leafCount)}
        </Figure>
      </dl>
      <ProgressBar
        label={t("Claimed share of the total")}
        percent={percentOf(BigInt(paid ?? 0), total)}
        behind={percentOf(BigInt(vested ?? 0), total)}
      />
    </div>
  );
}

type RestFigureProps = Pick<CampaignFiguresProps, "campaign" | "token" | "vested" | "paid">;

/** Shows the amount that has not vested. For an ended campaign, shows the amount that went back instead. */
function RestFigure({ campaign, token, vested, paid }: RestFigureProps) {
  const t = useTranslator();
  const total = BigInt(campaign.totalSupply);
  const { cancelledAt } = campaign;
  const isReturned = hasReturnedRest(campaign);
  const settled = isReturned ? paid : vested;
  const rest = settled === null ? null : total > BigInt(settled) ? total - BigInt(settled) : 0n;
  const label = isReturned
    ? t("Returned to creator")
    : cancelledAt === null
      ? t("Not vested yet")
      : t("Will not vest");
  return <PartFigure part={rest?.toString() ?? null} {...{ label, total, token }} />;
}

/** Shows the amount that recipients can claim now. A paused or ended campaign shows what they did not claim. */
function ClaimableFigure({ campaign, token, vested, paid }: RestFigureProps) {
  const t = useTranslator();
  const { status } = campaign;
  if (status === "claimed" || hasReturnedRest(campaign)) return null;
  const isOpen = status !== "paused" && status !== "cancelled_expired";
  const rest = vested === null || paid === null ? null : BigInt(vested) - BigInt(paid);
  return (
    <PartFigure
      part={rest === null ? null : (rest > 0n ? rest : 0n).toString()}
      label={isOpen ? t("Claimable now") : t("Vested, not claimed")}
      total={BigInt(campaign.totalSupply)}
      token={token}
    />
  );
}

type PartFigureProps = { label: string; part: string | null; total: bigint; token: Token };

/** Shows an amount and its share of the total, or a placeholder. */
function PartFigure({ label, part, total, token }: PartFigureProps) {
  const t = useTranslator();
  return part === null ? (
    <Figure label={label} note="…">
      …
    </Figure>
  ) : (
    <Figure label={label} note={formatPercent(BigInt(part), total, t)}>
      <Amount of={part} token={token} />
    </Figure>
  );
}
