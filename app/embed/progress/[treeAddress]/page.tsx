import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CampaignProgress, ClaimHeader } from "@/app/claim/campaign-claim";
import { FrameHeight } from "@/components/embed/frame-height";
import { requestTranslator } from "@/components/i18n/request-translator";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { campaignName } from "@/lib/contract/names";
import { readCampaignHead } from "@/lib/service/pages/campaign-page";

type Props = PageProps<"/embed/progress/[treeAddress]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await requestTranslator();
  const head = await readCampaignHead((await params).treeAddress, t);
  return { title: head ? campaignName(head.campaign, t) : t("Campaign not found") };
}

/**
 * The progress of a campaign in a frame of another site. It holds no stream open, because such a site can have many
 * visitors.
 */
export default async function EmbeddedProgressPage({ params }: Props) {
  const { treeAddress } = await params;
  const t = await requestTranslator();
  const head = await readCampaignHead(treeAddress, t);
  if (!head) notFound();
  return (
    <>
      <FrameHeight />
      <ClaimHeader {...head} />
      <Card title={t("Whole campaign")}>
        <CampaignProgress {...head} />
      </Card>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={`/claim/${treeAddress}`} tone={head.isOver ? "secondary" : "primary"}>
          {t("Open the claim page")}
        </ButtonLink>
        <ButtonLink href={`/campaigns/${treeAddress}`}>{t("View campaign details")}</ButtonLink>
      </div>
    </>
  );
}
