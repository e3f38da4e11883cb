import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { useWords } from "@/components/words/use-words";
import type { CampaignItem } from "@/lib/core/views/campaign";
import { type CampaignIdentity, campaignName } from "@/lib/core/views/names";
import { campaignHref } from "./campaign-href";

type Named = Parameters<typeof campaignName>[0];
type CampaignLinkProps = {
  campaign: Named & CampaignIdentity;
  className?: string;
};

/** A campaign's name, leading to its page. */
export function CampaignLink({ campaign, className = "" }: CampaignLinkProps) {
  const t = useWords();
  return (
    <Link
      href={campaignHref(campaign)}
      className={`underline decoration-line-strong underline-offset-4 ${className}`}
    >
      {campaignName(campaign, t)}
    </Link>
  );
}

/** The same in a list, with a warning of one that the ledger has not confirmed. */
export function ListedCampaign({ campaign }: { campaign: Named & Pick<CampaignItem, "verified"> }) {
  const t = useWords();
  return (
    <>
      <CampaignLink campaign={campaign} className="font-medium hover:decoration-current" />{" "}
      {!campaign.verified && <Badge tone="warn">{t("Unverified")}</Badge>}
    </>
  );
}
