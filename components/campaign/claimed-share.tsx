import { formatPercent } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { OnPhone } from "@/components/ui/data-table/on-phone";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { CampaignDetail } from "@/lib/contract/campaign";
import { campaignName } from "@/lib/contract/names";
import { calculatePercent } from "@/lib/core/vesting/progress";

type ClaimedShareProps = {
  campaign: Parameters<typeof campaignName>[0] &
    Pick<CampaignDetail, "totalClaimed" | "settledAmount" | "totalSupply">;
};

const getClaimedAmount = ({ totalClaimed, settledAmount, totalSupply }: ClaimedShareProps["campaign"]) => ({
  paid: BigInt(totalClaimed) + BigInt(settledAmount),
  total: BigInt(totalSupply),
});

/** The claimed share of a campaign as text. */
export function ClaimedText({ campaign }: ClaimedShareProps) {
  const t = useTranslator();
  const { paid, total } = getClaimedAmount(campaign);
  return (
    <>
      {formatPercent(paid, total, t)} {t("claimed")}
    </>
  );
}

/** The claimed share of a campaign as a percentage and a bar, for a cell of a table. */
export function ClaimedShare({ campaign }: ClaimedShareProps) {
  const t = useTranslator();
  const { paid, total } = getClaimedAmount(campaign);
  return (
    <span className="inline-flex items-center justify-end gap-2.5 whitespace-nowrap @max-2xl:flex-col @max-2xl:items-end @max-2xl:gap-0 @max-2xl:text-ink-soft">
      <span className="@max-2xl:leading-6">
        {formatPercent(paid, total, t)}
        <OnPhone> {t("claimed")}</OnPhone>
      </span>
      {/* On a phone, the bar has the height of the small text on its line. */}
      <span className="inline-block w-16 @max-2xl:py-[0.3125rem]">
        <ProgressBar
          label={t("Claimed of {campaign}", { campaign: campaignName(campaign, t) })}
          percent={calculatePercent(paid, total)}
        />
      </span>
    </span>
  );
}
