import { campaignName } from "@/components/campaigns/campaign-table";
import { Badge } from "@/components/ui/badge";
import { PageHeader } from "@/components/ui/page/page-header";
import type { CampaignDetail } from "@/lib/core/views/campaign";
import { LifecycleBadge } from "./lifecycle-badge";

/** A campaign's name, state and description, and whether the ledger confirms it. */
export function CampaignHeader({ campaign }: { campaign: CampaignDetail }) {
  return (
    <PageHeader
      title={campaignName(campaign)}
      badges={
        <>
          <LifecycleBadge status={campaign.status} />
          <Badge tone={campaign.verified ? "good" : "warn"}>
            {campaign.verified ? "Verified" : "Unverified"}
          </Badge>
        </>
      }
    >
      {campaign.metadata?.description}
    </PageHeader>
  );
}
