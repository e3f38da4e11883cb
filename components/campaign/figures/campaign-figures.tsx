import { formatPercent } from "@/components/format/percent";
import { Figure } from "@/components/ui/card";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Amount } from "@/components/ui/values/amount";
import { percentOf } from "@/lib/core/vesting/progress";
import type { CampaignDetail } from "@/lib/core/views/campaign";
import type { Token } from "@/lib/core/views/names";

type CampaignFiguresProps = {
  campaign: CampaignDetail;
  token: Token;
  price: number | null;
  /** Base units that have vested by now. */
  vested: string;
  /** Base units that recipients were paid, the settlement of a stream included. */
  paid: string;
};

export function CampaignFigures({ campaign, token, price, vested, paid }: CampaignFiguresProps) {
  const total = BigInt(campaign.totalSupply);
  const { uniqueClaimers, claimCount } = campaign.analytics;
  return (
    <div className="space-y-3">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Figure label="Total">
          <Amount of={campaign.totalSupply} token={token} price={price} />
        </Figure>
        <Figure label="Vested" note={formatPercent(BigInt(vested), total)}>
          <Amount of={vested} token={token} />
        </Figure>
        <Figure label={campaign.settled ? "Paid out" : "Claimed"} note={formatPercent(BigInt(paid), total)}>
          <Amount of={paid} token={token} />
        </Figure>
        <Figure
          label="Allocations"
          note={`${counted(claimCount, "claim")} by ${counted(uniqueClaimers, "wallet")}`}
        >
          {campaign.leafCount.toLocaleString("en")}
        </Figure>
      </dl>
      <ProgressBar
        label="Claimed, of the total"
        percent={percentOf(BigInt(paid), total)}
        behind={percentOf(BigInt(vested), total)}
      />
    </div>
  );
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
