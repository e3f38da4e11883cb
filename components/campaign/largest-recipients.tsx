import { formatShare } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { type CampaignIdentity, shortAddress, type Token } from "@/lib/contract/names";
import { apportionShares } from "@/lib/core/vesting/apportion";
import { calculatePercent } from "@/lib/core/vesting/progress";
import { campaignHref } from "./campaign-href";

type LargestRecipientsProps = {
  campaign: CampaignIdentity;
  largest: readonly { beneficiary: string; amount: bigint }[];
  recipientCount: number;
  /** The sum of all allocations, in base units. */
  total: bigint;
  token: Token;
  /** Whether the campaign was refunded, so that these allocations are never paid. */
  isRefunded?: boolean;
};

/**
 * Shows the largest allocations with their share of the total, and links to all recipients. Bars compare the
 * allocations on wide screens, unless the allocations are too similar for a comparison.
 */
export function LargestRecipients({ campaign, largest, ...rest }: LargestRecipientsProps) {
  const { recipientCount, total, token, isRefunded = false } = rest;
  const t = useTranslator();
  if (largest.length === 0) return null;
  const others = total - largest.reduce((sum, { amount }) => sum + amount, 0n);
  const otherCount = recipientCount - largest.length;
  const shares = apportionShares([...largest.map(({ amount }) => amount), others]);
  const hasBars = 2n * (largest.at(-1)?.amount ?? 0n) <= (largest[0]?.amount ?? 0n);
  const shareAt = (at: number) => formatShare(shares[at] ?? 0n, t);
  return (
    <Card
      title={isRefunded ? t("Largest planned allocations") : t("Largest allocations")}
      // Without charts beside it, the card would stretch its rows.
      className={`flex flex-col ${isRefunded ? "self-start" : ""}`}
    >
      <ul
        className={`grid grow grid-cols-[auto_minmax(0,1fr)_auto] content-between gap-x-4 gap-y-2 text-sm ${isRefunded ? "text-ink-soft" : ""}`}
      >
        {largest.map(({ beneficiary, amount }, at) => (
          <li key={beneficiary} className="col-span-full grid grid-cols-subgrid items-center">
            <Address address={beneficiary} name="recipient" href={`/portfolio?address=${beneficiary}`} />
            {hasBars ? (
              <div
                role="progressbar"
                aria-label={t("Share of {recipient}", { recipient: shortAddress(beneficiary) })}
                aria-valuenow={Math.round(calculatePercent(amount, total))}
                className="overflow-hidden rounded-full bg-line max-sm:hidden"
              >
                <div
                  className={`h-1.5 min-w-0.5 rounded-full ${isRefunded ? "bg-line-strong/60" : "bg-accent"}`}
                  style={{ width: `${calculatePercent(amount, total)}%` }}
                />
              </div>
            ) : (
              <span aria-hidden="true" className="border-b border-dotted border-line max-sm:hidden" />
            )}
            <span className="text-right tabular-nums max-sm:col-span-2">
              <Amount value={amount} token={token} /> · {shareAt(at)}
            </span>
          </li>
        ))}
        {otherCount > 0 && others > 0n && (
          <li className="col-span-full flex flex-wrap items-baseline justify-between gap-x-2 text-ink-soft">
            <span>
              {t("{count, plural, one {# other recipient} other {# other recipients}}", {
                count: otherCount,
              })}
            </span>
            <span className="tabular-nums">
              <Amount value={others} token={token} /> · {shareAt(largest.length)}
            </span>
          </li>
        )}
      </ul>
      <p className="mt-3 -mb-3 border-t border-line pt-1 text-sm">
        <Link
          href={campaignHref(campaign, { view: "recipients" })}
          className="inline-flex min-h-11 items-center font-medium text-accent underline-offset-4 hover:underline"
        >
          {t("{count, plural, one {View the recipient} other {View all # recipients}}", {
            count: recipientCount,
          })}
        </Link>
      </p>
    </Card>
  );
}
