import Link from "next/link";
import { LifecycleBadge } from "@/components/campaign/lifecycle-badge";
import { formatPercent } from "@/components/format/amount";
import { CorrectWords } from "@/components/metadata/correct-words";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type Column, Table } from "@/components/ui/table";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import type { CampaignItem } from "@/lib/core/views/campaign";
import { campaignName, type Token } from "@/lib/core/views/names";

type DeskRow = { campaign: CampaignItem; token: Token };

const COLUMNS: readonly Column<DeskRow>[] = [
  {
    title: "Campaign",
    cell: ({ campaign }) => (
      <>
        <CampaignLink campaign={campaign} /> {!campaign.verified && <Badge tone="warn">Unverified</Badge>}
      </>
    ),
  },
  { title: "Status", cell: ({ campaign }) => <LifecycleBadge status={campaign.status} /> },
  {
    title: "Total",
    align: "right",
    cell: ({ campaign, token }) => <Amount of={campaign.totalSupply} token={token} />,
  },
  {
    title: "Claimed",
    align: "right",
    cell: ({ campaign: { totalClaimed, settledAmount, totalSupply } }) =>
      formatPercent(BigInt(totalClaimed) + BigInt(settledAmount), BigInt(totalSupply)),
  },
  { title: "Created", align: "right", cell: ({ campaign }) => <Time at={campaign.createdAt} dayOnly /> },
  {
    title: "Do",
    align: "right",
    cell: ({ campaign }) => (
      <span className="inline-flex flex-wrap justify-end gap-2 print:hidden">
        <CorrectWords campaign={campaign} label="Correct" about={campaignName(campaign)} />
        <ButtonLink href={`/create?clone=${campaign.treeAddress}`}>
          Clone<span className="sr-only"> {campaignName(campaign)}</span>
        </ButtonLink>
      </span>
    ),
  },
];

/** A creator's campaigns, each with what its creator may do that no ledger has to take. */
export function DeskCampaigns({ rows }: { rows: readonly DeskRow[] }) {
  return (
    <Card title="Campaigns">
      <Table
        caption="Campaigns of this creator"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ campaign }) => campaign.treeAddress}
      />
    </Card>
  );
}

function CampaignLink({ campaign }: { campaign: CampaignItem }) {
  return (
    <Link
      href={`/campaigns/${campaign.treeAddress}`}
      className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {campaignName(campaign)}
    </Link>
  );
}
