import { formatShare } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { type CampaignIdentity, shortAddress, type Token } from "@/lib/contract/names";
import { apportionShares } from "@/lib/core/vesting/apportion";
import { percentOf } from "@/lib/core/vesting/progress";
import { campaignHref } from "./campaign-href";

type LargestRecipientsProps = {
  campaign: CampaignIdentity;
  largest: readonly { beneficiary: string; amount: bigint }[];
  recipientCount: number;
  /** The sum of all allocations, in base units. */
  total: bigint;
  token: Token;
};

/** Shows the largest allocations with their share of the total, and links to all recipients. */
export function LargestRecipients({ campaign, largest, ...of }: LargestRecipientsProps) {
  const { recipientCount, total, token } = of;
  const t = useTranslator();
  if (largest.length === 0) return null;
  const others = total - largest.reduce((sum, { amount }) => sum + amount, 0n);
  const otherCount = recipientCount - largest.length;
  const shares = apportionShares([...largest.map(({ amount }) => amount), others]);
  const shareAt = (at: number) => formatShare(shares[at] ?? 0n, t);
  return (
    <Card title={t("Largest allocations")}>
      <ul className="space-y-3 text-sm">
        {largest.map(({ beneficiary, amount }, at) => (
          <li key={beneficiary}>
            <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
              <Address address={beneficiary} name="recipient" href={`/portfolio?address=${beneficiary}`} />
              <span>
                <Amount of={amount} token={token} /> · {shareAt(at)}
              </span>
            </div>
            <ProgressBar
              label={t("Share of {recipient}", { recipient: shortAddress(beneficiary) })}
              percent={percentOf(amount, total)}
            />
          </li>
        ))}
        {otherCount > 0 && others > 0n && (
          <li className="flex flex-wrap items-baseline justify-between gap-x-4 text-ink-soft">
            <span>
              {t("{count, plural, one {# other recipient} other {# other recipients}}", {
                count: otherCount,
              })}
            </span>
            <span>
              <Amount of={others} token={token} /> · {shareAt(largest.length)}
            </span>
          </li>
        )}
      </ul>
      <p className="mt-3 border-t border-line pt-1 text-sm">
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
