import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import type { CampaignItem } from "@/lib/contract/campaign";
import { type CampaignIdentity, campaignName } from "@/lib/contract/names";
import { campaignHref } from "./campaign-href";
import { DriftBadge } from "./drift-notice";

type Named = Parameters<typeof campaignName>[0];
type CampaignLinkProps = {
  campaign: Named & CampaignIdentity;
  className?: string;
};

/** Links the name of a campaign to its page. A click on its row of a table follows the link. */
export function CampaignLink({ campaign, className = "" }: CampaignLinkProps) {
  const t = useTranslator();
  return (
    <Link
      href={campaignHref(campaign)}
      data-row-link
      className={`underline decoration-line-strong underline-offset-4 ${className}`}
    >
      {campaignName(campaign, t)}
    </Link>
  );
}

type Listed = Named & CampaignIdentity & Pick<CampaignItem, "verified" | "hasDrift">;

/**
 * Links a campaign in a list, with badges for an earlier campaign, an unverified campaign and a difference
 * between index and network.
 */
export function ListedCampaign({ campaign }: { campaign: Listed }) {
  const t = useTranslator();
  return (
    <>
      <CampaignLink campaign={campaign} className="font-medium hover:decoration-current" />{" "}
      {campaign.earlierGeneration && <Badge>{t("Earlier campaign")}</Badge>}{" "}
      {!campaign.verified && <Badge tone="warn">{t("Unverified")}</Badge>}{" "}
      {campaign.hasDrift && <DriftBadge />}
    </>
  );
}
