import { formatAmountShort, formatPartsShort, formatPercent, formatShare } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { Figure } from "@/components/ui/card";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Amount } from "@/components/ui/values/amount";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { Token } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import { apportionShares } from "@/lib/core/vesting/apportion";
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
  const parts = partsOf(t, { campaign, token, vested, paid });
  return (
    <div className="space-y-3">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 xl:grid-cols-6">
        <Figure label={t("Total")}>
          <Amount of={campaign.totalSupply} token={token} price={price} />
        </Figure>
        {parts.map((part) => (
          <PartFigure key={part.label} {...part} token={token} />
        ))}
        <Figure
          label={t("Allocations")}
          note={
            claimCount === 0
              ? t("No claims yet")
              : t(
                  "{claims, plural, one {# claim} other {# claims}} by {wallets, plural, one {# wallet} other {# wallets}}",
                  { claims: claimCount, wallets: uniqueClaimers },
                )
          }
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

type SumsProps = Pick<CampaignFiguresProps, "campaign" | "token" | "vested" | "paid">;

type Part = {
  label: string;
  /** Null while the sums are loading. */
  shown: { amount: bigint; text: string; share: string } | null;
};

/**
 * Returns the figures of what vested, what was paid and what remains. They are rounded together, so that they
 * add up to the total as they are written.
 */
function partsOf(t: Translator, { campaign, token, ...sums }: SumsProps): Part[] {
  const { status, cancelledAt, settled } = campaign;
  const isReturned = hasReturnedRest(campaign);
  const isOpen = status !== "paused" && status !== "cancelled_expired";
  const labels = {
    vested: t("Vested"),
    paid: settled ? t("Paid incl. settlement") : t("Claimed"),
    due: isOpen ? t("Claimable now") : t("Vested, not claimed"),
    rest: isReturned
      ? t("Returned to creator")
      : cancelledAt === null
        ? t("Not vested yet")
        : t("Will not vest"),
  };
  const names = (["vested", "paid", "due", "rest"] as const).filter(
    (name) => name !== "due" || (status !== "claimed" && !isReturned),
  );
  if (sums.vested === null || sums.paid === null)
    return names.map((name) => ({ label: labels[name], shown: null }));
  const [vested, paid, total] = [BigInt(sums.vested), BigInt(sums.paid), BigInt(campaign.totalSupply)];
  const due = vested > paid && names.includes("due") ? vested - paid : 0n;
  const amounts = { vested, paid, due, rest: positive(total - (isReturned ? paid : vested)) };
  const parts = [amounts.paid, amounts.due, amounts.rest];
  const texts = formatPartsShort(parts, token.decimals, { floored: [0, 1], t });
  const shares = apportionShares(parts, [0, 1]);
  return names.map((name) => {
    const at = ["paid", "due", "rest"].indexOf(name);
    const amount = amounts[name];
    const text = texts[at] ?? formatAmountShort(amount, token.decimals, t);
    const share =
      at === -1 || amount === 0n || amount === total
        ? formatPercent(amount, total, t)
        : formatShare(shares[at] ?? 0n, t);
    return { label: labels[name], shown: { amount, text, share } };
  });
}

const positive = (amount: bigint) => (amount > 0n ? amount : 0n);

/** Shows an amount and its share of the total, or a placeholder. */
function PartFigure({ label, shown, token }: Part & { token: Token }) {
  return shown === null ? (
    <Figure label={label} note="…">
      …
    </Figure>
  ) : (
    <Figure label={label} note={shown.share}>
      <Amount of={shown.amount} token={token} text={shown.text} />
    </Figure>
  );
}
