"use client";

import { ListedCampaign } from "@/components/campaign/campaign-link";
import { LifecycleBadge } from "@/components/campaign/lifecycle-badge";
import { formatPercent } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { ProgressBar } from "@/components/ui/progress-bar";
import { type Column, type ColumnSorts, Table } from "@/components/ui/table";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import { TokenName } from "@/components/ui/values/token";
import { campaignKey, campaignName } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import type { CampaignSort } from "@/lib/core/lists/campaign-list";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { percentOf } from "@/lib/core/vesting/progress";
import type { CampaignRow } from "./campaign-row";

const columnsOf = (t: Translator): (Column<CampaignRow> & { by?: CampaignSort })[] => [
  {
    title: t("Campaign"),
    by: "name",
    cell: (row) => <ListedCampaign campaign={row} />,
  },
  { title: t("Status"), cell: ({ status }) => <LifecycleBadge status={status} /> },
  {
    title: t("Total"),
    by: "total",
    align: "right",
    cell: ({ totalSupply, token }) => (
      <>
        <Amount of={totalSupply} token={token} />
        {token.mint !== NATIVE_MINT && (
          <span className="block">
            <TokenName token={token} brief />
          </span>
        )}
      </>
    ),
  },
  {
    title: t("Claimed"),
    by: "claimed",
    align: "right",
    cell: (row) => <Claimed campaign={row} />,
  },
  {
    title: t("Allocations"),
    by: "allocations",
    align: "right",
    cell: ({ leafCount }) => t.count(leafCount),
  },
  {
    title: t("Creator"),
    wide: true,
    cell: ({ creator }) => (
      <Address address={creator} name="creator" href={`/campaigns?creator=${creator}`} />
    ),
  },
  {
    title: t("Created"),
    by: "created",
    align: "right",
    cell: ({ createdAt }) => <Time at={createdAt} relative />,
  },
];

function Claimed({ campaign }: { campaign: CampaignRow }) {
  const t = useTranslator();
  const paid = BigInt(campaign.totalClaimed) + BigInt(campaign.settledAmount);
  const total = BigInt(campaign.totalSupply);
  return (
    <span className="inline-block w-24">
      {formatPercent(paid, total, t)}
      <ProgressBar
        label={t("Claimed of {campaign}", { campaign: campaignName(campaign, t) })}
        percent={percentOf(paid, total)}
      />
    </span>
  );
}

type CampaignTableProps = {
  rows: readonly CampaignRow[];
  sorts?: ColumnSorts<CampaignSort>;
};

export function CampaignTable({ rows, sorts = {} }: CampaignTableProps) {
  const t = useTranslator();
  const columns = columnsOf(t).map(({ by, ...column }) => ({ ...column, sort: by && sorts[by] }));
  return <Table caption={t("Campaigns")} columns={columns} rows={rows} rowKey={campaignKey} />;
}
