import type { Token } from "@/components/format/token";
import { Amount } from "@/components/ui/amount";
import { Figure } from "@/components/ui/card";
import { ProgressBar } from "@/components/ui/progress-bar";
import { percentOf } from "@/lib/vesting/progress";
import type { CampaignDetail } from "@/lib/views/campaign";

type CampaignFiguresProps = {
  campaign: CampaignDetail;
  token: Token;
  price: number | null;
  /** Base units that have vested by now. */
  vested: string;
};

export function CampaignFigures({ campaign, token, price, vested }: CampaignFiguresProps) {
  const total = BigInt(campaign.totalSupply);
  const claimed = percentOf(BigInt(campaign.totalClaimed), total);
  const vestedPercent = percentOf(BigInt(vested), total);
  const { uniqueClaimers, claimCount } = campaign.analytics;
  return (
    <div className="space-y-3">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Figure label="Total">
          <Amount of={campaign.totalSupply} token={token} price={price} />
        </Figure>
        <Figure label="Vested" note={`${vestedPercent}%`}>
          <Amount of={vested} token={token} />
        </Figure>
        <Figure label="Claimed" note={`${claimed}%`}>
          <Amount of={campaign.totalClaimed} token={token} />
        </Figure>
        <Figure
          label="Allocations"
          note={`${counted(claimCount, "claim")} by ${counted(uniqueClaimers, "wallet")}`}
        >
          {campaign.leafCount.toLocaleString("en")}
        </Figure>
      </dl>
      <ProgressBar label="Claimed, of the total" percent={claimed} behind={vestedPercent} />
    </div>
  );
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
