"use client";

import { useMemo } from "react";
import { ListedCampaign } from "@/components/campaign/campaign-link";
import { ClaimedShare } from "@/components/campaign/claimed-share";
import { LifecycleBadge } from "@/components/campaign/lifecycle-badge";
import { useTranslator } from "@/components/i18n/use-translator";
import type { ColumnSorts, DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import { LookAlike } from "@/components/ui/values/token";
import { TokenMark } from "@/components/ui/values/token-mark";
import { campaignKey } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import type { CampaignSort } from "@/lib/core/lists/campaign-list";
import type { CampaignRow } from "./campaign-row";
import { NextUnlockLine, NextUnlockText } from "./next-unlock-text";

const createColumns = (t: Translator): (DataColumn<CampaignRow> & { by?: CampaignSort })[] => [
  {
    id: "campaign",
    phone: "title",
    title: t("Campaign"),
    by: "name",
    cell: (row) => <ListedCampaign campaign={row} />,
  },
  {
    id: "status",
    phone: "value",
    title: t("Status"),
    cell: ({ status }) => <LifecycleBadge status={status} />,
  },
  {
    id: "total",
    phone: "note",
    title: t("Allocated"),
    by: "total",
    align: "right",
    cell: ({ totalSupply, token, nextUnlock }) => (
      <>
        <span className="inline-flex items-center gap-2 @max-2xl:flex @max-2xl:min-h-6 @max-2xl:font-medium @max-2xl:text-ink">
          <TokenMark token={token} size="small" />
          <Amount value={totalSupply} token={token} />
        </span>
        {/* Anyone can give a token any name, so a named token shows its mint. */}
        {token.names && (
          <span className="block text-xs text-ink-soft">
            <Address address={token.mint} name="mint" href={`/campaigns?mint=${token.mint}`} />
          </span>
        )}
        <LookAlike names={token.names} />
        <NextUnlockLine next={nextUnlock} />
      </>
    ),
  },
  {
    id: "claimed",
    phone: "state",
    title: t("Claimed"),
    by: "claimed",
    align: "right",
    cell: (row) => <ClaimedShare campaign={row} />,
  },
  {
    id: "next",
    title: t("Next date"),
    align: "right",
    cell: ({ nextUnlock }) => <NextUnlockText next={nextUnlock} />,
  },
  {
    id: "allocations",
    wide: true,
    title: t("Allocations"),
    by: "allocations",
    align: "right",
    cell: ({ leafCount }) => t.count(leafCount),
  },
  {
    id: "creator",
    title: t("Creator"),
    wide: true,
    cell: ({ creator }) => (
      <Address address={creator} name="creator" href={`/campaigns?creator=${creator}`} />
    ),
  },
  {
    id: "created",
    wide: true,
    title: t("Created"),
    by: "created",
    align: "right",
    cell: ({ createdAt }) => <Time at={createdAt} dayOnly />,
  },
];

type CampaignTableProps = {
  rows: readonly CampaignRow[];
  /** The heading above the table. */
  title?: string;
  sorts?: ColumnSorts<CampaignSort>;
  /** Whether viewers can choose the columns. */
  hasView?: boolean;
};

const UNSORTED: ColumnSorts<CampaignSort> = {};

export function CampaignTable({ rows, title, sorts = UNSORTED, hasView = true }: CampaignTableProps) {
  const t = useTranslator();
  const columns = useMemo(
    () => createColumns(t).map(({ by, ...column }) => ({ ...column, sort: by && sorts[by] })),
    [t, sorts],
  );
  return (
    <DataTable
      name="campaigns"
      title={title}
      caption={t("Campaigns")}
      columns={columns}
      rows={rows}
      rowKey={campaignKey}
      hasView={hasView}
    />
  );
}
