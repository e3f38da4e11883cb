"use client";

import dynamic from "next/dynamic";
import { lazy, useMemo, useState } from "react";
import { ListedCampaign } from "@/components/campaign/campaign-link";
import { ClaimedShare, ClaimedText } from "@/components/campaign/claimed-share";
import { LifecycleBadge } from "@/components/campaign/lifecycle-badge";
import { NextUnlockLine, NextUnlockText } from "@/components/campaigns/next-unlock-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { Icon } from "@/components/ui/icon";
import { MenuButton } from "@/components/ui/menu-button";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import { useWallet } from "@/components/wallet/wallet-store";
import type { CampaignItem, NextUnlock } from "@/lib/contract/campaign";
import { campaignKey, campaignName, type Token } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";

const CorrectionDialog = dynamic(() => import("@/components/metadata/correction-dialog"), { ssr: false });
const RowMenu = lazy(() => import("./row-menu"));

type DashboardRow = { campaign: CampaignItem; token: Token; nextUnlock: NextUnlock };

const createColumns = (t: Translator): DataColumn<DashboardRow>[] => [
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
    title: t("Allocated"),
    align: "right",
    cell: ({ campaign, token, nextUnlock }) => (
      <>
        <Amount value={campaign.totalSupply} token={token} />
        <NextUnlockLine next={nextUnlock} claimed={<ClaimedText campaign={campaign} />} />
      </>
    ),
  },
  {
    id: "claimed",
    title: t("Claimed"),
    align: "right",
    cell: ({ campaign }) => <ClaimedShare campaign={campaign} />,
  },
  {
    id: "next",
    title: t("Next date"),
    align: "right",
    cell: ({ nextUnlock }) => <NextUnlockText next={nextUnlock} />,
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
  const { account } = useWallet();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const { treeAddress, creator, earlierGeneration } = campaign;
  if (earlierGeneration !== null) return null;
  const label = t("Actions for {campaign}", { campaign: campaignName(campaign, t) });
  const onCorrect = account?.address === creator ? () => setIsCorrecting(true) : null;
  return (
    <>
      <MenuButton
        label={label}
        className={buttonClass("quiet", "-my-1.5 -mr-2.5 align-middle", "small")}
        menu={(trigger) => <RowMenu {...{ trigger, label, treeAddress, onCorrect }} />}
      >
        <Icon name="more" />
      </MenuButton>
      {isCorrecting && account && (
        <CorrectionDialog {...{ campaign, account }} onClose={() => setIsCorrecting(false)} />
      )}
    </>
  );
}

/** Lists the campaigns of a creator, each with the actions that need no transaction. */
export function DashboardCampaigns({ rows }: { rows: readonly DashboardRow[] }) {
  const t = useTranslator();
  const columns = useMemo(() => createColumns(t), [t]);
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
