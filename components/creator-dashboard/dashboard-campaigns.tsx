"use client";

import { useMemo } from "react";
import { ListedCampaign } from "@/components/campaign/campaign-link";
import { ClaimedShare } from "@/components/campaign/claimed-share";
import { LifecycleBadge } from "@/components/campaign/lifecycle-badge";
import { hidden, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { CorrectMetadata } from "@/components/metadata/correct-metadata";
import { Card } from "@/components/ui/card";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { Link } from "@/components/ui/link";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import type { CampaignItem } from "@/lib/contract/campaign";
import { campaignKey, campaignName, type Token } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";

type DashboardRow = { campaign: CampaignItem; token: Token };

const columnsOf = (t: Translator): DataColumn<DashboardRow>[] => [
  {
    id: "campaign",
    phone: "title",
    title: t("Campaign"),
    cell: ({ campaign }) => <ListedCampaign campaign={campaign} />,
  },
  {
    id: "status",
    phone: "value",
    title: t("Status"),
    cell: ({ campaign }) => <LifecycleBadge status={campaign.status} />,
  },
  {
    id: "total",
    phone: "note",
    title: t("Total"),
    align: "right",
    cell: ({ campaign, token }) => <Amount of={campaign.totalSupply} token={token} />,
  },
  {
    id: "claimed",
    title: t("Claimed"),
    align: "right",
    cell: ({ campaign }) => <ClaimedShare campaign={campaign} />,
  },
  {
    id: "created",
    title: t("Created"),
    align: "right",
    wide: true,
    cell: ({ campaign }) => <Time at={campaign.createdAt} dayOnly />,
  },
  {
    id: "actions",
    phone: "state",
    title: t("Actions"),
    align: "right",
    cell: ({ campaign }) => <RowActions campaign={campaign} />,
  },
];

function RowActions({ campaign }: Pick<DashboardRow, "campaign">) {
  const t = useTranslator();
  if (campaign.earlierGeneration !== null) return null;
  return (
    <span className="inline-flex flex-wrap justify-end gap-2 print:hidden">
      <CorrectMetadata campaign={campaign} label={t("Correct")} about={campaignName(campaign, t)} />
      <Link
        href={`/create?clone=${campaign.treeAddress}`}
        className="inline-flex min-h-11 items-center pl-2 underline decoration-line-strong underline-offset-4 hover:decoration-current md:pointer-fine:min-h-8"
      >
        <Trans
          id="Clone<hidden> {campaign}</hidden>"
          values={{ campaign: campaignName(campaign, t) }}
          components={{ hidden }}
        />
      </Link>
    </span>
  );
}

/** Lists the campaigns of a creator, each with the actions that need no transaction. */
export function DashboardCampaigns({ rows }: { rows: readonly DashboardRow[] }) {
  const t = useTranslator();
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <Card>
      <DataTable
        name="dashboard"
        title={t("Campaigns")}
        caption={t("Campaigns of this creator")}
        columns={columns}
        rows={rows}
        rowKey={({ campaign }) => campaignKey(campaign)}
      />
    </Card>
  );
}
