import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import type { CampaignDetail } from "@/lib/contract/campaign";
import { LifecycleBadge } from "./lifecycle-badge";

/** The badges beside the name of a campaign: its state, and whether the network has confirmed it. */
export function StateBadges({ campaign }: { campaign: Pick<CampaignDetail, "status" | "verified"> }) {
  const t = useTranslator();
  return (
    <>
      <LifecycleBadge status={campaign.status} />
      <Badge tone={campaign.verified ? "good" : "warn"}>
        {campaign.verified ? t("Verified") : t("Unverified")}
      </Badge>
    </>
  );
}
