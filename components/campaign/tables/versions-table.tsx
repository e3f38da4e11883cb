import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { type Column, Table } from "@/components/ui/table";
import { Address } from "@/components/ui/values/address";
import { Time } from "@/components/ui/values/time";
import type { CampaignDetail } from "@/lib/core/views/campaign";

type Version = CampaignDetail["rootVersions"][number];

function columns(campaign: CampaignDetail): Column<Version>[] {
  return [
    {
      title: "Version",
      cell: ({ version, merkleRoot }) => (
        <>
          {version} {merkleRoot === campaign.merkleRoot && <Badge tone="good">Current</Badge>}
        </>
      ),
    },
    { title: "Merkle root", cell: ({ merkleRoot }) => <Address address={merkleRoot} name="root" ends={8} /> },
    { title: "Allocations", align: "right", cell: ({ leafCount }) => leafCount.toLocaleString("en") },
    { title: "Since", cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: "What changed",
      cell: ({ version }) =>
        version === 1 ? (
          "First version"
        ) : (
          <Link
            className="underline underline-offset-4"
            href={`/campaigns/${campaign.treeAddress}/changes/${version}`}
          >
            Changes per recipient<span className="sr-only"> in version {version}</span>
          </Link>
        ),
    },
  ];
}

export function VersionsTable({ campaign }: { campaign: CampaignDetail }) {
  return (
    <Table
      caption="Root versions"
      columns={columns(campaign)}
      rows={campaign.rootVersions}
      rowKey={({ version }) => String(version)}
    />
  );
}
